import type { FastifyPluginAsync, FastifyInstance, FastifyRequest } from 'fastify';
import type { Metrics, OpenOutcome, QuotaDecision } from '../telemetry/metrics.ts';
import type { Draining } from './draining.ts';

export interface ProbeRoutesOptions {
  /** Returns the names of pending migrations. Throws if the database is unreachable. */
  pendingMigrations: () => Promise<string[]>;
  draining: Draining;
  /** Null for a process without search. */
  search: { isReady: boolean; catchUp(): Promise<void> } | null;
}

/** Probes for load balancers and process supervisors. */
export const probeRoutes: FastifyPluginAsync<ProbeRoutesOptions> = async (app, options) => {
  const config = { access: 'open' } as const;
  const schema = { hide: true };

  /** 200 as long as the process responds. */
  app.get('/healthz', { schema, config }, async () => ({ status: 'ok' }));

  /** 200 if requests can be served, otherwise 503 with the reason. */
  app.get('/readyz', { schema, config }, async (request, reply) => {
    const isSearching = options.search?.isReady ?? true;
    // Retry loading the books because the database may have been unreachable at startup.
    if (!isSearching) options.search?.catchUp().catch(() => undefined);
    const checks = {
      ...(options.draining.isDraining && { process: 'stopping' }),
      database: 'ok',
      migrations: 'ok',
      search: isSearching ? 'ok' : 'reading the books',
    };
    try {
      const pending = await withTimeout(options.pendingMigrations());
      if (pending.length > 0) checks.migrations = `pending: ${pending.join(', ')}`;
    } catch (error) {
      request.log.warn(
        { event: 'database.unreachable', err: error },
        'the database does not respond',
      );
      checks.database = 'unreachable';
      checks.migrations = 'unknown';
    }
    const isReady = Object.values(checks).every((check) => check === 'ok');
    return reply
      .status(isReady ? 200 : 503)
      .header('Cache-Control', 'no-store')
      .send({ status: isReady ? 'ready' : 'not ready', checks });
  });
};

/**
 * If the network to the database is cut, packets are lost without an error. Load balancers must
 * still stop sending requests soon.
 */
const databaseTimeoutMs = 2000;

async function withTimeout<T>(work: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => late.reject(new Error(`No response within ${databaseTimeoutMs} ms.`)),
    databaseTimeoutMs,
  );
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
    // Ignore a failure after the timeout.
    work.catch(() => undefined);
  }
}

/**
 * GET /metrics for Prometheus, and the metrics of requests. Labels contain route patterns, so ids
 * do not create additional series.
 */
export function registerMetrics(app: FastifyInstance, metrics: Metrics): void {
  const { registry } = metrics;
  app.addHook('onResponse', (request, reply, done) => {
    const { method, routeOptions } = request;
    const route = routeOptions.url ?? 'none';
    const { statusCode: status } = reply;
    metrics.request({ method, route, status }, reply.elapsedTime / 1000);
    if (method === 'GET' && route === openRoute) metrics.open(openOutcome(status));
    const decision = quotaDecision(request);
    if (decision) metrics.quota(decision);
    done();
  });
  app.get('/metrics', { schema: { hide: true }, config: { access: 'open' } }, async (_, reply) =>
    reply.type(registry.contentType).send(await registry.metrics()),
  );
}

/** Opens a book in the element or as a page. */
const openRoute = '/v1/reader/embed';

function openOutcome(status: number): OpenOutcome {
  if (status >= 500) return 'failed';
  return status >= 400 ? 'refused' : 'opened';
}

/** Result of the key's quota check, or null for a request without one. */
function quotaDecision({
  caller,
  receipt,
  failureCode,
  routeOptions,
}: FastifyRequest): QuotaDecision | null {
  if (!caller) return null;
  if (receipt) return routeOptions.config.counted === false ? 'uncounted' : 'granted';
  const isRefusal =
    failureCode === 'quota_daily' || failureCode === 'quota_monthly' || failureCode === 'burst';
  return isRefusal ? failureCode : null;
}
