import { join } from 'node:path';
import type { FastifyInstance, FastifyPluginAsync } from 'fastify';
import { registerAffiliates } from './affiliates/plugin.ts';
import { registerAnalytics } from './analytics/plugin.ts';
import { registerBooks } from './books/plugin.ts';
import { registerChapters } from './chapters/plugin.ts';
import { componentRoutes } from './component/routes.ts';
import { componentStore } from './component/store.ts';
import type { MailSettings } from './console/mail/mailer.ts';
import { previewKeyId, previewOpener } from './console/open-preview.ts';
import { registerConsole } from './console/plugin.ts';
import { createAppContext, type AppContextOptions } from './create-app-context.ts';
import { pendingMigrations } from './db/migrate.ts';
import { registerDeployments } from './deployments/plugin.ts';
import { toDeployment } from './deployments/stored-deployment.ts';
import { hostPages } from './embed-page/host-pages.ts';
import { registerEmbedPages } from './embed-page/plugin.ts';
import { representationConstraint } from './embed-page/routes.ts';
import { landingPage } from './guide/landing-page.ts';
import { registerGuide } from './guide/plugin.ts';
import { authenticateRequest, authorizeRequest } from './http/auth-hooks.ts';
import { requireHostHeader } from './http/connection-errors.ts';
import { createDraining, type Draining } from './http/draining.ts';
import { createFastify, type FastifyOptions } from './http/create-fastify.ts';
import { addEnvironmentHeader, markTestData } from './http/environment-hooks.ts';
import { addEtag } from './http/etag.ts';
import { probeRoutes, registerMetrics } from './http/monitoring-routes.ts';
import { payloadStep, step } from './http/hook-steps.ts';
import { problemRoutes } from './http/problem-pages.ts';
import { consumeQuota, refundQuota } from './http/quota-hooks.ts';
import {
  addCorsHeaders,
  addRequestId,
  closeConnections,
  registerCompression,
} from './http/response-hooks.ts';
import { selfCheckRoute } from './http/self-check-route.ts';
import { traceRequests } from './http/trace-hooks.ts';
import { rejectMalformedBody, rejectMalformedQuery } from './http/well-formed-request.ts';
import { type IdempotencyOptions, registerIdempotency } from './idempotency/plugin.ts';
import { compileChapterInProcess } from './import/compiler.ts';
import { registerImport } from './import/plugin.ts';
import { networkPrefix } from './keys/address-limits.ts';
import { domainKeyCreator } from './keys/domain-key.ts';
import { createKeyGate, registerKeys } from './keys/plugin.ts';
import { registerOpenapi } from './openapi/document.ts';
import { docsRoutes, openapiRoutes } from './openapi/routes.ts';
import { agedPriceConverter, priceConverter } from './rates/convert.ts';
import { registerRates } from './rates/plugin.ts';
import { bookText } from './reading-sessions/book-text.ts';
import { readingSessions, registerReadingSessions } from './reading-sessions/plugin.ts';
import { verifySession } from './reading-sessions/session-gate.ts';
import { registerRequestLog } from './request-log/plugin.ts';
import { registerReviews } from './reviews/plugin.ts';
import { registerSales } from './sales/plugin.ts';
import { measuredSearch } from './search/measured-search.ts';
import { registerSearch } from './search/plugin.ts';
import { isOwnBook } from './values/environment.ts';
import { ownerOf } from './values/viewer.ts';
import { startRecorders } from './start-recorders.ts';
import { readStoredState } from './stored-state.ts';
import { registerStateMetrics, total } from './telemetry/state-metrics.ts';
import { eventComponents, openapiWebhooks } from './webhooks/event-types.ts';
import { registerWebhooks } from './webhooks/plugin.ts';

export interface AppOptions
  extends AppContextOptions, Pick<FastifyOptions, 'trustProxy' | 'logLevel'> {
  /** Whether per-second limits apply. Quotas always apply. */
  hasBurstLimit: boolean;
  /** Whether requests with API keys are logged for their accounts. Defaults to true. */
  logsRequests?: boolean;
  /** Name servers for domain verification, with ports. Defaults to the system's name servers. */
  dnsServers?: string[] | null;
  /**
   * Addresses other than this machine's that may call internal routes; see `SVC_INTERNAL_PEERS`.
   */
  internalPeers?: string | null;
  /** URL of the external search engine. Defaults to an index in memory. */
  searchUrl?: string | null;
  /** Defaults to a process that drains only while it closes. */
  draining?: Draining;
  idempotency?: IdempotencyOptions;
  /** Whether the API is served in addition to the probes. */
  servesApi: boolean;
  /** Absolute path of the built component's folder. */
  componentFolder: string;
  /** SMTP server for the console's email. Without it, people copy links manually. */
  mail?: MailSettings | null;
  /** Name of the service on its landing page. Without a name, there is no landing page. */
  serviceName?: string;
  /** Additional pages and routes. */
  plugins?: FastifyPluginAsync[];
}

/**
 * Creates the server without listening. Registers hooks in the order in which they run, then
 * features.
 */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const context = createAppContext(options);
  const { db, metrics, now, publicUrl } = context;
  const app = createFastify({ ...options, newId: context.newId, metrics });
  const keys = createKeyGate(context, options.hasBurstLimit, app.log);
  const hosts = hostPages(publicUrl);
  const draining = options.draining ?? createDraining();

  traceRequests(app);
  app.addConstraintStrategy(representationConstraint);
  app.addHook(
    'onRequest',
    step(
      addRequestId,
      addCorsHeaders,
      requireHostHeader,
      hosts.handle,
      authenticateRequest(keys),
      consumeQuota(keys),
      authorizeRequest(keys.checkRights),
    ),
  );
  app.addHook('preValidation', step(rejectMalformedQuery, rejectMalformedBody));
  app.addHook('preSerialization', payloadStep(markTestData));
  app.addHook(
    'onSend',
    payloadStep(closeConnections(app, draining), addEnvironmentHeader, refundQuota, addEtag),
  );
  registerIdempotency(app, context, options.idempotency ?? {});
  await registerCompression(app);

  const search = options.servesApi
    ? measuredSearch(registerSearch(app, context, options.searchUrl ?? null), metrics)
    : null;
  await app.register(probeRoutes, {
    pendingMigrations: () => pendingMigrations(db),
    draining,
    search,
  });
  const recorders = startRecorders(app, context, options);
  registerMetrics(app, metrics);
  registerStateMetrics(metrics.registry, {
    databaseLoad: () => db.load(),
    readState: () => readStoredState(db, now(), Boolean(options.searchUrl)),
    now,
    onError: (error) =>
      app.log.warn({ event: 'metrics.query_failed', err: error }, 'metrics could not be queried'),
  });
  const { requestLog } = recorders;
  if (requestLog) {
    total(
      metrics.registry,
      'svc_request_log_dropped_total',
      'Requests that were not logged because the database was too slow or unreachable.',
      () => requestLog.droppedCount,
    );
  }
  if (!search) return app;

  await registerOpenapi(app, publicUrl, {
    webhooks: openapiWebhooks(),
    schemas: eventComponents(),
  });
  await app.register(openapiRoutes);
  await app.register(docsRoutes);
  await registerGuide(app);
  await app.register(problemRoutes);
  await registerKeys(app, context);
  await registerRequestLog(app, context);
  const text = bookText(db);
  const sessions = readingSessions(context, {
    isKeyUsable: async (keyId) => keyId === previewKeyId || keys.isKeyUsable(keyId),
  });

  const rates = await registerRates(app, context);
  const bookServices = await registerBooks(app, context, {
    ...text,
    search,
    priceConverter: priceConverter(rates),
  });
  const { books } = bookServices;
  await registerImport(app, context, bookServices);
  const deployments = await registerDeployments(app, context, {
    dnsServers: options.dnsServers ?? null,
    internalPeers: options.internalPeers ?? null,
    createDomainKey: domainKeyCreator(context),
  });
  const { conversions, visits, visitStarter } = await registerAffiliates(app, context, {
    books,
    checkSession: (token) => verifySession(sessions.gate, token),
    isWithinAddressLimit(address) {
      try {
        keys.countAnonymousRequest(address);
        return true;
      } catch {
        return false;
      }
    },
    findDeploymentBuyUrl: async (accountId, id) =>
      (await deployments.find(accountId, id))?.links.buy ?? null,
  });
  const analytics = await registerAnalytics(app, context, {
    async sectionTitles(accountId, bookId) {
      const book = await books.find(ownerOf(accountId), bookId);
      // Other accounts see only the content that their sessions permit.
      if (!book || !isOwnBook(accountId, book.accountId)) return null;
      const contents = await text.loadContents(book);
      return contents && contents.readingOrder.map(({ title }) => title);
    },
  });
  const { openEmbed, changeFeed } = await registerReadingSessions(app, context, {
    ...bookServices,
    text,
    sessions,
    visits,
    countEmbed: keys.countEmbed,
    networkOf: networkPrefix,
    services: {
      async findDeployment(accountId, id) {
        const found = await deployments.find(accountId, id);
        return found && toDeployment(found, publicUrl);
      },
      startVisit: visitStarter.start,
      pricesIn: agedPriceConverter(rates),
    },
  });
  const chapters = await registerChapters(app, context, {
    ...text,
    books,
    compile: compileChapterInProcess,
    notifyReaders: (bookId) => changeFeed.pollNow(bookId),
  });
  await registerReviews(app, context, { books });
  await registerSales(app, context, { attribution: conversions, rates });
  const pages = await registerEmbedPages(app, context, {
    books,
    hosts,
    keys,
    deployments,
    openEmbed,
    visits,
  });
  await registerWebhooks(app, context);
  await registerConsole(app, context, {
    folder: join(options.componentFolder, 'console'),
    mail: options.mail ?? null,
    analytics,
    findConversions: conversions.findBySales,
    deployments,
    dnsServers: options.dnsServers ?? null,
    openPreview: previewOpener(openEmbed, publicUrl),
    isSearchReady: () => search.isReady,
    pages,
    chapters,
  });
  await app.register(componentRoutes, {
    folder: options.componentFolder,
    store: componentStore(db, context.now),
  });
  await app.register(selfCheckRoute, context);
  for (const plugin of options.plugins ?? []) await app.register(plugin);
  // The demo has its own page at this path.
  if (options.serviceName && !app.hasRoute({ method: 'GET', url: '/' })) {
    const hasConsole = app.hasRoute({ method: 'GET', url: '/console/' });
    const consoleUrl = hasConsole ? '/console/' : null;
    await app.register(landingPage, { name: options.serviceName, consoleUrl });
  }
  return app;
}
