import type { ColumnTypes } from '../column-types.ts';
import type { Queries } from '../schema.ts';

/** Affiliates, their visits, clicks and commissions. */
export async function up(query: Queries, types: ColumnTypes): Promise<void> {
  await createPartners(query, types);
  await createVisits(query, types);
  await createConversions(query, types);
  await createLedger(query, types);
  await query.schema.alterTable('sales').addColumn('reader_id', types.key).execute();
  await query.schema.alterTable('sales').addColumn('trace_id', types.key).execute();
  await query.schema
    .createIndex('sales_by_trace')
    .on('sales')
    .columns(['account_id', 'trace_id'])
    .where('trace_id', 'is not', null)
    .execute();
  await query.schema
    .createIndex('sales_by_click')
    .on('sales')
    .columns(['account_id', 'click_id'])
    .where('click_id', 'is not', null)
    .execute();
}

async function createPartners({ schema }: Queries, { key }: ColumnTypes): Promise<void> {
  await schema
    .createTable('partners')
    .addColumn('id', key, (column) => column.primaryKey())
    .addColumn('account_id', key, (column) =>
      column.notNull().references('accounts.id').onDelete('cascade'),
    )
    .addColumn('code', key, (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('rate', 'text', (column) => column.notNull())
    .addColumn('window_days', 'integer', (column) => column.notNull())
    .addColumn('approval_days', 'integer', (column) => column.notNull())
    .addColumn('own_reader_ids', 'text', (column) => column.notNull())
    .addColumn('state', key, (column) => column.notNull())
    .addColumn('revision', 'integer', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('updated_at', 'text', (column) => column.notNull())
    .addUniqueConstraint('partners_by_code', ['account_id', 'code'])
    .execute();
  await schema
    .createIndex('partners_by_account')
    .on('partners')
    .columns(['account_id', 'id'])
    .execute();
}

async function createVisits({ schema }: Queries, { key }: ColumnTypes): Promise<void> {
  await schema
    .createTable('visits')
    .addColumn('trace_id', key, (column) => column.notNull())
    .addColumn('type', key, (column) => column.notNull())
    .addColumn('chapter', key, (column) => column.notNull())
    .addColumn('account_id', key, (column) =>
      column.notNull().references('accounts.id').onDelete('cascade'),
    )
    .addColumn('partner_id', key)
    .addColumn('book_id', key, (column) => column.notNull())
    .addColumn('deployment_id', key)
    .addColumn('campaign', key)
    .addColumn('sub', key)
    .addColumn('fraction', 'double precision')
    .addColumn('occurred_at', key, (column) => column.notNull())
    .addPrimaryKeyConstraint('visits_pk', ['trace_id', 'type', 'chapter'])
    .execute();
  await schema
    .createIndex('visits_by_partner')
    .on('visits')
    .columns(['partner_id', 'occurred_at'])
    .execute();
  await schema
    .createTable('clicks')
    .addColumn('id', key, (column) => column.primaryKey())
    .addColumn('account_id', key, (column) =>
      column.notNull().references('accounts.id').onDelete('cascade'),
    )
    .addColumn('trace_id', key, (column) => column.notNull())
    .addColumn('partner_id', key)
    .addColumn('book_id', key, (column) => column.notNull())
    .addColumn('deployment_id', key)
    .addColumn('campaign', key)
    .addColumn('sub', key)
    .addColumn('chapter', key)
    .addColumn('reader_id', key)
    .addColumn('created_at', key, (column) => column.notNull())
    .execute();
  await schema.createIndex('clicks_by_trace').on('clicks').column('trace_id').execute();
  await schema
    .createIndex('clicks_by_partner')
    .on('clicks')
    .columns(['partner_id', 'created_at'])
    .execute();
  await schema
    .createIndex('clicks_by_reader')
    .on('clicks')
    .columns(['account_id', 'reader_id', 'book_id', 'created_at'])
    .where('reader_id', 'is not', null)
    .execute();
}

async function createConversions({ schema }: Queries, { key }: ColumnTypes): Promise<void> {
  await schema
    .createTable('conversions')
    .addColumn('id', key, (column) => column.primaryKey())
    .addColumn('account_id', key, (column) =>
      column.notNull().references('accounts.id').onDelete('cascade'),
    )
    .addColumn('sale_id', key, (column) =>
      column.notNull().unique().references('sales.id').onDelete('cascade'),
    )
    .addColumn('partner_id', key, (column) => column.references('partners.id').onDelete('cascade'))
    .addColumn('click_id', key, (column) => column.notNull())
    .addColumn('trace_id', key)
    .addColumn('book_id', key, (column) => column.notNull())
    .addColumn('campaign', key)
    .addColumn('sub', key)
    .addColumn('chapter', key)
    .addColumn('rate', 'text', (column) => column.notNull())
    .addColumn('currency', key, (column) => column.notNull())
    .addColumn('unit_price', 'text', (column) => column.notNull())
    .addColumn('quantity', 'integer', (column) => column.notNull())
    .addColumn('refunded_quantity', 'integer', (column) => column.notNull())
    .addColumn('commission', 'text', (column) => column.notNull())
    .addColumn('rounding', 'text', (column) => column.notNull())
    .addColumn('paid_commission', 'text', (column) => column.notNull())
    .addColumn('paid_rounding', 'text', (column) => column.notNull())
    .addColumn('payout_id', key)
    .addColumn('reason', key)
    .addColumn('approves_at', key, (column) => column.notNull())
    .addColumn('occurred_at', key, (column) => column.notNull())
    .addColumn('rates_id', key, (column) => column.notNull().references('sale_rates.id'))
    .addColumn('created_at', 'text', (column) => column.notNull())
    .execute();
  await schema
    .createIndex('conversions_by_partner')
    .on('conversions')
    .columns(['partner_id', 'occurred_at', 'id'])
    .execute();
}

async function createLedger({ schema }: Queries, { key }: ColumnTypes): Promise<void> {
  await schema
    .createTable('commission_totals')
    .addColumn('partner_id', key, (column) =>
      column.notNull().references('partners.id').onDelete('cascade'),
    )
    .addColumn('currency', key, (column) => column.notNull())
    .addColumn('exact', 'text', (column) => column.notNull())
    .addColumn('entered', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('commission_totals_pk', ['partner_id', 'currency'])
    .execute();
  await schema
    .createTable('commission_entries')
    .addColumn('id', key, (column) => column.primaryKey())
    .addColumn('partner_id', key, (column) => column.notNull())
    .addColumn('currency', key, (column) => column.notNull())
    .addColumn('conversion_id', key, (column) =>
      column.notNull().references('conversions.id').onDelete('cascade'),
    )
    .addColumn('refund_id', key)
    .addColumn('kind', key, (column) => column.notNull())
    .addColumn('amount', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .execute();
  await schema
    .createIndex('commission_entries_by_conversion')
    .on('commission_entries')
    .columns(['conversion_id', 'id'])
    .execute();
  await schema
    .createTable('payouts')
    .addColumn('id', key, (column) => column.primaryKey())
    .addColumn('account_id', key, (column) =>
      column.notNull().references('accounts.id').onDelete('cascade'),
    )
    .addColumn('partner_id', key, (column) =>
      column.notNull().references('partners.id').onDelete('cascade'),
    )
    .addColumn('currency', key, (column) => column.notNull())
    .addColumn('amount', 'text', (column) => column.notNull())
    .addColumn('conversions', 'integer', (column) => column.notNull())
    .addColumn('until', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .execute();
  await schema
    .createIndex('payouts_by_partner')
    .on('payouts')
    .columns(['partner_id', 'id'])
    .execute();
  await schema
    .createTable('payout_entries')
    // The key prevents paying an entry twice.
    .addColumn('entry_id', key, (column) =>
      column.primaryKey().references('commission_entries.id').onDelete('cascade'),
    )
    .addColumn('payout_id', key, (column) =>
      column.notNull().references('payouts.id').onDelete('cascade'),
    )
    .execute();
  await schema
    .createIndex('payout_entries_by_payout')
    .on('payout_entries')
    .column('payout_id')
    .execute();
}
