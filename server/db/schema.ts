import type { Kysely } from 'kysely';
import type { AffiliateTables } from './affiliate-tables.ts';
import type { BookTables, EnrichmentTables } from './book-tables.ts';
import type { DeploymentTables } from './deployment-tables.ts';
import type { IdempotencyTables, KeyTables, ReaderTables } from './key-tables.ts';
import type { EventTables, WebhookTables } from './webhook-tables.ts';
import type { SerialTables, WriteTables } from './write-tables.ts';

/** Every table. A feature adds its own file beside this one. */
export interface Schema
  extends
    KeyTables,
    BookTables,
    AffiliateTables,
    DeploymentTables,
    IdempotencyTables,
    RateTables,
    EnrichmentTables,
    EventTables,
    WriteTables,
    ReaderTables,
    SerialTables,
    WebhookTables {
  migrations: { name: string; applied_at: string };
}

/** Where queries start: the database itself or one transaction in it. */
export type Queries = Kysely<Schema>;

/** Exchange rates: one row for each day of each source. */
interface RateTables {
  rate_tables: {
    source: string;
    /** `YYYY-MM-DD` */
    date: string;
    pivot: string;
    /** `refused`: kept to compare with, never served. */
    state: 'good' | 'refused';
    /** JSON object: ISO 4217 code → decimal string. */
    rates: string;
    /** JSON object: what was said of currencies whose jump was not believed. */
    held: string;
    /** How many of its rates were not believed: a better table of the same day takes its place. */
    faults: number;
    fetched_at: string;
  };
}
