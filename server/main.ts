import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { FastifyBaseLogger, FastifyInstance, FastifyPluginAsync } from 'fastify';
import { buildApp } from './app.ts';
import { type BookEvents, bookEvents } from './books/book-events.ts';
import { type Config, readConfig, readSecret, UsageError, resolvePublicUrl } from './config.ts';
import { domains, txtResolver } from './deployments/domains.ts';
import { startScheduledPublishing, publishDueChapters } from './chapters/scheduled-publishing.ts';
import { migrate } from './db/migrate.ts';
import type { Database } from './db/open.ts';
import { quotaWarnings } from './keys/quota-warnings.ts';
import { limitNewSpace } from './heap.ts';
import { openConfiguredDatabase } from './open-configured-database.ts';
import { createEnrichContext, enrichNextBook } from './metadata/enrichment/enrich-next-book.ts';
import { createMetadataSources } from './metadata/enrichment/metadata-sources.ts';
import { startEnrichmentWorker } from './metadata/enrichment/enrichment-worker.ts';
import { idGenerator } from './db/id-generator.ts';
import { eventLogWithWebhooks } from './event-log-with-webhooks.ts';
import type { EventLog } from './events/event-log.ts';
import type { IdempotencyLeases } from './idempotency/store.ts';
import { runPeriodically } from './run-periodically.ts';
import { prune } from './retention/prune.ts';
import { createDeliveryWorker } from './webhooks/create-delivery-worker.ts';
import { sender } from './webhooks/sender.ts';
import type { DeliveryWorker } from './webhooks/delivery-worker.ts';
import { startRateRefresh } from './rates/refresh-schedule.ts';
import { liveRateSources, refreshRates } from './rates/refresh.ts';

/** Overrides of long timeouts, for tests that kill processes. */
export interface TimingOptions {
  /** Pauses before each retry of a delivery. */
  retryPausesMs: readonly number[];
  /** Time until deliveries of a process that ended are picked up by another. */
  deliveryLeaseMs: number;
  idempotencyLeases: IdempotencyLeases;
}

export interface RunningServer {
  /** Address that it listens on, such as `http://127.0.0.1:8787`. */
  url: string;
  app: FastifyInstance;
  db: Database;
  /** Stops accepting connections, waits for open requests, then closes the database. */
  close(): Promise<void>;
}

/**
 * Opens and migrates the database, creates all services, and listens.
 *
 * @param more - `plugins` are registered last; `db` is an open database, which is closed with the server.
 */
export async function startServer(
  config: Config,
  more: { plugins?: FastifyPluginAsync[]; db?: Database; timing?: TimingOptions } = {},
): Promise<RunningServer> {
  const db = more.db ?? openConfiguredDatabase(config);
  try {
    await migrate(db, now);
    const port = config.port === 0 ? await findFreePort(config.host) : config.port;
    const secret = readSecret(config, randomBytes);
    const publicUrl = resolvePublicUrl(config, port);
    const worker = createDeliveryWorkerWithSender(config, db, secret, () => app.log, more.timing);
    const events = eventLogWithWebhooks({ now, newId: idGenerator(Date.now) }, () => worker.wake());
    const app: FastifyInstance = await buildApp({
      db,
      now,
      publicUrl,
      secret,
      wakeDeliveries: () => worker.wake(),
      allowLoopback: config.allowLoopback,
      dnsServers: config.dnsServers,
      internalPeers: config.internalPeers,
      hasBurstLimit: config.hasBurstLimit,
      trustProxy: config.trustProxy,
      logLevel: config.logLevel,
      servesApi: config.role !== 'worker',
      componentFolder: fileURLToPath(new URL('../dist', import.meta.url)),
      plugins: more.plugins ?? [],
      ...(more.timing && { idempotencyLeases: more.timing.idempotencyLeases }),
    });
    let stopRates = async (): Promise<void> => {};
    let stopEnriching = async (): Promise<void> => {};
    let stopPublishing = async (): Promise<void> => {};
    let stopDomains = async (): Promise<void> => {};
    let stopRetention = async (): Promise<void> => {};
    app.addHook('onListen', async () => {
      stopRates = startRates(config, db, app.log);
      const bookChanges = bookEvents(events, publicUrl);
      stopEnriching = startEnrichment(config, db, bookChanges, app.log);
      stopPublishing = startPublishing(config, db, events, app.log);
      stopRetention = startRetention(config, db, events, app.log);
      stopDomains = startDomainRechecks(config, db, app.log);
      if (config.role !== 'api') worker.start();
    });
    app.addHook('onClose', async () => {
      await Promise.all([
        stopRates(),
        stopEnriching(),
        stopPublishing(),
        stopRetention(),
        stopDomains(),
      ]);
      await worker.stop();
      await db.close();
    });
    const url = await app.listen({ host: config.host, port });
    return { url, app, db, close: () => app.close() };
  } catch (error) {
    await db.close();
    throw error;
  }
}

/** Runs until SIGTERM or SIGINT, then shuts down. A second signal or a timeout of 10 s ends the process. */
export async function serveUntilSignal(
  config: Config,
  more: Parameters<typeof startServer>[1] = {},
): Promise<RunningServer> {
  limitNewSpace();
  // Registered first, because a signal may arrive as soon as the server listens.
  const signalReceived = new Promise<void>((resolve) => {
    for (const signal of signals) process.once(signal, () => resolve());
  });
  const server = await startServer(config, more);
  void signalReceived.then(async () => {
    for (const signal of signals) process.once(signal, () => process.exit(1));
    setTimeout(() => process.exit(1), shutdownTimeoutMs).unref();
    await server.close();
    process.exit(0);
  });
  return server;
}

const now = () => new Date();
const signals = ['SIGTERM', 'SIGINT'] as const;
const shutdownTimeoutMs = 10_000;

/** Starts the refresh of exchange rates unless the role is `api`. Returns a function that stops it. */
function startRates(config: Config, db: Database, log: FastifyBaseLogger): () => Promise<void> {
  const isEnabled = config.refreshesRates && config.role !== 'api';
  const { openRatesUrls: openDataUrls, ecbRatesUrl: ecbUrl } = config;
  return startRateRefresh({
    sources: isEnabled ? liveRateSources({ openDataUrls, ecbUrl, fetch, now }) : [],
    refresh: (source, signal) => refreshRates(source, { db, now, signal }),
    wait: (ms, signal) => delay(ms, undefined, { signal, ref: false }),
    random: Math.random,
    log,
  });
}

/** Starts metadata enrichment unless the role is `api`. Returns a function that stops it. */
function startEnrichment(
  config: Config,
  db: Database,
  bookChanges: BookEvents,
  log: FastifyBaseLogger,
): () => Promise<void> {
  const { enrichmentSources, openLibraryUrl, googleBooksUrl } = config;
  const names = config.role === 'api' ? [] : enrichmentSources;
  const context = createEnrichContext(db, bookChanges, now, Math.random);
  return startEnrichmentWorker({
    sources: createMetadataSources({ names, openLibraryUrl, googleBooksUrl, fetch, now }),
    enrichNext: (enricher, signal) => enrichNextBook(context, enricher, signal),
    wait: (ms, signal) => delay(ms, undefined, { signal, ref: false }),
    log,
  });
}

/** Creates the worker that delivers events to webhooks; `start` begins the work. */
function createDeliveryWorkerWithSender(
  config: Config,
  db: Database,
  secret: string,
  log: () => FastifyBaseLogger,
  timing?: TimingOptions,
): DeliveryWorker {
  const attempts = sender({ allowLoopback: config.allowLoopback, now });
  const worker: DeliveryWorker = createDeliveryWorker({
    db,
    events: eventLogWithWebhooks({ now, newId: idGenerator(Date.now) }, () => worker.wake()),
    sender: attempts,
    secret,
    now,
    random: Math.random,
    ...(timing && { retryPausesMs: timing.retryPausesMs, leaseMs: timing.deliveryLeaseMs }),
    log: { error: (facts, text) => log().error(facts, text) },
  });
  return {
    ...worker,
    async stop() {
      await worker.stop();
      await attempts.close();
    },
  };
}

/** Starts scheduled publishing unless the role is `api`. Returns a function that stops it. */
function startPublishing(
  config: Config,
  db: Database,
  events: EventLog,
  log: FastifyBaseLogger,
): () => Promise<void> {
  if (config.role === 'api') return async () => undefined;
  return startScheduledPublishing({
    publishDue: () => publishDueChapters({ db, now, events }),
    wait: (ms, signal) => delay(ms, undefined, { signal, ref: false }),
    log,
  });
}

/** Starts daily checks of verified domains unless the role is `api`. Returns a function that stops them. */
function startDomainRechecks(
  config: Config,
  db: Database,
  log: FastifyBaseLogger,
): () => Promise<void> {
  if (config.role === 'api') return async () => undefined;
  const { recheckDue } = domains({
    db,
    now,
    random: randomBytes,
    lookUpTxt: txtResolver(config.dnsServers),
    rules: { publicHost: '', allowLoopback: config.allowLoopback },
    onHostsChanged: () => undefined,
  });
  return runPeriodically({
    async work(signal) {
      while (!signal.aborted && (await recheckDue()) > 0);
    },
    intervalMs: 60_000,
    wait: (ms, signal) => delay(ms, undefined, { signal, ref: false }),
    onError: (error) => log.error({ err: error }, 'Failed to check domains'),
  });
}

/**
 * Starts the deletion of expired rows and sends quota warnings that an ended process left behind, unless the
 * role is `api`. Returns a function that stops both.
 */
function startRetention(
  config: Config,
  db: Database,
  events: EventLog,
  log: FastifyBaseLogger,
): () => Promise<void> {
  if (config.role === 'api') return async () => undefined;
  const onError = (error: unknown) => log.error({ err: error }, 'Failed to run retention');
  const wait = (ms: number, signal: AbortSignal) => delay(ms, undefined, { signal, ref: false });
  const warnings = quotaWarnings({ db, now, events, onError });
  const { eventRetentionDays } = config;
  const stops = [
    runPeriodically({ work: () => warnings.catchUp(), intervalMs: 60_000, wait, onError }),
    runPeriodically({
      work: (signal) =>
        prune({
          db,
          now: now(),
          eventRetentionDays,
          pause: () => wait(batchPauseMs, signal),
        }),
      intervalMs: 3_600_000,
      wait,
      onError,
    }),
  ];
  return async () => void (await Promise.all(stops.map((stop) => stop())));
}

/** Pause between batches, so that other writes are not blocked. */
const batchPauseMs = 20;

/** URLs in responses contain the port, so it must be known before the routes are registered. */
async function findFreePort(host: string): Promise<number> {
  const probe = createServer().listen(0, host);
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  if (typeof address !== 'object' || !address) throw new Error(`No free port on ${host}.`);
  return address.port;
}

if (import.meta.main) {
  try {
    await serveUntilSignal(readConfig(process.env));
  } catch (error) {
    console.error(error instanceof UsageError ? error.message : error);
    process.exit(error instanceof UsageError ? 2 : 1);
  }
}
