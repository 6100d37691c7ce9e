import type { Database, Queries } from '../db/open.ts';
import type { Schema } from '../db/schema.ts';
import { Failure } from '../failure.ts';
import { readDomains } from './domain-store.ts';
import { toStoredDeployment, type StoredDeployment } from './stored-deployment.ts';
import type { StoredFile } from './stored-file.ts';

/** Maximum number of deployments per account. */
export const maxDeployments = 50;

export interface DeploymentPage {
  total: number;
  deployments: StoredDeployment[];
  hasMore: boolean;
}

/** Returns deployments, newest first. */
export async function listDeployments(
  query: Queries,
  accountId: string,
  limit: number,
  before: string | null,
): Promise<DeploymentPage> {
  const own = query.selectFrom('deployments').where('account_id', '=', accountId);
  const { total } = await own
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const rows = await own
    .selectAll()
    .$if(before !== null, (one) => one.where('id', '<', before))
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
  const deployments = await withDomains(query, rows.slice(0, limit));
  return { total: Number(total), deployments, hasMore: rows.length > limit };
}

/** Returns the deployments of all accounts, oldest first. For the operator. */
export async function listAllDeployments(
  query: Queries,
): Promise<(StoredDeployment & { accountName: string })[]> {
  const rows = await query
    .selectFrom('deployments')
    .innerJoin('accounts', 'accounts.id', 'deployments.account_id')
    .leftJoin('accounts as live', 'live.id', 'accounts.live_account_id')
    .selectAll('deployments')
    .select((eb) => eb.fn.coalesce('live.name', 'accounts.name').as('account_name'))
    .orderBy('deployments.id')
    .execute();
  const stored = await withDomains(query, rows);
  return stored.map((one, index) => ({ ...one, accountName: rows[index]?.account_name ?? '' }));
}

export async function findDeployment(
  query: Queries,
  accountId: string,
  id: string,
): Promise<StoredDeployment | null> {
  const row = await query
    .selectFrom('deployments')
    .selectAll()
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  const [found] = row ? await withDomains(query, [row]) : [];
  return found ?? null;
}

/** Returns the deployment for which a host is verified. */
export async function findByVerifiedHost(
  query: Queries,
  host: string,
): Promise<StoredDeployment | null> {
  const row = await query
    .selectFrom('verified_hosts')
    .innerJoin('deployments', 'deployments.id', 'verified_hosts.deployment_id')
    .selectAll('deployments')
    .where('verified_hosts.host', '=', host)
    .executeTakeFirst();
  const [found] = row ? await withDomains(query, [row]) : [];
  return found ?? null;
}

/**
 * Reads the account's own deployment and locks it until the transaction ends.
 *
 * @throws Failure `deployment_not_found`.
 */
export async function lockDeployment(
  tx: Queries,
  engine: Database['engine'],
  accountId: string,
  id: string,
): Promise<Schema['deployments']> {
  const row = await tx
    .selectFrom('deployments')
    .selectAll()
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    // SQLite needs no row lock because it allows only one writer.
    .$if(engine === 'postgres', (one) => one.forUpdate())
    .executeTakeFirst();
  if (!row) throw deploymentNotFound(id);
  return row;
}

/** @throws Failure `conflict` if the account has the maximum number of deployments. */
export async function insertDeployment(
  tx: Queries,
  engine: Database['engine'],
  row: Schema['deployments'],
  files: readonly StoredFile[],
): Promise<void> {
  // Locked until the commit because concurrent requests must not exceed the maximum.
  await tx
    .selectFrom('accounts')
    .select('id')
    .where('id', '=', row.account_id)
    .$if(engine === 'postgres', (query) => query.forNoKeyUpdate())
    .execute();
  const { count } = await tx
    .selectFrom('deployments')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('account_id', '=', row.account_id)
    .executeTakeFirstOrThrow();
  if (Number(count) >= maxDeployments) {
    const message = `An account can have at most ${maxDeployments} deployments. Delete one first.`;
    throw new Failure('conflict', message);
  }
  await tx.insertInto('deployments').values(row).execute();
  await insertFiles(tx, row.id, files);
}

export async function insertFiles(
  tx: Queries,
  deploymentId: string,
  files: readonly StoredFile[],
): Promise<void> {
  for (const { name, mediaType, bytes } of files) {
    await tx
      .insertInto('deployment_files')
      .values({ deployment_id: deploymentId, name, media_type: mediaType, bytes })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}

/** Deletes all files except the named ones. */
export async function deleteFilesExcept(
  tx: Queries,
  deploymentId: string,
  names: readonly string[],
): Promise<void> {
  await tx
    .deleteFrom('deployment_files')
    .where('deployment_id', '=', deploymentId)
    .$if(names.length > 0, (query) => query.where('name', 'not in', names))
    .execute();
}

export async function findFile(
  query: Queries,
  deploymentId: string,
  name: string,
): Promise<Omit<StoredFile, 'name'> | null> {
  const row = await query
    .selectFrom('deployment_files')
    .select(['media_type', 'bytes'])
    .where('deployment_id', '=', deploymentId)
    .where('name', '=', name)
    .executeTakeFirst();
  return row ? { mediaType: row.media_type, bytes: row.bytes } : null;
}

/** Whether the account has a publishable key with this id that is neither revoked nor expired. */
export async function hasPublishableKey(
  query: Queries,
  accountId: string,
  keyId: string,
  at: string,
): Promise<boolean> {
  const row = await query
    .selectFrom('api_keys')
    .select('id')
    .where('id', '=', keyId)
    .where('account_id', '=', accountId)
    .where('kind', '=', 'publishable')
    .where('revoked_at', 'is', null)
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', at)]))
    .executeTakeFirst();
  return row !== undefined;
}

export function deploymentNotFound(id: string): Failure {
  return new Failure('deployment_not_found', `No deployment with id ${id}.`);
}

async function withDomains(
  query: Queries,
  rows: Schema['deployments'][],
): Promise<StoredDeployment[]> {
  const ids = rows.map(({ id }) => id);
  const domains = Map.groupBy(await readDomains(query, ids), (one) => one.deployment_id);
  return rows.map((row) => toStoredDeployment(row, domains.get(row.id) ?? []));
}
