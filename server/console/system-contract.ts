import type { BackgroundError } from './store/background-errors.ts';

/** Health of the server, for operators. */
export interface SystemStatus {
  version: string;
  nodeVersion: string;
  /** Version of the book compiler. Books compiled by an older version are recompiled. */
  compilerVersion: number;
  /** Start time of the responding process, and its memory usage. */
  startedAt: string;
  memoryBytes: number;
  database: {
    engine: 'sqlite' | 'postgres';
    version: string;
    sizeBytes: number;
    /** Duration of a query in milliseconds. */
    latencyMs: number;
    /** Names of all migrations and of pending migrations. */
    migrations: { applied: string[]; pending: string[] };
  };
  isSearchReady: boolean;
  /** Newest exchange rates by source. */
  rates: { source: string; date: string; fetchedAt: string; isOutdated: boolean }[];
  /** Numbers of pending jobs. */
  queues: {
    deliveries: number;
    /** Counts for the last 24 hours. */
    failedDeliveries: number;
    scheduledChapters: number;
    overdueChapters: number;
    outdatedBooks: number;
    uploads: number;
  };
  storage: {
    /** Where the content of books is stored, or null for the database. */
    objectsUrl: string | null;
    books: number;
    files: number;
  };
  /** Errors of background jobs in the last two weeks, the latest first. */
  errors: BackgroundError[];
}
