import { type CompiledQuery, type RawBuilder, sql } from 'kysely';
import { prepareStatement } from './prepared-statements.ts';
import type { Queries } from './schema.ts';

/** Placeholder for a value that each execution provides. */
class Parameter<Name extends string> {
  readonly name: Name;

  constructor(name: Name) {
    this.name = name;
  }
}

/**
 * Compiles a statement only once, because compiling takes longer than executing it on SQLite, and
 * makes PostgreSQL plan it once per connection. Used for statements that almost every request
 * executes. They must list their columns instead of `*` (see `prepareStatement`).
 *
 * @param build - Creates the statement. `parameter` stands for a value with this name.
 * @returns Executes the statement with values and returns its rows.
 */
export function compiledStatement<Row, Name extends string>(
  query: Queries,
  build: (parameter: <Value>(name: Name) => RawBuilder<Value>) => {
    compile(): CompiledQuery<Row>;
  },
): (values: Readonly<Record<Name, unknown>>) => Promise<Row[]> {
  const compiled = build((name) => sql`${new Parameter(name)}`).compile();
  prepareStatement(compiled.sql);
  return async (values) => {
    const parameters = compiled.parameters.map((one) =>
      one instanceof Parameter ? Reflect.get(values, one.name) : one,
    );
    const { rows } = await query.executeQuery<Row>({ ...compiled, parameters });
    return rows;
  };
}
