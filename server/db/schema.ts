import type { Kysely } from 'kysely';
import type { AffiliateTables } from './affiliate-tables.ts';
import type { BookTables } from './book-tables.ts';
import type { DeploymentTables } from './deployment-tables.ts';
import type { IdempotencyTables } from './idempotency-tables.ts';
import type { EnrichmentTables } from './enrichment-tables.ts';
import type { EventTables } from './event-tables.ts';
import type { KeyTables } from './key-tables.ts';
import type { RateTables } from './rate-tables.ts';
import type { ReaderTables } from './reader-tables.ts';
import type { SerialTables } from './serial-tables.ts';
import type { WebhookTables } from './webhook-tables.ts';
import type { WriteTables } from './write-tables.ts';

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
