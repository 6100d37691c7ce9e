import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { countNextBeacons } from './analytics/count-beacons.ts';
import { pruneAnalytics } from './analytics/prune-analytics.ts';
import { bookEvents } from './books/book-events.ts';
import { updatePopularity } from './books/usage-popularity.ts';
import { publishDueChapters, startScheduledPublishing } from './chapters/scheduled-publishing.ts';
import { purgeDeletedAccounts } from './clear-account-data.ts';
import type { Config } from './config.ts';
import { idGenerator } from './db/id-generator.ts';
import type { Database } from './db/open.ts';
import { domains, txtResolver } from './deployments/domains.ts';
import { eventLogWithWebhooks } from './event-log-with-webhooks.ts';
import { startRecompilation } from './import/recompile-outdated.ts';
import type { EventLog } from './events/event-log.ts';
import { quotaWarnings } from './keys/quota-warnings.ts';
import { createEnrichContext, enrichNextBook } from './metadata/enrichment/enrich-next-book.ts';
import { startEnrichmentWorker } from './metadata/enrichment/enrichment-worker.ts';
import { createMetadataSources } from './metadata/enrichment/metadata-sources.ts';
import { backfillRates } from './rates/backfill.ts';
import { rateArchives } from './rates/rate-archives.ts';
import { liveRateSources, refreshRates } from './rates/refresh.ts';
import { startRateRefresh } from './rates/refresh-schedule.ts';
import { failureMemoryMs } from './console/attempt-limit.ts';
import { pruneFailures } from './console/store/attempts.ts';
import { pruneSessions } from './console/store/sessions.ts';
import { countBackgroundError, pruneBackgroundErrors } from './console/store/background-errors.ts';
import { prune } from './retention/prune.ts';
import { runPeriodically } from './run-periodically.ts';
import { clockWatch } from './set-back-clock.ts';
import { openEngine } from './search/external/engine.ts';
import { startIndexing } from './search/external/index-job.ts';
import type { Metrics } from './telemetry/metrics.ts';
import { createDeliveryWorker } from './webhooks/create-delivery-worker.ts';
import type { DeliveryWorker } from './webhooks/delivery-worker.ts';
import { sender } from './webhooks/sender.ts';
import type { Secrets } from './values/secrets.ts';

/** Dependencies of a process's background jobs. */
export interface JobContext {
  config: Config;
  db: Database;
  secrets: Secrets;
  publicUrl: string;
  log: FastifyBaseLogger;
}

/** Retry times of webhook deliveries. Defaults to the standard times. */
export interface DeliveryTiming {
  /** Pause before each retry of a delivery. */
  retryPausesMs: readonly number[];
  /** Time after which deliveries claimed by a crashed process can be claimed again. */
  deliveryLeaseMs: number;
}

interface Job extends JobContext {
  events: EventLog;
}

type Stop = () => Promise<void>;

const now = () => new Date();
const wait = (ms: number, signal: AbortSignal) => delay(ms, undefined, { signal, ref: false });

/** Delay before the first refresh. Short-lived processes make no requests. */
const backfillDelayMs = 10_000;

/** Pause between two batches of deletions, during which other writes can run. */
const batchPauseMs = 20;

/**
 * Starts the background jobs for this process's role. All roles except `api` run jobs. Returns a
 * function that stops the jobs and resolves when the last one has ended.
 *
 * @param worker - Delivers webhooks. Started and stopped with the other jobs.
 */
export function startBackgroundJobs(context: JobContext, worker: DeliveryWorker): Stop {
  const stopDeliveries = () => worker.stop();
  if (context.config.role === 'api') return stopDeliveries;
  const events = eventLogWithWebhooks({ now, newId: idGenerator(Date.now) }, () => worker.wake());
  const { db } = context;
  const log = recordedLog(context.log, (task, message) =>
    countBackgroundError(db, task, message, now()),
  );
  const job = { ...context, log, events };
  const stops = [
    startRates(job),
    startEnrichment(job),
    startPublishing(job),
    startExternalIndex(job),
    startRetention(job),
    startPopularity(job),
    startAnalytics(job),
    startDomainRechecks(job),
    startClockWatch(job),
    startRecompilation({ db: job.db, log: job.log, now, newId: idGenerator(Date.now), wait }),
    stopDeliveries,
  ];
  worker.start();
  return async () => void (await Promise.all(stops.map((stop) => stop())));
}

/**
 * Creates the worker that delivers events to webhooks without starting it.
 *
 * @param log - Called at each error.
 */
export function createDeliveries(
  { config, db, secrets, metrics }: Omit<JobContext, 'log' | 'publicUrl'> & { metrics: Metrics },
  log: () => FastifyBaseLogger,
  timing?: DeliveryTiming,
): DeliveryWorker {
  const attempts = sender({ allowLoopback: config.allowLoopback, now });
  const worker: DeliveryWorker = createDeliveryWorker({
    db,
    events: eventLogWithWebhooks({ now, newId: idGenerator(Date.now) }, () => worker.wake()),
    sender: attempts,
    metrics,
    secrets,
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

/** Refreshes the exchange rates. */
function startRates({ config, db, log }: Job): Stop {
  const { openRatesUrls: openDataUrls, ecbRatesUrl: ecbUrl } = config;
  const stopBackfill = startBackfill({ config, db, log });
  const stopRefresh = startRateRefresh({
    sources: config.refreshesRates ? liveRateSources({ openDataUrls, ecbUrl, fetch, now }) : [],
    refresh: (source, signal) => refreshRates(source, { db, now, signal }),
    wait,
    random: Math.random,
    log,
  });
  return async () => void (await Promise.all([stopRefresh(), stopBackfill()]));
}

/** Fetches missing rates for earlier days once per start. */
function startBackfill({ config, db, log }: Pick<Job, 'config' | 'db' | 'log'>): Stop {
  if (!config.refreshesRates) return async () => undefined;
  const { openRatesUrls: openDataUrls, ecbRatesUrl: ecbUrl } = config;
  const stopping = new AbortController();
  const { signal } = stopping;
  const run = async () => {
    // Runs after the newest rates are stored, because earlier rates are not compared with them.
    await wait(backfillDelayMs, signal);
    for (const archive of rateArchives({ openDataUrls, ecbUrl, fetch })) {
      await backfillRates(archive, { db, now, signal, wait, log });
    }
  };
  const running = run().catch((error: unknown) => {
    if (!signal.aborted)
      log.error(
        { event: 'rates.backfill_failed', err: error },
        'failed to fetch earlier exchange rates',
      );
  });
  return async () => {
    stopping.abort();
    await running;
  };
}

/** Completes book metadata from external sources. */
function startEnrichment({ config, db, events, publicUrl, log }: Job): Stop {
  const { enrichmentSources: names, openLibraryUrl, googleBooksUrl } = config;
  const context = createEnrichContext(db, bookEvents(events, publicUrl), now, Math.random);
  return startEnrichmentWorker({
    sources: createMetadataSources({ names, openLibraryUrl, googleBooksUrl, fetch, now }),
    enrichNext: (enricher, signal) => enrichNextBook(context, enricher, signal),
    wait,
    log,
  });
}

/** Keeps the index in the external search engine current, if there is one. */
function startExternalIndex({ config, db, log }: Job): Stop {
  if (config.searchUrl === null) return async () => undefined;
  const engine = openEngine(config.searchUrl);
  const stop = startIndexing({ db, engine, now, wait, log });
  return async () => {
    await stop();
    await engine.close();
  };
}

/** Publishes scheduled chapters when they are due. */
function startPublishing({ db, events, log }: Job): Stop {
  return startScheduledPublishing({
    publishDue: () => publishDueChapters({ db, now, events }),
    wait,
    log,
  });
}

/** Verifies domains again every day. */
function startDomainRechecks({ config, db, log }: Job): Stop {
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
    wait,
    onError: (error) =>
      log.error(
        { event: 'domains.recheck_failed', err: error },
        'domains could not be verified again',
      ),
  });
}

/** Ends waits that were stored while the clock was ahead. */
function startClockWatch({ db, log }: Job): Stop {
  const endWrongWaits = clockWatch(db, now);
  return runPeriodically({
    async work(signal) {
      const ended = await endWrongWaits(() => wait(batchPauseMs, signal));
      if (ended === 0) return;
      log.warn({ event: 'clock.set_back', ended }, 'the clock was set back');
    },
    intervalMs: 60_000,
    wait,
    onError: (error) =>
      log.error({ event: 'clock.watch_failed', err: error }, 'the clock could not be compared'),
  });
}

/** Updates the popularity of books from their usage. */
function startPopularity({ db, log }: Job): Stop {
  return runPeriodically({
    work: async () => void (await updatePopularity(db, now())),
    intervalMs: 3_600_000,
    wait,
    onError: (error) =>
      log.error(
        { event: 'popularity.update_failed', err: error },
        'the popularity of books could not be updated',
      ),
  });
}

/** Counts the beacons of readings, and deletes expired ones. */
function startAnalytics({ db, log }: Job): Stop {
  const pause = (signal: AbortSignal) => wait(batchPauseMs, signal);
  const stops = [
    runPeriodically({
      async work(signal) {
        while ((await countNextBeacons(db)) > 0) await pause(signal);
      },
      intervalMs: 5_000,
      wait,
      onError: (error) =>
        log.error({ event: 'analytics.count_failed', err: error }, 'readings could not be counted'),
    }),
    runPeriodically({
      work: (signal) => pruneAnalytics(db, now(), () => pause(signal)),
      intervalMs: 3_600_000,
      wait,
      onError: (error) =>
        log.error(
          { event: 'analytics.prune_failed', err: error },
          'expired analytics could not be deleted',
        ),
    }),
  ];
  return async () => void (await Promise.all(stops.map((stop) => stop())));
}

/** Deletes expired rows, and records quota warnings that a crashed process did not record. */
function startRetention({ config, db, events, log }: Job): Stop {
  const onError = (error: unknown) =>
    log.error({ event: 'retention.prune_failed', err: error }, 'expired rows could not be pruned');
  const warnings = quotaWarnings({ db, now, events, onError });
  const { eventRetentionDays } = config;
  const stops = [
    runPeriodically({ work: () => warnings.catchUp(), intervalMs: 60_000, wait, onError }),
    runPeriodically({
      work: (signal) => purgeDeletedAccounts(db, now(), () => wait(batchPauseMs, signal)),
      intervalMs: 60_000,
      wait,
      onError,
    }),
    runPeriodically({
      work: async (signal) => {
        const pause = () => wait(batchPauseMs, signal);
        await prune({ db, now: now(), eventRetentionDays, pause });
        await pruneSessions(db, now());
        await pruneBackgroundErrors(db, now());
        await pruneFailures(db, new Date(Date.now() - failureMemoryMs));
      },
      intervalMs: 3_600_000,
      wait,
      onError,
    }),
  ];
  return async () => void (await Promise.all(stops.map((stop) => stop())));
}

/**
 * Returns a log that also passes each error to `record`.
 *
 * @param record - Failures of `record` are ignored because the error has already been logged.
 */
function recordedLog(
  log: FastifyBaseLogger,
  record: (task: string, message: string) => Promise<void>,
): FastifyBaseLogger {
  const error = (facts: unknown, text?: string): void => {
    log.error(facts, text);
    const cause: unknown = facts instanceof Error ? facts : Reflect.get(Object(facts), 'err');
    const message = cause instanceof Error ? cause.message : String(cause ?? '');
    record(text ?? 'background job', message).catch(() => undefined);
  };
  return withError(log, error);
}

/** Returns a log that passes errors to another function. */
function withError(
  log: FastifyBaseLogger,
  error: (facts: unknown, text?: string) => void,
): FastifyBaseLogger {
  return Object.create(log, { error: { value: error } }) as FastifyBaseLogger;
}
