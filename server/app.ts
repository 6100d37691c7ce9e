import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import Fastify, { type FastifyInstance, type FastifyPluginAsync } from 'fastify';
import { validatorCompiler } from 'fastify-type-provider-zod';
import { affiliates } from './affiliates/affiliates.ts';
import { affiliateRoutes } from './affiliates/routes.ts';
import { bookEvents } from './books/book-events.ts';
import { licences } from './books/licence/licences.ts';
import { bookRoutes } from './books/routes.ts';
import { bookWriteRoutes } from './books/routes/write.ts';
import { bookStore } from './books/store.ts';
import { textStore } from './books/text-search/text-store.ts';
import { versionFiles } from './books/version-files.ts';
import { bookWriter } from './books/writer.ts';
import { chapters } from './chapters/chapters.ts';
import { contentCompiler } from './chapters/content-compiler.ts';
import { chapterRoutes } from './chapters/routes.ts';
import { listChapters } from './chapters/store.ts';
import { pendingMigrations } from './db/migrate.ts';
import { idGenerator } from './db/id-generator.ts';
import { deployments } from './deployments/deployments.ts';
import { txtResolver } from './deployments/domains.ts';
import { deploymentRoutes } from './deployments/routes.ts';
import { toDeployment } from './deployments/stored-deployment.ts';
import type { Database } from './db/open.ts';
import { eventLogWithWebhooks } from './event-log-with-webhooks.ts';
import { collectAllowedMethods, collectRoutePaths } from './http/route-paths.ts';
import {
  handleUnknownRoutes,
  createErrorHandler,
  createFrameworkErrorHandler,
} from './http/error-handler.ts';
import { authenticateRequest, authorizeRequest } from './http/auth-hooks.ts';
import {
  closeConnectionsOnShutdown,
  registerCompression,
  addCorsHeaders,
} from './http/response-hooks.ts';
import { componentRoutes } from './http/component-routes.ts';
import { cursorCodec } from './http/pagination.ts';
import { addEtag } from './http/etag.ts';
import { registerIdempotencyHooks } from './idempotency/hooks.ts';
import { registerMetrics, probeRoutes } from './http/monitoring-routes.ts';
import { problemRoutes } from './http/problem.ts';
import { RequestLog } from './http/request-log.ts';
import { refundQuota, consumeQuota } from './http/quota-hooks.ts';
import { rejectMalformedBody, rejectMalformedQuery } from './http/well-formed-request.ts';
import { idempotentDatabase } from './idempotency/idempotent-database.ts';
import { type IdempotencyLeases, idempotencyStore } from './idempotency/store.ts';
import { compileChapterInProcess } from './import/compiler.ts';
import { importRoutes } from './import/routes.ts';
import { networkPrefix } from './keys/address-limits.ts';
import { keyGate } from './keys/key-gate.ts';
import { quotaWarnings } from './keys/quota-warnings.ts';
import { keyRoutes } from './keys/routes.ts';
import { registerOpenapi } from './openapi/document.ts';
import { docsRoutes, openapiRoutes } from './openapi/routes.ts';
import { oembedRoutes } from './embed-page/oembed-routes.ts';
import { priceConverter, agedPriceConverter } from './rates/convert.ts';
import { servedRates } from './rates/served-rates.ts';
import { rateRoutes } from './rates/routes.ts';
import { findBook, libraryLister } from './embed-page/store.ts';
import { hostPages } from './embed-page/host-pages.ts';
import { representationConstraint, pageRoutes } from './embed-page/routes.ts';
import { pageEmbedOpener } from './embed-page/services.ts';
import { chapterContentRoutes } from './reading-sessions/routes/chapters.ts';
import { publishedChapterStore } from './reading-sessions/published-chapter-store.ts';
import { chapterChangeRoutes } from './reading-sessions/routes/changes.ts';
import { licensedContent } from './reading-sessions/licensed-content.ts';
import { openEmbed } from './reading-sessions/open-embed.ts';
import { sessionStore } from './reading-sessions/session-store.ts';
import { bookOutlines, contentStore } from './reading-sessions/store.ts';
import { embedRoutes } from './reading-sessions/routes/embed.ts';
import { contentRoutes } from './reading-sessions/routes/content.ts';
import { verifySession, sessionValidity } from './reading-sessions/session-gate.ts';
import { searchRoutes } from './reading-sessions/routes/search.ts';
import { sessionRoutes } from './reading-sessions/routes/sessions.ts';
import { sessionTokens } from './reading-sessions/session-tokens.ts';
import { chapterChangeFeed } from './reading-sessions/chapter-change-feed.ts';
import { reviews } from './reviews/reviews.ts';
import { reviewRoutes } from './reviews/routes.ts';
import { saleRoutes } from './sales/routes.ts';
import { sales } from './sales/sales.ts';
import { bookSearch } from './search/search.ts';
import { deliveryStore } from './webhooks/delivery-store.ts';
import { endpointStore } from './webhooks/endpoint-store.ts';
import { openapiWebhooks } from './webhooks/event-types.ts';
import { eventLogReader } from './webhooks/event-log-reader.ts';
import { webhookRoutes } from './webhooks/routes.ts';
import { secretBox } from './webhooks/secret-box.ts';

export interface AppOptions {
  db: Database;
  now: () => Date;
  /** Origin that readers reach the server at, without a trailing slash. */
  publicUrl: string;
  /** What cursors and session tokens are signed with. */
  secret: string;
  /** Whether the limits per second apply; the quotas always do. */
  hasBurstLimit: boolean;
  /** Proxies whose `X-Forwarded-For` is believed. */
  trustProxy: string | null;
  logLevel: string;
  /** Told after the commit of whatever is to be delivered to webhooks. */
  wakeDeliveries?: () => void;
  /** Whether webhooks may be on this very machine: for development. */
  allowLoopback?: boolean;
  /** Name servers that are asked about domains, with ports; those of the system unless given. */
  dnsServers?: string[] | null;
  /** Who may ask internal questions besides this machine; see `SVC_INTERNAL_PEERS`. */
  internalPeers?: string | null;
  /** How long who died keeps others from its idempotency keys; the usual times unless given. */
  idempotencyLeases?: IdempotencyLeases;
  /** How long the same request waits for the answer to the first; some seconds unless given. */
  idempotencyWaitMs?: number;
  /** Whether the API is served, or the probes alone. */
  servesApi: boolean;
  /** Folder of the built component; absolute. */
  componentFolder: string;
  /** Further pages and routes. */
  plugins?: FastifyPluginAsync[];
}

/** The largest EPUB at a megabyte a second, and some patience. */
const uploadTimeoutMs = 150_000;
/** Shorter than the patience of clients and of a server that is told to end. */
const defaultIdempotencyWaitMs = 5000;

/** The server without its socket: every step that a request takes, in order. */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const { db, now, publicUrl, secret } = options;
  const newId = idGenerator(() => now().getTime());
  const happenings = eventLogWithWebhooks({ now, newId }, options.wakeDeliveries);
  const warnings = quotaWarnings({
    db,
    now,
    events: happenings,
    onError: (error) => app.log.error(error, 'a threshold of a quota could not be told'),
  });
  const keys = keyGate(db, now, options.hasBurstLimit, warnings);

  const paths = collectRoutePaths();
  const app: FastifyInstance = Fastify({
    logger: { level: options.logLevel },
    genReqId: () => newId('req'),
    logController: new RequestLog(),
    trustProxy: options.trustProxy ?? false,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    requestTimeout: uploadTimeoutMs,
    // As long as a whole address may be: what is too long is refused by its own name.
    routerOptions: { maxParamLength: 16_384 },
    frameworkErrors: createFrameworkErrorHandler(publicUrl, (path) =>
      paths.findUndecodableParameter(path),
    ),
  });
  app.setValidatorCompiler(validatorCompiler);
  // Answers are checked against their schemas by the tests, not again for every client.
  app.setSerializerCompiler(() => (answer) => JSON.stringify(answer));
  app.setErrorHandler(createErrorHandler(publicUrl));
  paths.observe(app);
  handleUnknownRoutes(app, collectAllowedMethods(app));
  app.decorateRequest('caller', null);
  app.decorateRequest('receipt', null);

  app.addHook('onRequest', async (request, reply) => {
    reply.header('Request-Id', request.id);
  });
  app.addHook('onRequest', addCorsHeaders);
  const hosts = hostPages();
  app.addHook('onRequest', hosts.handle);
  app.addConstraintStrategy(representationConstraint);
  app.addHook('onRequest', authenticateRequest(keys));
  app.addHook('onRequest', consumeQuota(keys));
  app.addHook('onRequest', authorizeRequest(keys.checkRights));
  app.addHook('preValidation', rejectMalformedQuery);
  app.addHook('preValidation', rejectMalformedBody);
  closeConnectionsOnShutdown(app);
  app.addHook('onSend', refundQuota);
  app.addHook('onSend', addEtag);
  const newToken = () => newId('idm');
  const leases = options.idempotencyLeases;
  const box = secretBox(secret, randomBytes, 'kept answers');
  registerIdempotencyHooks(
    app,
    idempotencyStore({ db, now, newToken, box, ...(leases && { leases }) }),
    {
      timeoutMs: options.idempotencyWaitMs ?? defaultIdempotencyWaitMs,
      wait: (ms, signal) => delay(ms, undefined, { signal }),
    },
  );
  await registerCompression(app);

  const search = bookSearch(db);
  await app.register(probeRoutes, {
    pendingMigrations: () => pendingMigrations(db),
    search: options.servesApi ? search : null,
  });
  registerMetrics(app);
  if (!options.servesApi) return app;

  await registerOpenapi(app, publicUrl, openapiWebhooks());
  await app.register(openapiRoutes);
  await app.register(docsRoutes);
  await app.register(problemRoutes);
  await app.register(keyRoutes);

  app.addHook('onReady', async () => {
    // Not awaited: who asks before it is done waits, all else is served meanwhile.
    search.catchUp().catch((error: unknown) => app.log.error(error, 'the books could not be read'));
  });
  const books = bookStore(db);
  const content = contentStore(db);
  const tokens = sessionTokens(secret, now);
  const texts = publishedChapterStore(db);
  const readable = bookOutlines(content, texts);
  const licensing = licences({
    readOutline: (versionId) => content.outline(versionId),
    readSection: (versionId, index) => content.section(versionId, index),
    readChapter: async (bookId, chapterId) =>
      (await texts.find(bookId, chapterId))?.section ?? null,
    readStyleSheets: (versionId, ids) => content.styleSheets(versionId, ids),
  });
  const changeFeed = chapterChangeFeed({
    chapters: texts,
    wait: (ms, signal) => delay(ms, undefined, { signal, ref: false }),
    onError: (error) => app.log.error(error, 'changes of chapters could not be read'),
  });
  const rates = servedRates(db, now);
  const inText = { texts: textStore(db), cursors: cursorCodec(secret) };
  await app.register(bookRoutes, {
    ...inText,
    books,
    search,
    files: versionFiles(db),
    loadContents: (book) => readable.forBook(book),
    licences: licensing,
    listSerialChapters: (bookId, page) => listChapters(db.query, bookId, page),
    priceConverter: priceConverter(rates),
    publicUrl,
  });
  const once = idempotentDatabase(db, now);
  const anew = { db: once, now, newId };
  const whiteLabel = deployments({
    ...anew,
    random: randomBytes,
    lookUpTxt: txtResolver(options.dnsServers ?? null),
    rules: {
      publicHost: new URL(publicUrl).hostname,
      allowLoopback: options.allowLoopback ?? false,
    },
  });
  const partnering = affiliates({
    ...anew,
    secret,
    publicUrl,
    async buyTemplateOf(accountId, bookId, deploymentId) {
      const book = await books.find(accountId, bookId);
      if (!book || book.metadata.buyUrl || !deploymentId) return book?.metadata.buyUrl ?? null;
      return (await whiteLabel.find(accountId, deploymentId))?.links.buy ?? null;
    },
  });
  const writing = {
    db,
    now,
    newId,
    bookEvents: bookEvents(happenings, publicUrl),
    allowLoopback: options.allowLoopback ?? false,
  };
  const writer = bookWriter({ ...writing, db: once });
  await app.register(importRoutes, { context: writing, books, writer, publicUrl });
  await app.register(bookWriteRoutes, { books, writer, publicUrl });
  const opened = sessionStore(once, now);
  const gate = {
    tokens,
    validity: sessionValidity({ now, isKeyUsable: keys.isKeyUsable, isSessionOpen: opened.isOpen }),
  };
  const reading = {
    books,
    content,
    chapters: texts,
    outlines: readable,
    licences: licensing,
    tokens,
    sessionStore: opened,
    gate,
    publicUrl,
    now,
    newId,
  };
  const open = openEmbed({
    ...reading,
    services: {
      async findDeployment(accountId, id) {
        const found = await whiteLabel.find(accountId, id);
        return found && toDeployment(found, publicUrl);
      },
      startVisit: partnering.visitStarter.start,
      pricesIn: agedPriceConverter(rates),
    },
  });
  await app.register(embedRoutes, {
    openEmbed: open,
    gate,
    countEmbed: keys.countEmbed,
    visits: partnering.visits,
  });
  await app.register(sessionRoutes, reading);
  await app.register(chapterContentRoutes, reading);
  await app.register(searchRoutes, { ...reading, ...inText });
  await app.register(chapterChangeRoutes, {
    ...reading,
    changeFeed,
    networkOf: networkPrefix,
  });
  await app.register(contentRoutes, { ...reading, licensed: licensedContent(content, licensing) });
  await app.register(rateRoutes, { rates, now });
  const compile = contentCompiler({
    compile: compileChapterInProcess,
    findLanguage: async (id) => (await books.findAny(id))?.metadata.languages[0] ?? 'und',
  });
  await app.register(chapterRoutes, {
    chapters: chapters({
      db: once,
      now,
      newId,
      events: happenings,
      compile,
      notifyReaders: (bookId) => changeFeed.pollNow(bookId),
    }),
  });
  await app.register(reviewRoutes, {
    reviews: reviews({ db: once, now, newId, events: happenings }),
    books,
    query: db.query,
    cursors: cursorCodec(secret),
    publicUrl,
  });
  await app.register(saleRoutes, {
    sales: sales({
      db: once,
      now,
      newId,
      events: happenings,
      attribution: partnering.conversions,
      currentRates: () => rates.current(),
    }),
    query: db.query,
    findConversions: partnering.conversions.findBySales,
    cursors: cursorCodec(secret),
    publicUrl,
  });

  await app.register(deploymentRoutes, {
    deployments: whiteLabel,
    cursors: cursorCodec(secret),
    publicUrl,
    internalPeers: options.internalPeers ?? null,
  });

  const pages = {
    ...keys,
    publicUrl,
    openEmbed: pageEmbedOpener(open, partnering.visits),
    findDeployment: (accountId: string, id: string) => whiteLabel.find(accountId, id),
    findByHost: (host: string) => whiteLabel.findByHost(host),
  };
  hosts.setServices({ ...pages, books, listLibrary: libraryLister(db, books) });
  await app.register(pageRoutes, { services: pages });
  await app.register(oembedRoutes, {
    ...pages,
    findBook: (accountId, wanted) => findBook(books, accountId, wanted),
  });

  await app.register(affiliateRoutes, {
    ...partnering,
    db,
    now,
    checkSession: (token) => verifySession(gate, token),
    isbnOf: async (accountId, bookId) =>
      (await books.find(accountId, bookId))?.metadata.identifiers.find(
        ({ scheme }) => scheme === 'isbn',
      )?.value ?? null,
    cursors: cursorCodec(secret),
    publicUrl,
  });

  const wake = options.wakeDeliveries ?? (() => undefined);
  await app.register(webhookRoutes, {
    endpoints: endpointStore({ db: once, now, newId, events: happenings }),
    deliveries: deliveryStore({ db: once, now, wake }),
    log: eventLogReader(db),
    box: secretBox(secret),
    random: randomBytes,
    allowLoopback: options.allowLoopback ?? false,
    cursors: cursorCodec(secret),
    publicUrl,
  });

  await app.register(componentRoutes, { folder: options.componentFolder });
  for (const plugin of options.plugins ?? []) await app.register(plugin);
  return app;
}
