import type { Database } from '../db/open.ts';
import {
  runWithLock,
  responseRetentionMs,
  deserializeResults,
  toKeyColumns,
} from './idempotent-database.ts';
import type {
  Claim,
  IdempotencyLock,
  IdempotencyStore,
  IdempotencyKey,
  StoredResponse,
} from './contract.ts';

/** How long a request is believed to be under way when nothing is heard of it. */
export interface IdempotencyLeases {
  requestMs: number;
  uploadMs: number;
}

/** Longer than requests take, and, for uploads, than the last of four waits and takes. */
const defaultLeases: IdempotencyLeases = { requestMs: 30_000, uploadMs: 360_000 };
const sweepIntervalMs = 3600 * 1000;

export interface IdempotencyStoreOptions {
  db: Database;
  now: () => Date;
  /** A text that nobody else gets. */
  newToken: () => string;
  /** Makes answers unreadable in the database: some show a secret this once. */
  box: { seal(text: string): string; open(sealed: string): string };
  leases?: IdempotencyLeases;
}

/**
 * Keys of a day ago, and those of processes that died before they did anything, are as good as new.
 * What a dead one did is taken up where it ended: see `carriedOutOnce`.
 */
export function idempotencyStore(options: IdempotencyStoreOptions): IdempotencyStore {
  const { db, now, newToken, box, leases = defaultLeases } = options;
  let sweptMs = 0;
  return {
    async claim(intent, digest, isUpload) {
      await sweep();
      const leaseUntil = inMs(isUpload ? leases.uploadMs : leases.requestMs);
      // An intent found held may be freed before it is read: then it is there for the taking.
      for (;;) {
        const claim =
          (await take(intent, digest, leaseUntil)) ?? (await look(intent, digest, leaseUntil));
        if (claim) return claim;
      }
    },

    runWithLock: runWithLock,

    async complete(held, { status, headers, body }) {
      await db.query
        .updateTable('idempotency_keys')
        .set({
          status,
          headers: JSON.stringify(headers),
          body: Buffer.from(box.seal(Buffer.from(body).toString('base64'))),
          results: null,
          expires_at: inMs(responseRetentionMs),
        })
        .where((where) => where.and(lockedRow(held)))
        .execute();
    },

    async release(held) {
      await db.query
        .deleteFrom('idempotency_keys')
        .where((where) => where.and(lockedRow(held)))
        .where('results', 'is', null)
        .execute();
      await db.query
        .updateTable('idempotency_keys')
        .set({ lease_until: inMs(0) })
        .where((where) => where.and(lockedRow(held)))
        .execute();
    },
  };

  async function take(
    idempotencyKey: IdempotencyKey,
    digest: string,
    leaseUntil: string,
  ): Promise<Claim | null> {
    const token = newToken();
    await db.query
      .deleteFrom('idempotency_keys')
      .where((where) => where.and(toKeyColumns(idempotencyKey)))
      .where('expires_at', '<=', inMs(0))
      .execute();
    const { numInsertedOrUpdatedRows } = await db.query
      .insertInto('idempotency_keys')
      .values({
        ...toKeyColumns(idempotencyKey),
        digest,
        token,
        expires_at: leaseUntil,
        lease_until: leaseUntil,
      })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    if (!numInsertedOrUpdatedRows) return null;
    return { outcome: 'claimed', held: { idempotencyKey, token, committedResults: [] } };
  }

  async function look(
    intent: IdempotencyKey,
    digest: string,
    leaseUntil: string,
  ): Promise<Claim | null> {
    const row = await db.query
      .selectFrom('idempotency_keys')
      .select(['digest', 'token', 'status', 'headers', 'body', 'results', 'lease_until'])
      .where((where) => where.and(toKeyColumns(intent)))
      .executeTakeFirst();
    if (!row) return null;
    if (row.digest !== digest) return { outcome: 'reused' };
    const { status, headers, body, results } = row;
    if (status !== null && headers !== null && body !== null) {
      const opened = Buffer.from(box.open(Buffer.from(body).toString()), 'base64');
      const answer: StoredResponse = { status, headers: JSON.parse(headers), body: opened };
      return { outcome: 'done', answer };
    }
    if (results === null || row.lease_until === null || row.lease_until > inMs(0)) {
      return { outcome: 'running' };
    }
    return takeUp(intent, row.token, leaseUntil);
  }

  /** Null when another was faster. */
  async function takeUp(
    idempotencyKey: IdempotencyKey,
    before: string,
    leaseUntil: string,
  ): Promise<Claim | null> {
    const token = newToken();
    const row = await db.query
      .updateTable('idempotency_keys')
      .set({ token, lease_until: leaseUntil })
      .where((where) => where.and({ ...toKeyColumns(idempotencyKey), token: before }))
      .where('status', 'is', null)
      .returning('results')
      .executeTakeFirst();
    if (!row) return null;
    return {
      outcome: 'claimed',
      held: { idempotencyKey, token, committedResults: deserializeResults(row.results) },
    };
  }

  async function sweep() {
    if (now().getTime() - sweptMs < sweepIntervalMs) return;
    sweptMs = now().getTime();
    await db.query.deleteFrom('idempotency_keys').where('expires_at', '<=', inMs(0)).execute();
  }

  function inMs(ms: number): string {
    return new Date(now().getTime() + ms).toISOString();
  }
}

function lockedRow({ idempotencyKey, token }: IdempotencyLock) {
  return { ...toKeyColumns(idempotencyKey), token };
}
