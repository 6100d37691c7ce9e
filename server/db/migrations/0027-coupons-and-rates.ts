import type { ColumnTypes } from '../column-types.ts';
import type { Queries } from '../schema.ts';

/** Coupon codes of affiliates, and their rates for single books and subjects. */
export async function up({ schema }: Queries, { key }: ColumnTypes): Promise<void> {
  await schema
    .alterTable('partners')
    .addColumn('coupon_codes', 'text', (column) => column.notNull().defaultTo('[]'))
    .execute();
  await schema
    .alterTable('partners')
    .addColumn('special_rates', 'text', (column) => column.notNull().defaultTo('[]'))
    .execute();
  await schema
    .createTable('partner_coupons')
    .addColumn('account_id', key, (column) =>
      column.notNull().references('accounts.id').onDelete('cascade'),
    )
    // Upper case, because shops accept coupons in any case.
    .addColumn('code', key, (column) => column.notNull())
    .addColumn('partner_id', key, (column) =>
      column.notNull().references('partners.id').onDelete('cascade'),
    )
    .addPrimaryKeyConstraint('partner_coupons_pk', ['account_id', 'code'])
    .execute();
  await schema
    .createIndex('partner_coupons_by_partner')
    .on('partner_coupons')
    .column('partner_id')
    .execute();
  await schema.alterTable('sales').addColumn('coupon_code', key).execute();
}
