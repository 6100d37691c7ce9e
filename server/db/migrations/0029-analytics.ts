import type { CreateTableBuilder } from 'kysely';
import type { ColumnTypes } from '../column-types.ts';
import type { Queries } from '../schema.ts';

/** Beacons of readings, and their sums by hour and day. */
export async function up({ schema }: Queries, types: ColumnTypes): Promise<void> {
  const { key, clustered } = types;
  for (const [table, primaryKey] of [
    ['beacon_queue', ['id']],
    // In this order because the beacons of a reading are read together.
    ['beacons', ['trace_id', 'id']],
  ] as const) {
    await schema
      .createTable(table)
      .addColumn('id', key, (column) => column.notNull())
      .addColumn('trace_id', key, (column) => column.notNull())
      .addColumn('account_id', key, (column) =>
        column.notNull().references('accounts.id').onDelete('cascade'),
      )
      .addColumn('received_at', key, (column) => column.notNull())
      .addColumn('body', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint(`${table}_pk`, [...primaryKey])
      .modifyEnd(clustered)
      .execute();
  }
  await schema.createIndex('beacons_by_received_at').on('beacons').column('received_at').execute();
  await schema
    .createTable('analytics_readers')
    .addColumn('account_id', key, (column) =>
      column.notNull().references('accounts.id').onDelete('cascade'),
    )
    .addColumn('day', key, (column) => column.notNull())
    .addColumn('book_id', key, (column) => column.notNull())
    .addColumn('reader', key, (column) => column.notNull())
    .addPrimaryKeyConstraint('analytics_readers_pk', ['account_id', 'day', 'book_id', 'reader'])
    .modifyEnd(clustered)
    .execute();
  await createCounts(schema, types, 'analytics_hours', [
    'hour',
    'book_id',
    'deployment_id',
    'partner_id',
    'campaign',
    'language',
    'country',
    'device',
  ]);
  await createCounts(schema, types, 'analytics_days', ['kind', 'day', 'a', 'b', 'c']);
  await schema
    .createIndex('analytics_hours_by_hour')
    .on('analytics_hours')
    .column('hour')
    .execute();
}

async function createCounts(
  schema: Queries['schema'],
  { key, clustered }: ColumnTypes,
  table: string,
  keys: string[],
): Promise<void> {
  let builder: CreateTableBuilder<string, string> = schema
    .createTable(table)
    .addColumn('account_id', key, (column) =>
      column.notNull().references('accounts.id').onDelete('cascade'),
    );
  for (const name of keys) builder = builder.addColumn(name, key, (column) => column.notNull());
  for (const name of [
    'opens',
    'sessions',
    'readers',
    'finished',
    'sample_ends',
    'buy_presses',
    'sales',
  ]) {
    builder = builder.addColumn(name, 'integer', (column) => column.notNull());
  }
  await builder
    .addColumn('seconds', 'bigint', (column) => column.notNull())
    .addColumn('stops', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint(`${table}_pk`, ['account_id', ...keys])
    .modifyEnd(clustered)
    .execute();
}
