import { createHash } from 'node:crypto';
import type { ClientBase } from 'pg';

/** Names of the statements that PostgreSQL plans once per connection, by their text. */
const names = new Map<string, string>();

/**
 * SQLSTATEs of a statement that was not executed because its plan is missing, exists twice or is
 * outdated. The first two come from a pooler that gives each transaction another connection.
 */
const unusablePlan = new Set(['26000', '42P05', '0A000']);

/**
 * Makes PostgreSQL plan a statement once per connection. Planning takes longer than executing if a
 * statement is long. The statement must list its columns, because the plan of a `*` is refused once
 * a migration has added a column.
 */
export function prepareStatement(text: string): void {
  // From the text, because processes of another version can share a pooler's connections.
  names.set(text, `svc_${createHash('sha256').update(text).digest('base64url').slice(0, 20)}`);
}

/**
 * Creates a function that makes a connection of one pool prepare the statements of
 * `prepareStatement`. Once a pooler without prepared statements has refused one, such as PgBouncer
 * before version 1.21, all connections execute them without stored plans.
 */
export function statementPreparer(): (client: ClientBase) => void {
  let keepsPlans = true;
  return (client) => {
    const send = client.query.bind(client);
    const sendPrepared = async (name: string, text: string, values: unknown[]) => {
      try {
        return await send({ name, text, values });
      } catch (error) {
        const isRefused =
          error instanceof Error && 'code' in error && unusablePlan.has(String(error.code));
        if (!isRefused) throw error;
        keepsPlans = false;
        return await send(text, values);
      }
    };
    // The type has an overload for each way to call it.
    client.query = ((text: string, values: unknown[], ...rest: []) => {
      const name = keepsPlans ? names.get(text) : undefined;
      return name ? sendPrepared(name, text, values) : send(text, values, ...rest);
    }) as typeof client.query;
  };
}
