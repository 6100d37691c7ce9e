import { setTimeout as delay } from 'node:timers/promises';
import { hasDefinitelyFailed } from '../db/database-errors.ts';
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
import { steadyClock } from '../values/time.ts';

/** How long a request keeps its lock without responding. */
export interface IdempotencyLeases {
  requestMs: number;
  uploadMs: number;
}

/** Longer than requests take. For uploads, includes the time in the import queue. */
const defaultLeases: IdempotencyLeases = { requestMs: 30_000, uploadMs: 360_000 };
/** Pause between attempts to release a key while the database is unavailable. */
const releasePauseMs = 500;
const sweepIntervalMs = 3600 * 1000;

export interface IdempotencyStoreOptions {
  db: Database;
  now: () => Date;
  /** Returns a unique token. */
  newToken: () => string;
  /** Encrypts stored responses, which can contain secrets. */
  box: { seal(text: string): string; open(sealed: string): string };
  leases?: IdempotencyLeases;
}

/**
 * Stores idempotency keys. Keys expire after a day, or with their lease if the process ended before
 * its first commit. If it ended after a commit, the next request continues from there; see
 * `idempotentDatabase`.
 */
export function idempotencyStore(options: IdempotencyStoreOptions): IdempotencyStore {
  const { db, now, newToken, box, leases = defaultLeases } = options;
  const clock = steadyClock(now);
  let sweptMs = 0;
  return {
    async claim(intent, digest, isUpload) {
      await sweep();
      const leaseUntil = inMs(isUpload ? leases.uploadMs : leases.requestMs);
      // A locked key may have been released between the two statements, so try again.
      for (;;) {
        const claim =
          (await take(intent, digest, leaseUntil)) ??
          (await readExisting(intent, digest, leaseUntil));
        if (claim) return claim;
      }
    },

    runWithLock: runWithLock,

    async complete(held, { status, headers, body }) {
      await orReleasedLater(held, true, () =>
        db.query
          .updateTable('idempotency_keys')
          .set({
            status,
            headers: JSON.stringify(headers),
            body: Buffer.from(box.seal(Buffer.from(body).toString('base64'))),
            results: null,
            expires_at: inMs(responseRetentionMs),
          })
          .where((where) => where.and(lockedRow(held)))
          .execute(),
      );
    },

    release: (held) => orReleasedLater(held, true, () => release(held)),
  };

  async function release(held: IdempotencyLock): Promise<void> {
    await db.query
      .deleteFrom('idempotency_keys')
      .where((where) => where.and(lockedRow(held)))
      .where('results', 'is', null)
      // Storing the response may have succeeded without an answer from the database.
      .where('status', 'is', null)
      .execute();
    await db.query
      .updateTable('idempotency_keys')
      .set({ lease_until: inMs(0) })
      .where((where) => where.and(lockedRow(held)))
      .execute();
  }

  /**
   * If the database fails, the change may have been made, and the client may retry before the lease
   * ends. So the key is released when the database is available again.
   *
   * @param isHeld - Whether the key was claimed before. A claim that definitely failed needs no
   * release.
   */
  async function orReleasedLater<T>(
    held: IdempotencyLock,
    isHeld: boolean,
    work: () => Promise<T>,
  ): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (isHeld || !hasDefinitelyFailed(error)) void releaseLater(held);
      throw error;
    }
  }

  /** Never rejects. Gives up when the request's lease has ended. */
  async function releaseLater(held: IdempotencyLock): Promise<void> {
    for (let leftMs = leases.requestMs; leftMs > 0; leftMs -= releasePauseMs) {
      await delay(releasePauseMs, undefined, { ref: false });
      const isReleased = await release(held).then(
        () => true,
        () => false,
      );
      if (isReleased) return;
    }
  }

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
    const held = { idempotencyKey, token, committedResults: [] };
    const inserted = await orReleasedLater(held, false, () =>
      db.query
        .insertInto('idempotency_keys')
        .values({
          ...toKeyColumns(idempotencyKey),
          digest,
          token,
          expires_at: leaseUntil,
          lease_until: leaseUntil,
        })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst(),
    );
    return inserted.numInsertedOrUpdatedRows ? { outcome: 'claimed', held } : null;
  }

  async function readExisting(
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
    return takeOver(intent, row.token, leaseUntil);
  }

  /** Returns null if another request was faster. */
  async function takeOver(
    idempotencyKey: IdempotencyKey,
    before: string,
    leaseUntil: string,
  ): Promise<Claim | null> {
    const token = newToken();
    const row = await orReleasedLater({ idempotencyKey, token, committedResults: [] }, false, () =>
      db.query
        .updateTable('idempotency_keys')
        .set({ token, lease_until: leaseUntil })
        .where((where) => where.and({ ...toKeyColumns(idempotencyKey), token: before }))
        .where('status', 'is', null)
        .returning('results')
        .executeTakeFirst(),
    );
    if (!row) return null;
    return {
      outcome: 'claimed',
      held: { idempotencyKey, token, committedResults: deserializeResults(row.results) },
    };
  }

  async function sweep() {
    if (clock() - sweptMs < sweepIntervalMs) return;
    sweptMs = clock();
    await db.query.deleteFrom('idempotency_keys').where('expires_at', '<=', inMs(0)).execute();
  }

  function inMs(ms: number): string {
    return new Date(now().getTime() + ms).toISOString();
  }
}

function lockedRow({ idempotencyKey, token }: IdempotencyLock) {
  return { ...toKeyColumns(idempotencyKey), token };
}
