import type { FastifyPluginAsync, FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Counter, Histogram, Registry } from 'prom-client';
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
      const pending = await options.pendingMigrations();
      if (pending.length > 0) checks.migrations = `pending: ${pending.join(', ')}`;
    } catch (error) {
      request.log.warn({ err: error }, 'the database does not respond');
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
 * GET /metrics for Prometheus. Labels contain route patterns, so ids do not create new series.
 *
 * @param requestLog - Null if requests are not logged.
 */
export function registerMetrics(
  app: FastifyInstance,
  requestLog: { readonly droppedCount: number } | null,
): void {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Response times in seconds.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [registry],
  });
  if (requestLog) {
    const dropped = new Counter({
      name: 'svc_request_log_dropped_total',
      help: 'Requests that were not logged because the database was too slow or unreachable.',
      registers: [registry],
      collect() {
        dropped.reset();
        dropped.inc(requestLog.droppedCount);
      },
    });
  }
  app.addHook('onResponse', async ({ method, routeOptions }, reply) => {
    const route = routeOptions.url ?? 'none';
    durations.observe({ method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
  });
  app.get('/metrics', { schema: { hide: true }, config: { access: 'open' } }, async (_, reply) =>
    reply.type(registry.contentType).send(await registry.metrics()),
  );
}
