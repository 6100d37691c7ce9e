import { type RawBuilder, sql } from 'kysely';
import type { Engine } from './open.ts';

/** What is spelled differently by the engines; all others are portable. */
export interface ColumnTypes {
  /** Bytes: `Uint8Array` in and out. */
  blob: RawBuilder<unknown>;
  /** Text ordered and compared by code point, whatever the database's locale: for ids and sort keys. */
  key: RawBuilder<unknown>;
  /** Ends the definition of a table whose rows lie in the order of their keys, where that is to be had. */
  clustered: RawBuilder<unknown>;
}

/** SQLite compares text by code point anyway; PostgreSQL by the database's locale unless told. */
export const columnTypes = {
  sqlite: { blob: sql`blob`, key: sql`text`, clustered: sql`without rowid` },
  postgres: { blob: sql`bytea`, key: sql`text collate "C"`, clustered: sql`` },
} satisfies Record<Engine, ColumnTypes>;
