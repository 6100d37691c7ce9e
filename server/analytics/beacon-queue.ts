import { createHmac } from 'node:crypto';
import type { Queries } from '../db/schema.ts';
import type { NewId } from '../db/id-generator.ts';
import { deriveKeys, type Secrets } from '../values/secrets.ts';
import type { BeaconBody, BeaconEvent, Dimensions } from './beacon.ts';

/** A reading that sends beacons. */
export interface BeaconSource {
  accountId: string;
  traceId: string;
  dimensions: Dimensions;
  /** The account's id for the reader, or null if there is none or without consent. */
  readerId: string | null;
  /** Start of the reading session, ISO 8601 UTC. */
  startedAt: string;
}

export type BeaconQueue = ReturnType<typeof beaconQueue>;

/**
 * Stores beacons in the transaction of their request, with one insert. They are counted later by
 * `countBeacons`. Call it only for readers who may be counted; see `visits.recordEvents`.
 */
export function beaconQueue({
  now,
  newId,
  secrets,
}: {
  now: () => Date;
  newId: NewId;
  secrets: Secrets;
}) {
  const [readerKey] = deriveKeys(secrets, 'analytics reader');

  async function insert(
    tx: Queries,
    { accountId, traceId }: { accountId: string; traceId: string },
    body: BeaconBody,
  ): Promise<void> {
    const row = {
      id: newId('bcn'),
      trace_id: traceId,
      account_id: accountId,
      received_at: now().toISOString(),
      body: JSON.stringify(body),
    };
    await tx.insertInto('beacon_queue').values(row).execute();
  }

  /** Changes every day, so that a reader's readings on different days cannot be linked. */
  function digestOf({ accountId, readerId, startedAt }: BeaconSource): string | undefined {
    if (readerId === null) return undefined;
    const day = startedAt.slice(0, 10);
    return createHmac('sha256', readerKey)
      .update(JSON.stringify([accountId, day, readerId]))
      .digest('base64url')
      .slice(0, 22);
  }

  return {
    async addEvents(tx: Queries, source: BeaconSource, events: BeaconEvent[]): Promise<void> {
      const reader = digestOf(source);
      await insert(tx, source, {
        dimensions: source.dimensions,
        ...(reader !== undefined && { reader }),
        events,
      });
    },

    /** Records that a reading led to a sale. */
    async addSale(tx: Queries, reading: { accountId: string; traceId: string }): Promise<void> {
      await insert(tx, reading, { events: [{ type: 'sold', at: now().toISOString() }] });
    },
  };
}
