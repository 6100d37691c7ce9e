import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance, FastifyPluginAsync } from 'fastify';
import { buildApp } from './app.ts';
import { createDeliveries, type DeliveryTiming, startBackgroundJobs } from './background-jobs.ts';
import { type Config, readConfig, UsageError, resolvePublicUrl } from './config.ts';
import { readSecrets } from './secret-file.ts';
import { publishComponent } from './component/publish-component.ts';
import { componentStore } from './component/store.ts';
import { createSetupLink } from './console/invitations.ts';
import { hasOperator } from './console/store/links.ts';
import { idGenerator } from './db/id-generator.ts';
import { createDraining } from './http/draining.ts';
import { checkClock, checkSchemaVersion, checkStorage } from './startup-checks.ts';
import { migrate } from './db/migrate.ts';
import type { Database } from './db/open.ts';
import { serverVersion } from './values/server-version.ts';
import { startupMessage } from './startup-failure.ts';
import { checkSecret } from './secret-rotation.ts';
import { collectWhenIdle, limitServingHeap } from './heap.ts';
import { createMetrics } from './telemetry/metrics.ts';
import type { Tracing } from './telemetry/tracing.ts';
import type { IdempotencyLeases } from './idempotency/store.ts';
import { openConfiguredDatabase } from './open-configured-database.ts';

/** Short times for tests that kill processes. Defaults to the standard times. */
export interface TimingOptions extends DeliveryTiming {
  idempotencyLeases: IdempotencyLeases;
}

export interface RunningServer {
  /** URL at which the server listens, such as `http://127.0.0.1:8787`. */
  url: string;
  app: FastifyInstance;
  db: Database;
  /**
   * Makes load balancers send new requests to other processes while this process still responds.
   */
  startDraining(): void;
  /**
   * Stops accepting requests, lets current requests and jobs finish, and then closes the database.
   */
  close(): Promise<void>;
}

/**
 * Opens and migrates the database, creates all services, and listens.
 *
 * @param more - `plugins` are registered last. `db` is an open database that is closed with the
 * server.
 */
export async function startServer(
  config: Config,
  more: { plugins?: FastifyPluginAsync[]; db?: Database; timing?: TimingOptions } = {},
): Promise<RunningServer> {
  const metrics = createMetrics();
  metrics.build(serverVersion);
  const traces = await startConfiguredTracing(config, serverVersion, (error) =>
    app?.log.warn({ event: 'tracing.export_failed', err: error }, 'traces could not be exported'),
  );
  let app: FastifyInstance | undefined;
  const db = more.db ?? openConfiguredDatabase(config, metrics);
  try {
    await migrate(db, now);
    await checkSchemaVersion(db);
    await checkClock(db, now);
    await checkStorage(db);
    const port = config.port === 0 ? await findFreePort(config.host) : config.port;
    const secrets = readSecrets(config, randomBytes);
    await checkSecret(db, secrets);
    const publicUrl = resolvePublicUrl(config, port);
    const worker = createDeliveries({ config, db, secrets, metrics }, () => built.log, more.timing);
    const componentFolder = fileURLToPath(new URL('../dist', import.meta.url));
    const draining = createDraining();
    const built = await buildApp({
      ...config,
      db,
      now,
      publicUrl,
      secrets,
      wakeDeliveries: () => worker.wake(),
      draining,
      metrics,
      idempotency: { leases: more.timing?.idempotencyLeases },
      servesApi: config.role !== 'worker',
      componentFolder,
      plugins: more.plugins ?? [],
    });
    app = built;
    let stopJobs = () => worker.stop();
    built.addHook('onListen', async () => {
      stopJobs = startBackgroundJobs({ config, db, secrets, publicUrl, log: built.log }, worker);
    });
    built.addHook('onClose', async () => {
      await stopJobs();
      await built.flushRecords();
      await db.close();
      await traces?.stop();
    });
    if (config.role !== 'worker') await publishBuild(db, componentFolder, built.log);
    const url = await built.listen({ host: config.host, port });
    return {
      url,
      app: built,
      db,
      startDraining: () => draining.start(),
      close: () => built.close(),
    };
  } catch (error) {
    if (app) await app.close();
    else {
      await db.close();
      await traces?.stop();
    }
    throw error;
  }
}

/**
 * Serves until the process receives a signal. After SIGTERM, it first drains for
 * `config.drainSeconds`. Ends immediately after a second signal, or if the process is still running
 * ten seconds after draining.
 */
export async function serveUntilSignal(
  config: Config,
  more: Parameters<typeof startServer>[1] = {},
): Promise<RunningServer> {
  limitServingHeap();
  collectWhenIdle();
  // Listen for signals first because a signal may arrive as soon as the server has printed its URL.
  const stopRequested = new Promise<NodeJS.Signals>((resolve) => {
    for (const signal of signals) process.once(signal, resolve);
  });
  const server = await startServer(config, more);
  if (config.role !== 'worker') await printSetupLink(server, config);
  void stopRequested.then(async (stopSignal) => {
    for (const signal of signals) process.once(signal, () => process.exit(1));
    // A person who presses Ctrl+C should not have to wait.
    if (stopSignal === 'SIGTERM' && config.drainSeconds > 0) {
      server.startDraining();
      await delay(config.drainSeconds * 1000);
    }
    setTimeout(() => process.exit(1), shutdownTimeoutMs).unref();
    await server.close();
    process.exit(0);
  });
  return server;
}

/**
 * Loads the OpenTelemetry libraries only if a collector is configured, because loading takes time.
 */
async function startConfiguredTracing(
  { tracesEndpoint, sampledShare }: Config,
  ofVersion: string,
  onProblem: (error: unknown) => void,
): Promise<Tracing | null> {
  if (tracesEndpoint === null) return null;
  const { startTracing } = await import('./telemetry/start-tracing.ts');
  return startTracing({ sampledShare, version: ofVersion, onProblem, now: Date.now });
}

/**
 * Prints the link for the first operator. Does not use the log, because log levels could hide it.
 */
async function printSetupLink({ db, url }: RunningServer, config: Config): Promise<void> {
  const publicUrl = resolvePublicUrl(config, Number(new URL(url).port));
  if (await hasOperator(db.query)) return;
  const newId = idGenerator(Date.now);
  const link = await createSetupLink({ db, now, newId, random: randomBytes, publicUrl });
  console.log(`\nCreate the operator of the console (works once, within a day):\n${link}\n`);
}

/**
 * Stores the built scripts before the first request, so that other processes can serve them as
 * well.
 */
async function publishBuild(
  db: Database,
  folder: string,
  log: Pick<FastifyInstance['log'], 'warn'>,
): Promise<void> {
  if (await publishComponent(componentStore(db, now), { folder, version: serverVersion })) return;
  log.warn(
    { event: 'component.kept' },
    `/svc-reader@${serverVersion}.js keeps the first build with this version. Increase the version to publish this build.`,
  );
}

const now = () => new Date();
const signals = ['SIGTERM', 'SIGINT'] as const;
const shutdownTimeoutMs = 10_000;

/** Generated URLs contain the port, so it must be known before the routes are registered. */
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
    const isUsageError = error instanceof UsageError;
    console.error(isUsageError ? error.message : (startupMessage(error, process.env) ?? error));
    process.exit(isUsageError ? 2 : 1);
  }
}
