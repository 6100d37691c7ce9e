import type { AnalyticsTables } from '../db/analytics-tables.ts';
import type { Audience } from './audience.ts';

/** The values by which numbers can be grouped and filtered. Empty if there is none. */
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

/** Stored content of a beacon. */
export interface BeaconBody {
  /** Absent for a sale, whose reading has other beacons. */
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

/** The server wrote the text itself. */
function parseBody(json: string): BeaconBody {
  return JSON.parse(json) as BeaconBody;
}
