import type { ColumnTypes } from '../column-types.ts';
import type { Queries } from '../schema.ts';

/** White-label deployments, their files and domains. */
export async function up({ schema }: Queries, { key, blob }: ColumnTypes): Promise<void> {
  await schema
    .createTable('deployments')
    .addColumn('id', key, (column) => column.primaryKey())
    .addColumn('account_id', key, (column) =>
      column.notNull().references('accounts.id').onDelete('cascade'),
    )
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('settings', 'text', (column) => column.notNull())
    .addColumn('logo', 'text')
    .addColumn('fonts', 'text', (column) => column.notNull())
    .addColumn('revision', 'integer', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('updated_at', 'text', (column) => column.notNull())
    .execute();
  await schema
    .createIndex('deployments_by_account')
    .on('deployments')
    .columns(['account_id', 'id'])
    .execute();

  await schema
    .createTable('deployment_files')
    .addColumn('deployment_id', key, (column) =>
      column.notNull().references('deployments.id').onDelete('cascade'),
    )
    .addColumn('name', key, (column) => column.notNull())
    .addColumn('media_type', 'text', (column) => column.notNull())
    .addColumn('bytes', blob, (column) => column.notNull())
    .addPrimaryKeyConstraint('deployment_files_pk', ['deployment_id', 'name'])
    .execute();

  await schema
    .createTable('deployment_domains')
    .addColumn('deployment_id', key, (column) =>
      column.notNull().references('deployments.id').onDelete('cascade'),
    )
    .addColumn('host', key, (column) => column.notNull())
    .addColumn('value', 'text', (column) => column.notNull())
    .addColumn('checked_at', 'text')
    .addColumn('problem', 'text')
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('deployment_domains_pk', ['deployment_id', 'host'])
    .execute();

  await schema
    .createTable('verified_hosts')
    // One row per host, so that two deployments cannot both have it.
    .addColumn('host', key, (column) => column.primaryKey())
    .addColumn('deployment_id', key, (column) =>
      column.notNull().references('deployments.id').onDelete('cascade'),
    )
    .addColumn('verified_at', 'text', (column) => column.notNull())
    .addColumn('missing_since', 'text')
    .addColumn('due_at', key, (column) => column.notNull())
    .execute();
  await schema
    .createIndex('verified_hosts_by_due')
    .on('verified_hosts')
    .columns(['due_at'])
    .execute();
  await schema
    .createIndex('verified_hosts_by_deployment')
    .on('verified_hosts')
    .columns(['deployment_id'])
    .execute();
}
