import type { Kysely } from 'kysely';
import type { AffiliateTables } from './affiliate-tables.ts';
import type { AnalyticsTables } from './analytics-tables.ts';
import type { BookTables, EnrichmentTables } from './book-tables.ts';
import type { ConsoleTables } from './console-tables.ts';
import type { DeploymentTables } from './deployment-tables.ts';
import type { IdempotencyTables, KeyTables, ReaderTables } from './key-tables.ts';
import type { UsageTables } from './usage-tables.ts';
import type { EventTables, WebhookTables } from './webhook-tables.ts';
import type { SerialTables, WriteTables } from './write-tables.ts';

/** All tables. Each feature declares its tables in a separate file. */
export interface Schema
  extends
    KeyTables,
    BookTables,
    AffiliateTables,
    AnalyticsTables,
    ConsoleTables,
    DeploymentTables,
    IdempotencyTables,
    RateTables,
    EnrichmentTables,
    EventTables,
    WriteTables,
    ReaderTables,
    SerialTables,
    UsageTables,
    WebhookTables,
    ComponentTables {
  migrations: { name: string; applied_at: string };
  /** Settings of the whole installation, by name. */
  settings: { name: string; value: string };
}

/** Entry point for queries: the database or a transaction. */
export type Queries = Kysely<Schema>;

/** The element's scripts, which pages load long after a deployment has replaced them. */
interface ComponentTables {
  /** Brotli-compressed scripts by the SHA-384 digest of their text, in Base64. */
  component_contents: { digest: string; bytes: Uint8Array };
  component_files: {
    /** Path in the URL without the leading slash, such as `svc-reader/AbC123.js`. */
    path: string;
    digest: string;
    /** Version in the path, or null for a chunk of `/svc-reader.js`. */
    version: string | null;
    added_at: string;
    /**
     * Time at which a build without this chunk started. Null for current chunks and for a version's
     * files.
     */
    replaced_at: string | null;
  };
}

/** Exchange rates, with one row per source and day. */
interface RateTables {
  rate_tables: {
    source: string;
    /** `YYYY-MM-DD` */
    date: string;
    pivot: string;
    /** `refused`: stored for comparison, never served. */
    state: 'good' | 'refused';
    /** JSON object: ISO 4217 code → decimal string. */
    rates: string;
    /** JSON object with rejected rates, which differ implausibly from those of the previous day. */
    held: string;
    /**
     * Number of rejected rates. A table for the same day with fewer rejected rates replaces this
     * one.
     */
    faults: number;
    fetched_at: string;
  };
}
