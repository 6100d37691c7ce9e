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
import { textStore } from './books/text/text-store.ts';
import { versionFiles } from './books/version-files.ts';
import { bookWriter } from './books/writer.ts';
import { chapters } from './chapters/chapters.ts';
import { compileContent } from './chapters/compile-content.ts';
import { chapterRoutes } from './chapters/routes.ts';
import { listChapters } from './chapters/store.ts';
import { pendingMigrations } from './db/migrate.ts';
import { idMaker } from './db/new-id.ts';
import { deployments } from './deployments/deployments.ts';
import { lookUpTxt } from './deployments/look-up-txt.ts';
import { deploymentRoutes } from './deployments/routes.ts';
import { toDeployment } from './deployments/stored-deployment.ts';
import type { Database } from './db/open.ts';
import { eventLog } from './event-log.ts';
import { allowedMethods } from './http/allowed-methods.ts';
import {
  answerUnknownAddresses,
  failureAnswerer,
  unroutableAnswerer,
} from './http/answer-failures.ts';
import { authenticate } from './http/authenticate.ts';
import { authorize } from './http/authorize.ts';
import { closeConnections } from './http/close-connections.ts';
import { componentRoutes } from './http/component-routes.ts';
import { compression } from './http/compression.ts';
import { routePaths } from './http/broken-parameter.ts';
import { cors } from './http/cors.ts';
import { cursorCodec } from './http/cursor.ts';
import { etag } from './http/etag.ts';
import { idempotency } from './http/idempotency.ts';
import { metrics } from './http/metrics.ts';
import { probeRoutes } from './http/probe-routes.ts';
import { problemRoutes } from './http/problem-routes.ts';
import { RequestLog } from './http/request-log.ts';
import { giveQuotaBack, spendQuota } from './http/spend-quota.ts';
import { wellFormedBody } from './http/well-formed-body.ts';
import { wellFormedQuery } from './http/well-formed-query.ts';
import { carriedOutOnce } from './idempotency/carried-out-once.ts';
import { type IdempotencyLeases, idempotencyStore } from './idempotency/store.ts';
import { compileChapterApart } from './import/compiler.ts';
import { importRoutes } from './import/routes.ts';
import { networkOf } from './keys/address-limit.ts';
import { keyGate } from './keys/key-gate.ts';
import { quotaWarnings } from './keys/quota-warnings.ts';
import { keyRoutes } from './keys/routes.ts';
import { documentRoutes } from './openapi/document.ts';
import { docsRoutes } from './openapi/docs-routes.ts';
import { openapiRoutes } from './openapi/routes.ts';
import { oembedRoutes } from './oembed/routes.ts';
import { pricesIn, ratedPricesIn } from './rates/prices-in.ts';
import { rateTables } from './rates/rate-tables.ts';
import { rateRoutes } from './rates/routes.ts';
import { findBook } from './reader/page/find-book.ts';
import { hostPages } from './reader/page/host-pages.ts';
import { libraryStore } from './reader/page/library-store.ts';
import { representation } from './reader/page/representation.ts';
import { openForPage } from './reader/page/open-for-page.ts';
import { pageRoutes } from './reader/page/routes.ts';
import { chapterContentRoutes } from './reader/chapter-routes.ts';
import { chapterStore } from './reader/chapter-store.ts';
import { changesRoutes } from './reader/changes-routes.ts';
import { licensedContent } from './reader/licensed-content.ts';
import { openEmbed } from './reader/open-embed.ts';
import { openedSessions } from './reader/opened-sessions.ts';
import { readings } from './reader/readings.ts';
import { embedRoutes } from './reader/routes.ts';
import { contentRoutes } from './reader/content-routes.ts';
import { standingSession } from './reader/session-of.ts';
import { searchRoutes } from './reader/search-routes.ts';
import { sessionRoutes } from './reader/session-routes.ts';
import { readerSessions } from './reader/session.ts';
import { standing } from './reader/standing.ts';
import { readerStore } from './reader/store.ts';
import { watchBooks } from './reader/watch-books.ts';
import { reviews } from './reviews/reviews.ts';
import { reviewRoutes } from './reviews/routes.ts';
import { saleRoutes } from './sales/routes.ts';
import { sales } from './sales/sales.ts';
import { bookSearch } from './search/search.ts';
import { deliveryStore } from './webhooks/delivery-store.ts';
import { endpointStore } from './webhooks/endpoint-store.ts';
import { documentedWebhooks } from './webhooks/event-types.ts';
import { loggedEvents } from './webhooks/logged-events.ts';
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
  idempotencyPatienceMs?: number;
  /** Whether the API is served, or the probes alone. */
  hasApi: boolean;
  /** Folder of the built component; absolute. */
  componentFolder: string;
  /** Further pages and routes. */
  plugins?: FastifyPluginAsync[];
}

/** The largest EPUB at a megabyte a second, and some patience. */
const slowestUploadMs = 150_000;
/** Shorter than the patience of clients and of a server that is told to end. */
const usualPatienceMs = 5000;

/** The server without its socket: every step that a request takes, in order. */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const { db, now, publicUrl, secret } = options;
  const newId = idMaker(() => now().getTime());
  const happenings = eventLog({ now, newId }, options.wakeDeliveries);
  const warnings = quotaWarnings({
    db,
    now,
    events: happenings,
    onFault: (error) => app.log.error(error, 'a threshold of a quota could not be told'),
  });
  const keys = keyGate(db, now, options.hasBurstLimit, warnings);

  const paths = routePaths();
  const app: FastifyInstance = Fastify({
    logger: { level: options.logLevel },
    genReqId: () => newId('req'),
    logController: new RequestLog(),
    trustProxy: options.trustProxy ?? false,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    requestTimeout: slowestUploadMs,
    // As long as a whole address may be: what is too long is refused by its own name.
    routerOptions: { maxParamLength: 16_384 },
    frameworkErrors: unroutableAnswerer(publicUrl, (path) => paths.brokenParameter(path)),
  });
  app.setValidatorCompiler(validatorCompiler);
  // Answers are checked against their schemas by the tests, not again for every client.
  app.setSerializerCompiler(() => (answer) => JSON.stringify(answer));
  app.setErrorHandler(failureAnswerer(publicUrl));
  paths.watch(app);
  answerUnknownAddresses(app, allowedMethods(app));
  app.decorateRequest('caller', null);
  app.decorateRequest('receipt', null);

  app.addHook('onRequest', async (request, reply) => {
    reply.header('Request-Id', request.id);
  });
  app.addHook('onRequest', cors);
  const hosts = hostPages();
  app.addHook('onRequest', hosts.answer);
  app.addConstraintStrategy(representation);
  app.addHook('onRequest', authenticate(keys));
  app.addHook('onRequest', spendQuota(keys));
  app.addHook('onRequest', authorize(keys.checkRights));
  app.addHook('preValidation', wellFormedQuery);
  app.addHook('preValidation', wellFormedBody);
  closeConnections(app);
  app.addHook('onSend', giveQuotaBack);
  app.addHook('onSend', etag);
  const newToken = () => newId('idm');
  const leases = options.idempotencyLeases;
  const box = secretBox(secret, randomBytes, 'kept answers');
  idempotency(app, idempotencyStore({ db, now, newToken, box, ...(leases && { leases }) }), {
    ms: options.idempotencyPatienceMs ?? usualPatienceMs,
    wait: (ms, signal) => delay(ms, undefined, { signal }),
  });
  await compression(app);

  const search = bookSearch(db);
  await app.register(probeRoutes, {
    pendingMigrations: () => pendingMigrations(db),
    search: options.hasApi ? search : null,
  });
  metrics(app);
  if (!options.hasApi) return app;

  await documentRoutes(app, publicUrl, documentedWebhooks());
  await app.register(openapiRoutes);
  await app.register(docsRoutes);
  await app.register(problemRoutes);
  await app.register(keyRoutes);

  app.addHook('onReady', async () => {
    // Not awaited: who asks before it is done waits, all else is served meanwhile.
    search.catchUp().catch((error: unknown) => app.log.error(error, 'the books could not be read'));
  });
  const books = bookStore(db);
  const content = readerStore(db);
  const sessions = readerSessions(secret, now);
  const texts = chapterStore(db);
  const readable = readings(content, texts);
  const licensing = licences({
    outlineOf: (versionId) => content.outline(versionId),
    sectionOf: (versionId, index) => content.section(versionId, index),
    chapterOf: async (bookId, chapterId) => (await texts.text(bookId, chapterId))?.section ?? null,
    sheetsOf: (versionId, ids) => content.styleSheets(versionId, ids),
  });
  const watch = watchBooks({
    chapters: texts,
    wait: (ms, signal) => delay(ms, undefined, { signal, ref: false }),
    onFault: (error) => app.log.error(error, 'changes of chapters could not be read'),
  });
  const rates = rateTables(db, now);
  const inText = { texts: textStore(db), cursors: cursorCodec(secret) };
  await app.register(bookRoutes, {
    ...inText,
    books,
    search,
    files: versionFiles(db),
    readingOf: (book) => readable.of(book),
    licences: licensing,
    serialChapters: (bookId, page) => listChapters(db.query, bookId, page),
    pricesIn: pricesIn(rates),
    publicUrl,
  });
  const once = carriedOutOnce(db, now);
  const anew = { db: once, now, newId };
  const whiteLabel = deployments({
    ...anew,
    random: randomBytes,
    lookUpTxt: lookUpTxt(options.dnsServers ?? null),
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
  const opened = openedSessions(once, now);
  const gate = {
    sessions,
    standing: standing({ now, isKeyUsable: keys.isKeyUsable, isSessionOpen: opened.isOpen }),
  };
  const reading = {
    books,
    content,
    chapters: texts,
    readings: readable,
    licences: licensing,
    sessions,
    opened,
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
      openReading: partnering.arrivals.open,
      pricesIn: ratedPricesIn(rates),
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
  await app.register(changesRoutes, { ...reading, watch, networkOf });
  await app.register(contentRoutes, { ...reading, licensed: licensedContent(content, licensing) });
  await app.register(rateRoutes, { rates, now });
  const compile = compileContent({
    compile: compileChapterApart,
    languageOf: async (id) => (await books.findAny(id))?.metadata.languages[0] ?? 'und',
  });
  await app.register(chapterRoutes, {
    chapters: chapters({
      db: once,
      now,
      newId,
      events: happenings,
      compile,
      wakeReaders: (bookId) => watch.wake(bookId),
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
      conversions: partnering.conversions,
      currentRates: () => rates.current(),
    }),
    query: db.query,
    conversionsOf: partnering.conversions.ofSales,
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
    openEmbed: openForPage(open, partnering.visits),
    findDeployment: (accountId: string, id: string) => whiteLabel.find(accountId, id),
    findByHost: (host: string) => whiteLabel.findByHost(host),
  };
  hosts.use({ ...pages, books, listLibrary: libraryStore(db, books) });
  await app.register(pageRoutes, { services: pages });
  await app.register(oembedRoutes, {
    ...pages,
    findBook: (accountId, wanted) => findBook(books, accountId, wanted),
  });

  await app.register(affiliateRoutes, {
    ...partnering,
    db,
    now,
    checkSession: (token) => standingSession(gate, token),
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
    log: loggedEvents(db),
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
