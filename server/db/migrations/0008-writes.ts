import type { ColumnTypes } from '../column-types.ts';
import type { Queries } from '../schema.ts';

/** Chapters, reviews and sales. */
export async function up(query: Queries, types: ColumnTypes): Promise<void> {
  await createChapters(query, types);
  await createReviews(query, types);
  await createSales(query, types);
}

async function createChapters({ schema }: Queries, { key }: ColumnTypes): Promise<void> {
  await schema
    .createTable('serial_chapters')
    .addColumn('id', key, (column) => column.primaryKey())
    .addColumn('book_id', key, (column) =>
      column.notNull().references('books.id').onDelete('cascade'),
    )
    .addColumn('title', 'text', (column) => column.notNull())
    .addColumn('position', 'integer', (column) => column.notNull())
    .addColumn('state', key, (column) => column.notNull())
    .addColumn('content', 'text', (column) => column.notNull())
    .addColumn('format', 'text', (column) => column.notNull())
    .addColumn('section', 'text', (column) => column.notNull())
    .addColumn('content_digest', 'text', (column) => column.notNull())
    .addColumn('words', 'integer', (column) => column.notNull())
    .addColumn('length', 'integer', (column) => column.notNull())
    .addColumn('publish_at', key)
    .addColumn('published_at', 'text')
    .addColumn('revision', 'integer', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('updated_at', 'text', (column) => column.notNull())
    .execute();
  await schema
    .createIndex('serial_chapters_by_book')
    .on('serial_chapters')
    .columns(['book_id', 'position', 'id'])
    .execute();
  await schema
    .createIndex('serial_chapters_by_due')
    .on('serial_chapters')
    .columns(['state', 'publish_at'])
    .execute();
}

async function createReviews({ schema }: Queries, { key }: ColumnTypes): Promise<void> {
  for (const name of ['rating_sum', 'rating_count']) {
    await schema
      .alterTable('books')
      .addColumn(name, 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
  }
  await schema
    .createTable('reviews')
    .addColumn('id', key, (column) => column.primaryKey())
    .addColumn('book_id', key, (column) =>
      column.notNull().references('books.id').onDelete('cascade'),
    )
    .addColumn('account_id', key, (column) =>
      column.notNull().references('accounts.id').onDelete('cascade'),
    )
    .addColumn('reviewer', key, (column) => column.notNull())
    .addColumn('rating', 'integer', (column) => column.notNull())
    .addColumn('title', 'text')
    .addColumn('body', 'text')
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('updated_at', 'text', (column) => column.notNull())
    .addUniqueConstraint('reviews_by_reviewer', ['book_id', 'account_id', 'reviewer'])
    .execute();
  await schema.createIndex('reviews_by_book').on('reviews').columns(['book_id', 'id']).execute();
}

async function createSales({ schema }: Queries, { key }: ColumnTypes): Promise<void> {
  await schema
    .createTable('sale_rates')
    .addColumn('id', key, (column) => column.primaryKey())
    .addColumn('date', 'text', (column) => column.notNull())
    .addColumn('source', 'text', (column) => column.notNull())
    .addColumn('pivot', 'text', (column) => column.notNull())
    .addColumn('rates', 'text', (column) => column.notNull())
    .execute();
  await schema
    .createTable('sales')
    .addColumn('id', key, (column) => column.primaryKey())
    .addColumn('account_id', key, (column) =>
      column.notNull().references('accounts.id').onDelete('cascade'),
    )
    .addColumn('order_id', key, (column) => column.notNull())
    .addColumn('book_id', key, (column) => column.notNull())
    .addColumn('quantity', 'integer', (column) => column.notNull())
    .addColumn('unit_price', 'text', (column) => column.notNull())
    .addColumn('currency', 'text', (column) => column.notNull())
    .addColumn('click_id', key)
    .addColumn('occurred_at', key, (column) => column.notNull())
    .addColumn('rates_id', key, (column) => column.notNull().references('sale_rates.id'))
    .addColumn('refunded_quantity', 'integer', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('updated_at', 'text', (column) => column.notNull())
    .addUniqueConstraint('sales_by_order', ['account_id', 'order_id', 'book_id'])
    .execute();
  await schema
    .createIndex('sales_by_time')
    .on('sales')
    .columns(['account_id', 'occurred_at', 'id'])
    .execute();
  await schema
    .createTable('sale_refunds')
    .addColumn('id', key, (column) => column.primaryKey())
    .addColumn('sale_id', key, (column) =>
      column.notNull().references('sales.id').onDelete('cascade'),
    )
    .addColumn('quantity', 'integer', (column) => column.notNull())
    .addColumn('reason', 'text')
    .addColumn('created_at', 'text', (column) => column.notNull())
    .execute();
  await schema
    .createIndex('sale_refunds_by_sale')
    .on('sale_refunds')
    .columns(['sale_id', 'id'])
    .execute();
}
