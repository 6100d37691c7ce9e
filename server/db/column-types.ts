import { type RawBuilder, sql } from 'kysely';
import type { Engine } from './open.ts';

/** Column types that differ between the engines. All others are portable. */
export interface ColumnTypes {
  /** Bytes, written and read as `Uint8Array`. */
  blob: RawBuilder<unknown>;
  /** Text ordered by code point, regardless of the database's locale. For ids and sort keys. */
  key: RawBuilder<unknown>;
  /** Table suffix that stores rows in key order, if the engine supports it. */
  clustered: RawBuilder<unknown>;
}

/**
 * SQLite compares text by code point, but PostgreSQL uses the database's locale unless specified.
 */
export const columnTypes = {
  sqlite: { blob: sql`blob`, key: sql`text`, clustered: sql`without rowid` },
  postgres: { blob: sql`bytea`, key: sql`text collate "C"`, clustered: sql`` },
} satisfies Record<Engine, ColumnTypes>;
