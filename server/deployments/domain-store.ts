import type { Database, Queries } from '../db/open.ts';
import { Failure } from '../failure.ts';
import type { DomainRow } from './stored-deployment.ts';

/** Maximum number of domains per deployment. */
export const maxDomains = 20;

export async function readDomains(
  query: Queries,
  deploymentIds: readonly string[],
): Promise<(DomainRow & { deployment_id: string })[]> {
  if (deploymentIds.length === 0) return [];
  return selectDomains(query)
    .select('deployment_domains.deployment_id')
    .where('deployment_domains.deployment_id', 'in', deploymentIds)
    .orderBy('deployment_domains.host')
    .execute();
}

/** @throws Failure `domain_not_found`. */
export async function readDomain(
  query: Queries,
  deploymentId: string,
  host: string,
): Promise<DomainRow> {
  const row = await selectDomains(query)
    .where('deployment_domains.deployment_id', '=', deploymentId)
    .where('deployment_domains.host', '=', host)
    .executeTakeFirst();
  if (!row) throw domainNotFound(deploymentId, host);
  return row;
}

export interface RequestedDomain {
  host: string;
  value: string;
  createdAt: string;
}

/**
 * @returns The number of added domains. Existing domains stay unchanged.
 * @throws Failure `conflict` if the maximum number of domains is exceeded.
 */
export async function addDomains(
  tx: Queries,
  deploymentId: string,
  domains: readonly RequestedDomain[],
): Promise<number> {
  let added = 0;
  for (const { host, value, createdAt } of domains) {
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('deployment_domains')
      .values({
        deployment_id: deploymentId,
        host,
        value,
        checked_at: null,
        problem: null,
        created_at: createdAt,
      })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    added += Number(numInsertedOrUpdatedRows ?? 0);
  }
  const { count } = await tx
    .selectFrom('deployment_domains')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('deployment_id', '=', deploymentId)
    .executeTakeFirstOrThrow();
  if (added > 0 && Number(count) > maxDomains) {
    const message = `A deployment can have at most ${maxDomains} domains. Remove one first.`;
    throw new Failure('conflict', message);
  }
  return added;
}

/** @throws Failure `domain_not_found`. */
export async function removeDomain(tx: Queries, deploymentId: string, host: string): Promise<void> {
  const { numDeletedRows } = await tx
    .deleteFrom('deployment_domains')
    .where('deployment_id', '=', deploymentId)
    .where('host', '=', host)
    .executeTakeFirst();
  if (Number(numDeletedRows) === 0) throw domainNotFound(deploymentId, host);
  await tx
    .deleteFrom('verified_hosts')
    .where('host', '=', host)
    .where('deployment_id', '=', deploymentId)
    .execute();
}

/** Result of checking a host's TXT record. */
export interface DomainCheck {
  /** Null if the lookup failed and nothing is known. */
  records: string[] | null;
  /** As in `deployment_domains`. */
  problem: string | null;
  checkedAt: string;
  /** Time of the next check of a verified host. */
  nextCheckAt: string;
  /** The host is released if its record has been missing since this time or earlier. */
  missingSinceLimit: string;
}

/**
 * Applies the result of a check, which verifies, keeps or releases the host. A host moves from one
 * deployment to another when only the latter's record is present.
 *
 * @throws Failure `domain_not_found`; `conflict` while the host belongs to another deployment.
 */
export async function applyDomainCheck(
  tx: Queries,
  engine: Database['engine'],
  { deploymentId, host }: { deploymentId: string; host: string },
  { records, problem, checkedAt, nextCheckAt, missingSinceLimit }: DomainCheck,
): Promise<void> {
  // Locked until the commit to prevent removal of the domain in the meantime.
  await tx
    .selectFrom('deployments')
    .select('id')
    .where('id', '=', deploymentId)
    .$if(engine === 'postgres', (query) => query.forUpdate())
    .execute();
  const domain = await readDomain(tx, deploymentId, host);
  const holder = await lockHost(tx, engine, host);
  const isMine = holder?.deployment_id === deploymentId;
  if (records?.includes(domain.value)) {
    if (!holder) await assignHost(tx, deploymentId, host, checkedAt, nextCheckAt);
    else if (!isMine)
      await transferHost(tx, holder.deployment_id, deploymentId, host, records, checkedAt);
    await tx
      .updateTable('verified_hosts')
      .set({ missing_since: null, due_at: nextCheckAt })
      .where('host', '=', host)
      .execute();
  } else if (isMine) {
    const missingSince = records ? (holder.missing_since ?? checkedAt) : holder.missing_since;
    const isLost = records !== null && missingSince !== null && missingSince <= missingSinceLimit;
    await (isLost
      ? tx.deleteFrom('verified_hosts').where('host', '=', host).execute()
      : tx
          .updateTable('verified_hosts')
          .set({ missing_since: missingSince, due_at: nextCheckAt })
          .where('host', '=', host)
          .execute());
  }
  await tx
    .updateTable('deployment_domains')
    .set({ checked_at: checkedAt, problem })
    .where('deployment_id', '=', deploymentId)
    .where('host', '=', host)
    .execute();
}

/** Returns hosts due for a check, the longest overdue first. */
export async function listHostsDue(query: Queries, at: string, limit: number) {
  return query
    .selectFrom('verified_hosts')
    .select(['host', 'deployment_id', 'due_at'])
    .where('due_at', '<=', at)
    .orderBy('due_at')
    .limit(limit)
    .execute();
}

/**
 * Claims a host for a check by this process until `leaseEnd`. Returns false if another process was
 * faster.
 */
export async function claimHost(
  query: Queries,
  { host, due_at: dueAt }: { host: string; due_at: string },
  leaseEnd: string,
): Promise<boolean> {
  const { numUpdatedRows } = await query
    .updateTable('verified_hosts')
    .set({ due_at: leaseEnd })
    .where('host', '=', host)
    .where('due_at', '=', dueAt)
    .executeTakeFirst();
  return Number(numUpdatedRows) === 1;
}

function selectDomains(query: Queries) {
  return query
    .selectFrom('deployment_domains')
    .leftJoin('verified_hosts', (join) =>
      join
        .onRef('verified_hosts.host', '=', 'deployment_domains.host')
        .onRef('verified_hosts.deployment_id', '=', 'deployment_domains.deployment_id'),
    )
    .select([
      'deployment_domains.host',
      'deployment_domains.value',
      'deployment_domains.checked_at',
      'deployment_domains.problem',
      'verified_hosts.verified_at',
    ]);
}

async function lockHost(tx: Queries, engine: Database['engine'], host: string) {
  return tx
    .selectFrom('verified_hosts')
    .select(['deployment_id', 'missing_since'])
    .where('host', '=', host)
    .$if(engine === 'postgres', (query) => query.forUpdate())
    .executeTakeFirst();
}

async function assignHost(
  tx: Queries,
  deploymentId: string,
  host: string,
  at: string,
  nextAt: string,
): Promise<void> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('verified_hosts')
    .values({
      host,
      deployment_id: deploymentId,
      verified_at: at,
      missing_since: null,
      due_at: nextAt,
    })
    // Of two concurrent inserts, the second waits for the first and then inserts nothing.
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (Number(numInsertedOrUpdatedRows ?? 0) === 0) throw hostTaken(host);
}

async function transferHost(
  tx: Queries,
  holderId: string,
  deploymentId: string,
  host: string,
  records: readonly string[],
  at: string,
): Promise<void> {
  const { value } = await readDomain(tx, holderId, host);
  if (records.includes(value)) throw hostTaken(host);
  await tx
    .updateTable('verified_hosts')
    .set({ deployment_id: deploymentId, verified_at: at })
    .where('host', '=', host)
    .execute();
  await tx
    .updateTable('deployment_domains')
    .set({ checked_at: at, problem: `${host} has been verified for another deployment.` })
    .where('deployment_id', '=', holderId)
    .where('host', '=', host)
    .execute();
}

function hostTaken(host: string): Failure {
  return new Failure(
    'conflict',
    `${host} is verified for another deployment. Remove that deployment’s TXT record first.`,
  );
}

export function domainNotFound(deploymentId: string, host: string): Failure {
  return new Failure('domain_not_found', `Deployment ${deploymentId} has no domain ${host}.`);
}
