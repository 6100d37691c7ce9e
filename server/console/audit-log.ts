import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { NewId } from '../db/id-generator.ts';
import { type Database, databaseInTransaction, type Queries } from '../db/open.ts';
import type { AuditEntry } from './contract.ts';

/** A change for the audit log. Never contains secrets. */
export interface Change {
  /** Null if the change belongs to no account. */
  accountId: string | null;
  /** For example, `key.create`. */
  action: string;
  /** Id or name of the changed resource. */
  target: string | null;
  before?: unknown;
  after?: unknown;
}

/** The person or command that makes a change. */
export interface Actor {
  userId: string | null;
  /** Email address, or `command line`. */
  name: string;
  address: string | null;
}

export interface AuditContext {
  db: Database;
  now: () => Date;
  newId: NewId;
}

export type AuditLog = ReturnType<typeof auditLog>;

/** Records who changed what. Entries never change. */
export function auditLog({ db, now, newId }: AuditContext) {
  /** Makes a change and records it in one transaction. `work` may run several times. */
  async function record<Result>(
    actor: Actor,
    work: (tx: Database) => Promise<{ result: Result; change: Change; actor?: Actor }>,
  ): Promise<Result> {
    return db.transaction(async (query) => {
      const { result, change, actor: known = actor } = await work(databaseInTransaction(db, query));
      await query
        .insertInto('audit_log')
        .values({
          id: newId('log'),
          account_id: change.accountId,
          user_id: known.userId,
          actor: known.name,
          address: known.address,
          action: change.action,
          target: change.target,
          before: toJson(change.before),
          after: toJson(change.after),
          created_at: now().toISOString(),
        })
        .execute();
      return result;
    });
  }

  return {
    record,

    /** Makes and records a change of the request's user. Every write route must call this. */
    async change<Result>(
      request: FastifyRequest,
      work: (tx: Database) => Promise<{ result: Result; change: Change; actor?: Actor }>,
    ): Promise<Result> {
      const { consoleUser: user, webhookPortal, ip } = request;
      const visitor = webhookPortal ? `webhook portal: ${webhookPortal.name}` : 'unknown';
      const actor = { userId: user?.userId ?? null, name: user?.email ?? visitor, address: ip };
      const result = await record(actor, work);
      request.isAudited = true;
      return result;
    },
  };
}

function toJson(value: unknown): string | null {
  return value === undefined || value === null ? null : JSON.stringify(value);
}

export interface AuditFilter {
  /** Only actions that begin with this text, such as `key.`. */
  action?: string;
  /** Only entries of this email address. */
  actor?: string;
}

/** Returns an account's entries before an id, newest first. */
export async function listAuditEntries(
  query: Queries,
  accountId: string,
  { action, actor }: AuditFilter,
  limit: number,
  beforeId: string | null,
): Promise<AuditEntry[]> {
  let rows = query.selectFrom('audit_log').selectAll().where('account_id', '=', accountId);
  if (action) rows = rows.where('action', '>=', action).where('action', '<', `${action}\uFFFF`);
  if (actor) rows = rows.where('actor', '=', actor);
  if (beforeId !== null) rows = rows.where('id', '<', beforeId);
  const found = await rows.orderBy('id', 'desc').limit(limit).execute();
  return found.map((row) => ({
    id: row.id,
    at: row.created_at,
    actor: row.actor,
    address: row.address,
    action: row.action,
    target: row.target,
    before: fromJson(row.before),
    after: fromJson(row.after),
  }));
}

function fromJson(text: string | null): unknown {
  return text === null ? null : z.json().parse(JSON.parse(text));
}
