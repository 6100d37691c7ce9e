import type { ColumnTypes } from '../column-types.ts';
import type { Queries } from '../schema.ts';

/** Responses to requests with an idempotency key. */
export async function up({ schema }: Queries, { blob, key }: ColumnTypes): Promise<void> {
  await schema
    .createTable('idempotency_keys')
    .addColumn('account_id', key, (column) =>
      column.notNull().references('accounts.id').onDelete('cascade'),
    )
    .addColumn('route', key, (column) => column.notNull())
    .addColumn('key', key, (column) => column.notNull())
    .addColumn('digest', 'text', (column) => column.notNull())
    .addColumn('token', 'text', (column) => column.notNull())
    .addColumn('status', 'integer')
    .addColumn('headers', 'text')
    .addColumn('body', blob)
    .addColumn('expires_at', key, (column) => column.notNull())
    .addPrimaryKeyConstraint('idempotency_keys_pk', ['account_id', 'route', 'key'])
    .execute();
  await schema
    .createIndex('idempotency_keys_by_expiry')
    .on('idempotency_keys')
    .column('expires_at')
    .execute();
}
