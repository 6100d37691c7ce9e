import { Counter, Gauge, type Registry } from 'prom-client';

/** Pending work in the database. Every process reports the same values. */
export interface QueueState {
  /** The names form a closed list because they are the values of a label. */
  queue: 'deliveries' | 'beacons' | 'chapters' | 'domains' | 'enrichment' | 'search-index';
  /** Number of waiting items, up to a limit. */
  items: number;
  /** Time since which the oldest item could have been processed, or null if none is pending. */
  oldestMs: number | null;
}

/** Contents of the database. */
export interface StoredState {
  queues: QueueState[];
  /** Day of the newest exchange rates in milliseconds since 1970, or null without rates. */
  ratesMs: number | null;
  databaseBytes: number;
}

/** Load on this process's connections to the database. */
export interface DatabaseLoad {
  used: number;
  idle: number;
  /** Callers waiting for a connection or, on SQLite, for their turn to write. */
  waiting: number;
  /** Number of waits since the start, and their total time. */
  waits: number;
  waitedMs: number;
}

export interface StateMetricsOptions {
  databaseLoad: () => DatabaseLoad;
  readState: () => Promise<StoredState>;
  now: () => Date;
  onError: (error: unknown) => void;
}

/** Prevents additional queries if several Prometheus servers request the metrics. */
const freshMs = 10_000;
/** Prometheus gives up after ten seconds. */
const queryTimeoutMs = 3000;

/**
 * Adds gauges that are read from the database when Prometheus requests them, at most every ten
 * seconds. If the database does not respond, only these gauges are missing.
 */
export function registerStateMetrics(
  registry: Registry,
  { databaseLoad, readState, now, onError }: StateMetricsOptions,
): void {
  const read = latest(readState, onError);
  const own = (metric: Gauge) => registry.registerMetric(metric);
  const gauge = (
    name: string,
    help: string,
    labelNames: string[],
    set: (gauge: Gauge, state: StoredState) => void,
  ) =>
    own(
      new Gauge({
        name,
        help,
        labelNames,
        registers: [],
        async collect() {
          const state = await read();
          this.reset();
          // A gauge without labels would report 0.
          if (labelNames.length === 0) this.remove();
          if (state) set(this, state);
        },
      }),
    );
  own(
    new Gauge({
      name: 'svc_database_answers',
      help: 'Whether the database answers the queries of the metrics: 1 or 0.',
      registers: [],
      async collect() {
        this.set((await read()) ? 1 : 0);
      },
    }),
  );
  gauge(
    'svc_queue_items',
    'Items that could be processed now, at most 10,000. The same in every process.',
    ['queue'],
    (items, { queues }) => {
      for (const { queue, items: count } of queues) items.set({ queue }, count);
    },
  );
  gauge(
    'svc_queue_oldest_seconds',
    'Time for which the oldest of these items has been waiting. The same in every process.',
    ['queue'],
    (oldest, { queues }) => {
      for (const { queue, oldestMs } of queues) {
        oldest.set({ queue }, oldestMs === null ? 0 : ageSeconds(oldestMs));
      }
    },
  );
  gauge(
    'svc_rates_age_seconds',
    'Time since the start of the day of the newest exchange rates. The same in every process.',
    [],
    (rates, { ratesMs }) => {
      if (ratesMs !== null) rates.set(ageSeconds(ratesMs));
    },
  );
  gauge(
    'svc_database_bytes',
    'Size of the database. The same in every process.',
    [],
    (bytes, state) => bytes.set(state.databaseBytes),
  );
  own(
    new Gauge({
      name: 'svc_database_connections',
      help: 'Connections of this process to the database, by state.',
      labelNames: ['state'],
      registers: [],
      collect() {
        const { used, idle } = databaseLoad();
        this.set({ state: 'used' }, used);
        this.set({ state: 'idle' }, idle);
      },
    }),
  );
  own(
    new Gauge({
      name: 'svc_database_waiting',
      help: 'Callers waiting for a connection or, on SQLite, for their turn to write.',
      registers: [],
      collect() {
        this.set(databaseLoad().waiting);
      },
    }),
  );
  total(registry, 'svc_database_waits_total', 'Number of these waits.', () => databaseLoad().waits);
  total(
    registry,
    'svc_database_wait_seconds_total',
    'Total time of these waits, in seconds.',
    () => databaseLoad().waitedMs / 1000,
  );

  function ageSeconds(ms: number): number {
    return Math.max(0, now().getTime() - ms) / 1000;
  }
}

/** Shares one result for a few seconds. Resolves to null if reading fails or takes too long. */
function latest<T>(
  read: () => Promise<T>,
  onError: (error: unknown) => void,
): () => Promise<T | null> {
  let current: { atMs: number; result: Promise<T | null> } | null = null;
  return () => {
    if (!current || performance.now() - current.atMs > freshMs) {
      const late = Promise.withResolvers<never>();
      const timer = setTimeout(
        () => late.reject(new Error('The database did not answer in time.')),
        queryTimeoutMs,
      ).unref();
      const result = Promise.race([read(), late.promise])
        .catch((error: unknown) => {
          onError(error);
          return null;
        })
        .finally(() => clearTimeout(timer));
      current = { atMs: performance.now(), result };
    }
    return current.result;
  };
}

/** A counter whose value is stored elsewhere. */
export function total(registry: Registry, name: string, help: string, value: () => number): void {
  registry.registerMetric(
    new Counter({
      name,
      help,
      registers: [],
      collect() {
        this.reset();
        this.inc(value());
      },
    }),
  );
}
