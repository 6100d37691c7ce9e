import type { Database } from './db/open.ts';
import type { EventLog } from './events/event-log.ts';
import type { CursorCodec } from './http/pagination.ts';
import type { Metrics } from './telemetry/metrics.ts';
import type { Secrets } from './values/secrets.ts';

/** Dependencies of every feature plugin. */
export interface AppContext {
  db: Database;
  /** Commits an idempotent request's response together with its writes. */
  idempotentDb: Database;
  now: () => Date;
  /** Returns a new, sortable id with this prefix. */
  newId: (prefix: string) => string;
  /** Returns bytes from a cryptographic source. */
  random: (size: number) => Uint8Array;
  /** Signs cursors, session tokens and buy links, and encrypts stored secrets. */
  secrets: Secrets;
  /**
   * Shared with the cache in front of the server, or null if there is none. See `SVC_CDN_SECRET`.
   */
  cacheSecret: string | null;
  /** Origin at which clients reach the server, without a trailing slash. */
  publicUrl: string;
  cursors: CursorCodec;
  metrics: Metrics;
  events: EventLog;
  /** Whether webhook URLs and domains may point to this machine. For development only. */
  allowLoopback: boolean;
  /** Call after a commit that adds webhook deliveries. */
  wakeDeliveries: () => void;
}
