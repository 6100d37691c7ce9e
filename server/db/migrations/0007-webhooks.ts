import type { ColumnTypes } from '../column-types.ts';
import type { Queries } from '../schema.ts';

/** Webhooks, deliveries and attempts. */
export async function up({ schema }: Queries, { key, clustered }: ColumnTypes): Promise<void> {
  await schema
    .createTable('webhooks')
    .addColumn('id', key, (column) => column.primaryKey())
    .addColumn('account_id', key, (column) =>
      column.notNull().references('accounts.id').onDelete('cascade'),
    )
    .addColumn('url', 'text', (column) => column.notNull())
    .addColumn('description', 'text')
    .addColumn('events', 'text', (column) => column.notNull())
    .addColumn('book_ids', 'text', (column) => column.notNull())
    .addColumn('secrets', 'text', (column) => column.notNull())
    .addColumn('enabled', 'integer', (column) => column.notNull())
    .addColumn('disabled_reason', 'text')
    .addColumn('disabled_at', 'text')
    .addColumn('failing_since', 'text')
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('updated_at', 'text', (column) => column.notNull())
    .execute();
  await schema
    .createIndex('webhooks_by_account')
    .on('webhooks')
    .columns(['account_id', 'id'])
    .execute();

  await schema
    .createTable('webhook_books')
    .addColumn('webhook_id', key, (column) =>
      column.notNull().references('webhooks.id').onDelete('cascade'),
    )
    .addColumn('book_id', key, (column) => column.notNull())
    .addColumn('account_id', key, (column) => column.notNull())
    .addPrimaryKeyConstraint('webhook_books_pk', ['webhook_id', 'book_id'])
    .execute();
  await schema
    .createIndex('webhook_books_by_book')
    .on('webhook_books')
    .columns(['book_id', 'account_id'])
    .execute();

  await schema
    .createTable('webhook_deliveries')
    .addColumn('id', key, (column) => column.primaryKey())
    // No foreign keys below: events and attempts must not fail if their webhook is deleted
    // concurrently.
    .addColumn('webhook_id', key, (column) => column.notNull())
    .addColumn('account_id', key, (column) => column.notNull())
    .addColumn('event_id', key, (column) => column.notNull())
    .addColumn('event_type', key, (column) => column.notNull())
    .addColumn('state', key, (column) => column.notNull())
    .addColumn('attempts', 'integer', (column) => column.notNull())
    .addColumn('round_attempts', 'integer', (column) => column.notNull())
    .addColumn('due_at', key)
    .addColumn('lease', key)
    .addColumn('created_at', key, (column) => column.notNull())
    .addColumn('finished_at', 'text')
    .modifyEnd(clustered)
    // The event comes first, so the deliveries of an event share a page.
    .addUniqueConstraint('webhook_deliveries_once', ['event_id', 'webhook_id'])
    .execute();
  await schema
    .createIndex('webhook_deliveries_due')
    .on('webhook_deliveries')
    .columns(['webhook_id', 'due_at', 'id'])
    .where('due_at', 'is not', null)
    .execute();
  await schema
    .createIndex('webhook_deliveries_by_webhook')
    .on('webhook_deliveries')
    .columns(['webhook_id', 'id'])
    .execute();

  await schema
    .createTable('webhook_attempts')
    .addColumn('delivery_id', key, (column) => column.notNull())
    .addColumn('number', 'integer', (column) => column.notNull())
    .addColumn('started_at', 'text', (column) => column.notNull())
    .addColumn('duration_ms', 'integer', (column) => column.notNull())
    .addColumn('status', 'integer')
    .addColumn('reason', 'text')
    .addColumn('detail', 'text')
    .addColumn('answer', 'text')
    .addPrimaryKeyConstraint('webhook_attempts_pk', ['delivery_id', 'number'])
    .modifyEnd(clustered)
    .execute();
}
