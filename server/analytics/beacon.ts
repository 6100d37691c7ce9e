import type { AnalyticsTables } from '../db/analytics-tables.ts';
import type { Audience } from './audience.ts';

/** Dimensions by which numbers can be grouped and filtered. Empty if unknown. */
export interface Dimensions extends Audience {
  book: string;
  deployment: string;
  affiliate: string;
  campaign: string;
}

export interface BeaconEvent {
  type: 'opened' | 'read' | 'progressed' | 'finished-sample' | 'buy-clicked' | 'sold';
  /** ISO 8601 UTC. */
  at: string;
  /** Index in the reading order. */
  section?: number;
  /** Furthest share of the book, 0–1. */
  fraction?: number;
  /** Time read since the reading began. */
  seconds?: number;
}

/** The stored content of a beacon. */
export interface BeaconBody {
  /** Absent for sales, because their reading has other beacons. */
  dimensions?: Dimensions;
  /** Keyed digest of the reader's id. Absent without consent. */
  reader?: string;
  events: BeaconEvent[];
}

export interface Beacon extends BeaconBody {
  accountId: string;
  traceId: string;
}

export type StoredBeacon = AnalyticsTables['beacons'];

export function toBeacon({ account_id, trace_id, body }: StoredBeacon): Beacon {
  return { accountId: account_id, traceId: trace_id, ...parseBody(body) };
}

/** No validation needed, because the server wrote the text. */
function parseBody(json: string): BeaconBody {
  return JSON.parse(json) as BeaconBody;
}
