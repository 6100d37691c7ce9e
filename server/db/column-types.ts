import { type RawBuilder, sql } from 'kysely';
import type { Engine } from './open.ts';

/** Column types that differ between the engines; all others are portable. */
export interface ColumnTypes {
  /** Bytes: `Uint8Array` in and out. */
  blob: RawBuilder<unknown>;
  /** Text ordered by code point, regardless of the database's locale; for ids and sort keys. */
  key: RawBuilder<unknown>;
  /** Table suffix that stores rows in key order, if the engine supports it. */
  clustered: RawBuilder<unknown>;
}

/** SQLite compares text by code point; PostgreSQL uses the database's locale unless specified. */
export const columnTypes = {
  sqlite: { blob: sql`blob`, key: sql`text`, clustered: sql`without rowid` },
  postgres: { blob: sql`bytea`, key: sql`text collate "C"`, clustered: sql`` },
} satisfies Record<Engine, ColumnTypes>;
