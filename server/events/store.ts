import { sql } from 'kysely';
import { engineOf } from '../db/sql-dialect.ts';
import type { Queries } from '../db/schema.ts';

/** An event without its sequence, which is inserted between the two parts of the body. */
export interface UnsequencedEvent {
  id: string;
  type: string;
  bookId: string | null;
  resourceId: string;
  bodyHead: string;
  bodyTail: string;
  timestamp: string;
}

/**
 * Assigns an event its sequence and its position in every account's log. Other writers to these
 * logs wait from here until the commit. PostgreSQL uses a single statement to keep this time short.
 *
 * @param accounts - Sorted because two transactions could otherwise deadlock.
 */
export async function writeLogEntries(
  tx: Queries,
  accounts: string[],
  entry: UnsequencedEvent,
): Promise<void> {
  if (engineOf(tx) === 'postgres') return writeInOneStatement(tx, accounts, entry);
  const sequence = await nextSequence(tx, entry.resourceId);
  for (const account of accounts) {
    const position = await nextPosition(tx, account);
    await tx
      .insertInto('events')
      .values({
        account_id: account,
        position,
        id: entry.id,
        type: entry.type,
        book_id: entry.bookId,
        body: entry.bodyHead + sequence + entry.bodyTail,
        created_at: entry.timestamp,
      })
      .execute();
  }
}

/** For PostgreSQL only. SQLite has no statement that writes to several tables. */
async function writeInOneStatement(
  tx: Queries,
  accounts: string[],
  entry: UnsequencedEvent,
): Promise<void> {
  const { id, type, bookId, resourceId, bodyHead, bodyTail, timestamp } = entry;
  await sql`
    with counted as (
      insert into event_sequences (resource_id, sequence) values (${resourceId}, 1)
      on conflict (resource_id) do update set sequence = event_sequences.sequence + 1
      returning sequence
    ), placed as (
      insert into event_logs (account_id, position)
      select account.id, 1
      from (values ${sql.join(accounts.map((account) => sql`(cast(${account} as text))`))})
        as account (id), counted
      order by account.id
      on conflict (account_id) do update set position = event_logs.position + 1
      returning account_id, position
    )
    insert into events (account_id, position, id, type, book_id, body, created_at)
    select placed.account_id, placed.position, ${id}, ${type}, cast(${bookId} as text),
      cast(${bodyHead} as text) || counted.sequence || cast(${bodyTail} as text), ${timestamp}
    from placed, counted`.execute(tx);
}

async function nextSequence(tx: Queries, resourceId: string): Promise<number> {
  const { sequence } = await tx
    .insertInto('event_sequences')
    .values({ resource_id: resourceId, sequence: 1 })
    .onConflict((conflict) =>
      conflict
        .column('resource_id')
        .doUpdateSet((eb) => ({ sequence: eb('event_sequences.sequence', '+', 1) })),
    )
    .returning('sequence')
    .executeTakeFirstOrThrow();
  return sequence;
}

async function nextPosition(tx: Queries, accountId: string): Promise<number> {
  const { position } = await tx
    .insertInto('event_logs')
    .values({ account_id: accountId, position: 1 })
    .onConflict((conflict) =>
      conflict
        .column('account_id')
        .doUpdateSet((eb) => ({ position: eb('event_logs.position', '+', 1) })),
    )
    .returning('position')
    .executeTakeFirstOrThrow();
  return position;
}
