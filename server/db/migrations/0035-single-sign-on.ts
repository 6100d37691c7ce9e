import type { ColumnTypes } from '../column-types.ts';
import type { Queries } from '../schema.ts';

/** OpenID Connect providers of accounts, and the users that they identify. */
export async function up({ schema }: Queries, { key }: ColumnTypes): Promise<void> {
  await schema
    .createTable('sso_connections')
    .addColumn('account_id', key, (column) =>
      column.primaryKey().references('accounts.id').onDelete('cascade'),
    )
    .addColumn('issuer', 'text', (column) => column.notNull())
    .addColumn('client_id', 'text', (column) => column.notNull())
    .addColumn('client_secret', 'text', (column) => column.notNull())
    .addColumn('domain', key, (column) => column.notNull())
    .addColumn('domain_value', 'text', (column) => column.notNull())
    .addColumn('verified_domain', key, (column) => column.unique())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .execute();
  await schema
    .createTable('sso_identities')
    .addColumn('account_id', key, (column) =>
      column.notNull().references('sso_connections.account_id').onDelete('cascade'),
    )
    .addColumn('subject', key, (column) => column.notNull())
    .addColumn('user_id', key, (column) =>
      column.notNull().references('users.id').onDelete('cascade'),
    )
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('sso_identities_pk', ['account_id', 'subject'])
    .addUniqueConstraint('sso_identities_by_user', ['account_id', 'user_id'])
    .execute();
}
