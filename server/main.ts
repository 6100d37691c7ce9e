import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { FastifyBaseLogger, FastifyInstance, FastifyPluginAsync } from 'fastify';
import { buildApp } from './app.ts';
import { type BookEvents, bookEvents } from './books/book-events.ts';
import { type Config, readConfig, readSecret, WrongUsage } from './config.ts';
import { domains } from './deployments/domains.ts';
import { lookUpTxt } from './deployments/look-up-txt.ts';
import { keepPublishing } from './chapters/keep-publishing.ts';
import { publishDue } from './chapters/publish-due.ts';
import { migrate } from './db/migrate.ts';
import type { Database } from './db/open.ts';
import { quotaWarnings } from './keys/quota-warnings.ts';
import { keepNewSpaceSmall } from './heap.ts';
import { openConfigured } from './open-configured.ts';
import { publicUrlOf } from './public-url.ts';
import { enrichContext, enrichNext } from './enrich/enrich-next.ts';
import { enrichers } from './enrich/enrichers.ts';
import { keepEnriching } from './enrich/keep-enriching.ts';
import { idMaker } from './db/new-id.ts';
import { eventLog } from './event-log.ts';
import type { Events } from './events/append.ts';
import type { IdempotencyLeases } from './idempotency/store.ts';
import { keepRepeating } from './upkeep/keep-repeating.ts';
import { prune } from './upkeep/prune.ts';
import { deliveries } from './webhooks/deliveries.ts';
import { sender } from './webhooks/send.ts';
import type { Worker } from './webhooks/worker.ts';
import { keepRatesFresh } from './rates/keep-fresh.ts';
import { rateSources } from './rates/rate-sources.ts';
import { refreshRates } from './rates/refresh.ts';

/** Times that somebody who watches processes die cannot wait for; the usual ones unless given. */
export interface Timing {
  /** Before each retry of a delivery. */
  retryPausesMs: readonly number[];
  /** How long a dead process holds deliveries. */
  deliveryLeaseMs: number;
  idempotencyLeases: IdempotencyLeases;
}

export interface RunningServer {
  /** Where it listens, such as `http://127.0.0.1:8787`. */
  url: string;
  app: FastifyInstance;
  db: Database;
  /** Stops accepting, lets what is under way finish, then closes the database. */
  close(): Promise<void>;
}

/**
 * Opens and migrates the database, wires everything, and listens.
 *
 * @param more - Plugins: further pages and routes, mounted last. Db: an open database, closed with the server.
 */
export async function startServer(
  config: Config,
  more: { plugins?: FastifyPluginAsync[]; db?: Database; timing?: Timing } = {},
): Promise<RunningServer> {
  const db = more.db ?? openConfigured(config);
  try {
    await migrate(db, now);
    const port = config.port === 0 ? await freePort(config.host) : config.port;
    const secret = readSecret(config, randomBytes);
    const publicUrl = publicUrlOf(config, port);
    const worker = deliveryWork(config, db, secret, () => app.log, more.timing);
    const happenings = eventLog({ now, newId: idMaker(Date.now) }, () => worker.wake());
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
      hasApi: config.role !== 'worker',
      componentFolder: fileURLToPath(new URL('../dist', import.meta.url)),
      plugins: more.plugins ?? [],
      ...(more.timing && { idempotencyLeases: more.timing.idempotencyLeases }),
    });
    let stopRates = async (): Promise<void> => {};
    let stopEnriching = async (): Promise<void> => {};
    let stopPublishing = async (): Promise<void> => {};
    let stopDomains = async (): Promise<void> => {};
    let stopUpkeep = async (): Promise<void> => {};
    app.addHook('onListen', async () => {
      stopRates = startRates(config, db, app.log);
      const bookChanges = bookEvents(happenings, publicUrl);
      stopEnriching = startEnriching(config, db, bookChanges, app.log);
      stopPublishing = startPublishing(config, db, happenings, app.log);
      stopUpkeep = startUpkeep(config, db, happenings, app.log);
      stopDomains = startDomains(config, db, app.log);
      if (config.role !== 'api') worker.start();
    });
    app.addHook('onClose', async () => {
      await Promise.all([
        stopRates(),
        stopEnriching(),
        stopPublishing(),
        stopUpkeep(),
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

/** Serves until the process is told to end; a second signal, or ten seconds, end it at once. */
export async function serveUntilSignal(
  config: Config,
  more: Parameters<typeof startServer>[1] = {},
): Promise<RunningServer> {
  keepNewSpaceSmall();
  // Whoever reads that the server listens may end it at once.
  const told = new Promise<void>((resolve) => {
    for (const signal of signals) process.once(signal, () => resolve());
  });
  const server = await startServer(config, more);
  void told.then(async () => {
    for (const signal of signals) process.once(signal, () => process.exit(1));
    setTimeout(() => process.exit(1), patienceMs).unref();
    await server.close();
    process.exit(0);
  });
  return server;
}

const now = () => new Date();
const signals = ['SIGTERM', 'SIGINT'] as const;
const patienceMs = 10_000;

/** Refreshes the exchange rates where that is this process's work; returns what stops it. */
function startRates(config: Config, db: Database, log: FastifyBaseLogger): () => Promise<void> {
  const isMine = config.hasLiveRates && config.role !== 'api';
  const { ratesOpenUrls: openDataUrls, ratesEcbUrl: ecbUrl } = config;
  return keepRatesFresh({
    sources: isMine ? rateSources({ openDataUrls, ecbUrl, fetch, now }) : [],
    refresh: (source, signal) => refreshRates(source, { db, now, signal }),
    wait: (ms, signal) => delay(ms, undefined, { signal, ref: false }),
    random: Math.random,
    log,
  });
}

/** Asks sources outside about books where that is this process's work; returns what stops it. */
function startEnriching(
  config: Config,
  db: Database,
  bookChanges: BookEvents,
  log: FastifyBaseLogger,
): () => Promise<void> {
  const { enrichFrom, openLibraryUrl, googleBooksUrl } = config;
  const names = config.role === 'api' ? [] : enrichFrom;
  const context = enrichContext(db, bookChanges, now, Math.random);
  return keepEnriching({
    enrichers: enrichers({ names, openLibraryUrl, googleBooksUrl, fetch, now }),
    next: (enricher, signal) => enrichNext(context, enricher, signal),
    wait: (ms, signal) => delay(ms, undefined, { signal, ref: false }),
    log,
  });
}

/** What delivers events to webhooks; it begins with `start`. */
function deliveryWork(
  config: Config,
  db: Database,
  secret: string,
  log: () => FastifyBaseLogger,
  timing?: Timing,
): Worker {
  const attempts = sender({ allowLoopback: config.allowLoopback, now });
  const worker: Worker = deliveries({
    db,
    events: eventLog({ now, newId: idMaker(Date.now) }, () => worker.wake()),
    sender: attempts,
    secret,
    now,
    chance: Math.random,
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

/** Publishes chapters at their time where that is this process's work; returns what stops it. */
function startPublishing(
  config: Config,
  db: Database,
  happenings: Events,
  log: FastifyBaseLogger,
): () => Promise<void> {
  if (config.role === 'api') return async () => undefined;
  return keepPublishing({
    publishDue: () => publishDue({ db, now, events: happenings }),
    wait: (ms, signal) => delay(ms, undefined, { signal, ref: false }),
    log,
  });
}

/** Looks at verified domains every day where that is this process's work; returns what stops it. */
function startDomains(config: Config, db: Database, log: FastifyBaseLogger): () => Promise<void> {
  if (config.role === 'api') return async () => undefined;
  const { recheckDue } = domains({
    db,
    now,
    random: randomBytes,
    lookUpTxt: lookUpTxt(config.dnsServers),
    rules: { publicHost: '', allowLoopback: config.allowLoopback },
    forget: () => undefined,
  });
  return keepRepeating({
    async work(signal) {
      while (!signal.aborted && (await recheckDue()) > 0);
    },
    everyMs: 60_000,
    wait: (ms, signal) => delay(ms, undefined, { signal, ref: false }),
    onFault: (error) => log.error({ err: error }, 'domains could not be looked at'),
  });
}

/** Lets go of what is old, and tells what a dead process left untold; returns what stops it. */
function startUpkeep(
  config: Config,
  db: Database,
  happenings: Events,
  log: FastifyBaseLogger,
): () => Promise<void> {
  if (config.role === 'api') return async () => undefined;
  const onFault = (error: unknown) => log.error({ err: error }, 'what is old could not be tended');
  const wait = (ms: number, signal: AbortSignal) => delay(ms, undefined, { signal, ref: false });
  const warnings = quotaWarnings({ db, now, events: happenings, onFault });
  const { keepEventsDays } = config;
  const stops = [
    keepRepeating({ work: () => warnings.catchUp(), everyMs: 60_000, wait, onFault }),
    keepRepeating({
      work: (signal) =>
        prune({ db, now: now(), keepEventsDays, pause: () => wait(betweenBatchesMs, signal) }),
      everyMs: 3_600_000,
      wait,
      onFault,
    }),
  ];
  return async () => void (await Promise.all(stops.map((stop) => stop())));
}

/** Others write in between. */
const betweenBatchesMs = 20;

/** Addresses in answers name the port, so it must be known before the routes are. */
async function freePort(host: string): Promise<number> {
  const probe = createServer().listen(0, host);
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  if (typeof address !== 'object' || !address) throw new Error(`No port is free on ${host}.`);
  return address.port;
}

if (import.meta.main) {
  try {
    await serveUntilSignal(readConfig(process.env));
  } catch (error) {
    console.error(error instanceof WrongUsage ? error.message : error);
    process.exit(error instanceof WrongUsage ? 2 : 1);
  }
}
