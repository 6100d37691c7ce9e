import type { Database } from './db/open.ts';
import type { EventLog } from './events/event-log.ts';
import type { CursorCodec } from './http/pagination.ts';
import type { Secrets } from './values/secrets.ts';

/** What every feature plugin is built from. */
export interface AppContext {
  db: Database;
  /** Commits the response of an idempotent request together with the writes of the request. */
  idempotentDb: Database;
  now: () => Date;
  /** A new, sortable id with this prefix. */
  newId: (prefix: string) => string;
  /** Bytes from a cryptographic source. */
  random: (size: number) => Uint8Array;
  /** Signs cursors, session tokens and buy links, and encrypts stored secrets. */
  secrets: Secrets;
  /** Origin at which clients reach the server, without a trailing slash. */
  publicUrl: string;
  cursors: CursorCodec;
  events: EventLog;
  /** Whether URLs of webhooks and domains may point to this machine: for development. */
  allowLoopback: boolean;
  /** Call after a commit that adds webhook deliveries. */
  wakeDeliveries: () => void;
}
