import * as fc from 'fast-check';

type Schema = Readonly<Record<string, unknown>>;

const edgeTexts = [
  '',
  ' ',
  '\u0000',
  '\u202e',
  '🐳'.repeat(50),
  "'; --",
  '../..',
  'null',
  '-1',
  '1e309',
];

/** Any JSON, which rarely matches a schema. */
const junk = fc.oneof(fc.jsonValue({ maxDepth: 2 }), fc.constantFrom(...edgeTexts));

/**
 * Returns values for a JSON Schema. Most have the type that it requires, with limits and lengths at
 * and beyond their edges, and some have any other type.
 *
 * @param components - Schemas to which `$ref` refers, by name.
 */
export function schemaArbitrary(
  schema: Schema,
  components: Readonly<Record<string, Schema>>,
  depth = 0,
): fc.Arbitrary<unknown> {
  if (depth > 6) return fc.constant(null);
  const inner = (part: unknown) => schemaArbitrary({ ...Object(part) }, components, depth + 1);
  const fitting = fittingArbitrary(schema, components, inner);
  const [example] = Array.isArray(schema['examples']) ? schema['examples'] : [schema['example']];
  const known = example === undefined ? [] : [{ weight: 3, arbitrary: fc.constant(example) }];
  return fc.oneof({ weight: 8, arbitrary: fitting }, { weight: 1, arbitrary: junk }, ...known);
}

function fittingArbitrary(
  schema: Schema,
  components: Readonly<Record<string, Schema>>,
  inner: (part: unknown) => fc.Arbitrary<unknown>,
): fc.Arbitrary<unknown> {
  const { $ref } = schema;
  if (typeof $ref === 'string') return inner(components[$ref.slice($ref.lastIndexOf('/') + 1)]);
  if ('const' in schema) return fc.constant(schema['const']);
  if (Array.isArray(schema['enum'])) return fc.constantFrom(...schema['enum']);
  const choices = schema['oneOf'] ?? schema['anyOf'] ?? schema['allOf'];
  if (Array.isArray(choices) && choices.length > 0) return fc.oneof(...choices.map(inner));
  const types = [schema['type']].flat();
  if (types.length > 1) return fc.oneof(...types.map((type) => inner({ ...schema, type })));
  const [least, most] = [Number(schema['minimum'] ?? -10), Number(schema['maximum'] ?? 1e6)];
  switch (types[0]) {
    case 'integer':
      return fc.oneof(
        fc.integer({ min: least, max: most }),
        fc.constantFrom(least - 1, most + 1, 0),
      );
    case 'number':
      return fc.oneof(fc.double({ noNaN: true }), fc.constantFrom(least, most));
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array':
      return fc.array(inner(schema['items'] ?? {}), { maxLength: 4 });
    case 'object':
      return objectArbitrary(schema, inner);
    default:
      return textArbitrary(schema);
  }
}

function textArbitrary({ pattern, format, maxLength = 40 }: Schema): fc.Arbitrary<string> {
  const texts = [fc.string({ unit: 'grapheme', maxLength: 20 }), fc.constantFrom(...edgeTexts)];
  if (format === 'date-time')
    texts.push(fc.date({ noInvalidDate: true }).map((one) => one.toJSON()));
  if (format === 'date') texts.push(fc.constantFrom('2026-11-21', '2026-02-30', '0000-01-01'));
  if (typeof pattern === 'string') texts.push(patternArbitrary(pattern));
  const length = Number(maxLength);
  if (length < 10_000) texts.push(fc.constantFrom('x'.repeat(length), 'x'.repeat(length + 1)));
  return fc.oneof(...texts);
}

/** Patterns that the generator does not support, such as lookaheads, give fixed strings. */
function patternArbitrary(pattern: string): fc.Arbitrary<string> {
  try {
    return fc.stringMatching(new RegExp(pattern));
  } catch {
    return fc.constantFrom(...edgeTexts);
  }
}

/** Objects have most required members, some optional ones, and rarely an unknown one. */
function objectArbitrary(
  schema: Schema,
  inner: (part: unknown) => fc.Arbitrary<unknown>,
): fc.Arbitrary<unknown> {
  const required = new Set([schema['required'] ?? []].flat());
  const members = Object.entries(Object(schema['properties'])).map(([name, part]) =>
    fc
      .tuple(inner(part), fc.integer({ min: 0, max: 19 }))
      .map(([value, dice]) => (dice < (required.has(name) ? 19 : 8) ? [[name, value]] : [])),
  );
  const unknown = fc
    .tuple(fc.string({ maxLength: 8 }), fc.integer({ min: 0, max: 19 }))
    .map(([name, dice]) => (dice === 0 ? [[name, 1]] : []));
  return fc.tuple(...members, unknown).map((parts) => Object.fromEntries(parts.flat()));
}
