import type { ColumnTypes } from '../column-types.ts';
import type { Queries } from '../schema.ts';

/** Authenticator apps, recovery codes, passkeys, unfinished sign-ins, and the language of email. */
export async function up({ schema }: Queries, { key }: ColumnTypes): Promise<void> {
  await schema.alterTable('users').addColumn('language', 'text').execute();
  await schema
    .alterTable('accounts')
    .addColumn('requires_second_factor', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
  await schema
    .alterTable('console_sessions')
    .addColumn('method', 'text', (column) => column.notNull().defaultTo('password'))
    .execute();
  await schema.alterTable('console_sessions').addColumn('confirmed_at', 'text').execute();
  await schema.alterTable('console_sessions').addColumn('account_id', key).execute();
  await schema
    .createTable('user_totp')
    .addColumn('user_id', key, (column) =>
      column.primaryKey().references('users.id').onDelete('cascade'),
    )
    .addColumn('secret', 'text', (column) => column.notNull())
    .addColumn('last_step', 'integer', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('confirmed_at', 'text')
    .execute();
  await schema
    .createTable('recovery_codes')
    .addColumn('user_id', key, (column) =>
      column.notNull().references('users.id').onDelete('cascade'),
    )
    .addColumn('position', 'integer', (column) => column.notNull())
    .addColumn('code_hash', 'text', (column) => column.notNull())
    .addColumn('used_at', 'text')
    .addPrimaryKeyConstraint('recovery_codes_pk', ['user_id', 'position'])
    .execute();
  await schema
    .createTable('passkeys')
    .addColumn('id', key, (column) => column.primaryKey())
    .addColumn('credential_id', key, (column) => column.notNull().unique())
    .addColumn('user_id', key, (column) =>
      column.notNull().references('users.id').onDelete('cascade'),
    )
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('public_key', 'text', (column) => column.notNull())
    .addColumn('counter', 'bigint', (column) => column.notNull())
    .addColumn('transports', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('used_at', 'text')
    .execute();
  await schema.createIndex('passkeys_by_user').on('passkeys').column('user_id').execute();
  await schema
    .createTable('sign_in_challenges')
    .addColumn('token_hash', key, (column) => column.primaryKey())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('user_id', key, (column) => column.references('users.id').onDelete('cascade'))
    .addColumn('data', 'text', (column) => column.notNull())
    .addColumn('expires_at', key, (column) => column.notNull())
    .execute();
  await schema
    .createIndex('sign_in_challenges_by_expiry')
    .on('sign_in_challenges')
    .column('expires_at')
    .execute();
}
