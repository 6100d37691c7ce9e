import { isIP } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { BookStore } from '../books/store.ts';
import { toBook } from '../books/stored-book.ts';
import { type StoredDeployment, toDeployment } from '../deployments/stored-deployment.ts';
import { bookSelector } from '../deployments/book-selection.ts';
import { Failure } from '../failure.ts';
import { integerParameter } from '../http/query-parameters.ts';
import { bookPathSegment, bookReferenceIn } from './book-path.ts';
import { sendHostFile } from './host-files.ts';
import { isFromPage, openPageVisit } from './open-visit.ts';
import { hostPageUrls, libraryUrl } from './page-urls.ts';
import type { Sitemaps } from './sitemaps.ts';
import { findBook, type ListLibrary } from './store.ts';
import { renderLibraryPage } from './library-page.ts';
import { VisitQuery } from './contract.ts';
import type { PageServices } from './services.ts';
import { sendBookPage } from './send-book.ts';
import { sendFailurePage, messagesForRequest } from './send-page.ts';
import { publicViewer } from '../values/viewer.ts';
import { environmentOf, isOwnBook } from '../values/environment.ts';

export type HostPages = ReturnType<typeof hostPages>;

export interface HostPageServices extends PageServices {
  books: BookStore;
  listLibrary: ListLibrary;
  sitemaps: Sitemaps;
  /** Returns the icon of a deployment's pages as a PNG. */
  findIcon: (deployment: StoredDeployment) => Promise<Uint8Array>;
  /** Counts a page by client IP address. Errors: `burst`. */
  countPage: (address: string, isCached: boolean) => void;
}

/** Paths that a page fetches from its own origin. Their routes respond on every host. */
const passThroughPaths =
  /^\/(?:content\/|buy\/|r\/|problems\/|\.well-known\/svc-reader$|svc-[a-z]+\.js(?:\.map)?$|svc-reader[/@]|svc-reader\.json$|v1\/reader\/events$|oembed$)/;

/** A visit's parameters are added to the links to books. */
const LibraryQuery = VisitQuery.extend({ page: integerParameter(1, 10_000).default(1) });

/**
 * Pages on verified custom domains: the publisher's books at `/`, each book at
 * `/books/{title}-{id}`, and files for crawlers. Ignores requests to other hosts.
 *
 * @param publicUrl - Origin at which clients reach this server, which is no custom domain.
 */
export function hostPages(publicUrl: string) {
  const ownHostname = new URL(publicUrl).hostname;
  let services: HostPageServices | null = null;
  return {
    /** Call this after the services have been created. Ignores all requests before that. */
    setServices(newServices: HostPageServices): void {
      services = newServices;
    },

    /** An `onRequest` hook that must run before authentication. */
    handle(request: FastifyRequest, reply: FastifyReply): Promise<void> | null {
      const isOther = request.hostname !== ownHostname && isDomainName(request);
      return services && isOther ? answer(services, request, reply) : null;
    },
  };
}

function isDomainName({ host, hostname }: FastifyRequest): boolean {
  // Other characters in the host would change the target of the page's links.
  if (!/^[^:@]+(?::\d{1,5})?$/.test(host)) return false;
  // Probes use an IP address and must get a response even while the database does not respond.
  return isIP(hostname) === 0;
}

async function answer(
  services: HostPageServices,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const deployment = await services.findByHost(request.hostname);
  if (!deployment) return;
  const path = request.url.replace(/[?#].*$/s, '');
  request.ownOrigin = `${request.protocol}://${request.host}`;
  request.ownAccountId = deployment.accountId;
  if (passThroughPaths.test(path)) return;
  const { theme, locale } = deployment;
  try {
    await handleOnHost(deployment, path, services, request, reply);
  } catch (error) {
    await sendFailurePage(request, reply, error, { theme, locale });
  }
}

async function handleOnHost(
  deployment: StoredDeployment,
  path: string,
  services: HostPageServices,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { method, query } = request;
  const origin = `${request.protocol}://${request.host}`;
  if (method === 'GET' || method === 'HEAD') {
    const file = { deployment, path, query, origin, address: request.ip };
    const sent = await sendHostFile(services, reply, file);
    if (sent) return sent;
  }
  const segment = /^\/books\/([^/]+)$/.exec(path)?.[1];
  if (path !== '/' && segment === undefined) {
    throw new Failure('not_found', `No page at ${path}.`);
  }
  if (method !== 'GET' && method !== 'HEAD' && method !== 'POST') {
    throw new Failure('method_not_allowed', `${path} supports GET, HEAD and POST, not ${method}.`, {
      headers: { Allow: 'GET, HEAD, POST' },
    });
  }
  if (segment !== undefined) {
    return sendOwnBook(bookReferenceIn(decodeSegment(segment)), parseQuery(VisitQuery, query));
  }
  const { page, ...visit } = parseQuery(LibraryQuery, query);
  const { books, hasMore } = await services.listLibrary(deployment, page);
  const [only] = books;
  if (only && books.length === 1 && page === 1) return sendOwnBook(only.id, visit);
  if (method === 'POST') {
    throw new Failure('method_not_allowed', `${path} supports GET and HEAD, not POST.`, {
      headers: { Allow: 'GET, HEAD' },
    });
  }
  const { keyId } = await authorize();
  const messages = messagesForRequest(request, deployment.locale);
  const revisions = books.map(({ id, revision }) => [id, revision]);
  const key = [origin, keyId, deployment, messages.locale, page, visit, revisions, hasMore];
  return services.sharedPages.send(request, reply, key, async () => {
    const pageUrl = (number: number) => (number > 1 ? number : undefined);
    return renderLibraryPage({
      books: books.map((book) => toBook(book, services.publicUrl)).map(withLocalCover),
      deployment: toDeployment(deployment, origin),
      theme: deployment.theme,
      messages,
      canonical: libraryUrl(origin, { page: pageUrl(page) }),
      urlOf: (book) => origin + hostPageUrls(origin, bookPathSegment(book), visit, null).bookVisit,
      newerUrl: page > 1 ? libraryUrl(origin, { ...visit, page: pageUrl(page - 1) }) : null,
      olderUrl: hasMore ? libraryUrl(origin, { ...visit, page: page + 1 }) : null,
      frameAncestors: deployment.frameAncestors,
      isTest: environmentOf(deployment.accountId) === 'test',
    });
  });

  async function sendOwnBook(reference: string, visit: VisitQuery): Promise<FastifyReply> {
    const { accountId } = deployment;
    const stored = await findBook(services.books, publicViewer(accountId), reference);
    // Public domains do not show private books or other publishers' books.
    const isShown =
      stored !== null &&
      isOwnBook(accountId, stored.accountId) &&
      stored.visibility !== 'private' &&
      bookSelector(deployment.books)({ id: stored.id, subjects: stored.metadata.subjects });
    if (!isShown) {
      throw new Failure('book_not_found', `No book with id ${reference} on this site.`);
    }
    const send = method === 'POST' ? openPageVisit : sendBookPage;
    return send(services, request, reply, {
      caller: await authorize(),
      stored,
      book: stored.id,
      deployment,
      visit,
      origin,
      isOwnDomain: true,
      urlsOf: (book, section) => hostPageUrls(origin, bookPathSegment(book), visit, section),
    });
  }

  /** Checks the deployment's key. Public pages don't count toward its quota. */
  async function authorize() {
    if (deployment.keyId === null) {
      throw new Failure(
        'key_missing',
        'This deployment has no key. Set `keyId` to a publishable key of the account to show its pages.',
      );
    }
    const caller = await services.findCallerById(deployment.keyId);
    request.caller = caller;
    // Cross-origin requests must match the key's allowed origins, as for the API.
    const isOwn = isFromPage(request, origin);
    services.checkRights(caller, 'read:reader', isOwn ? undefined : request.headers.origin);
    return caller;
  }

  function withLocalCover<Item extends { cover: { url: string } | null }>(book: Item): Item {
    const { publicUrl } = services;
    const url = book.cover?.url;
    // The page's Content-Security-Policy blocks other origins, so the title replaces such covers.
    if (!book.cover || !url?.startsWith(`${publicUrl}/`)) return { ...book, cover: null };
    return { ...book, cover: { ...book.cover, url: origin + url.slice(publicUrl.length) } };
  }
}

function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return '';
  }
}

function parseQuery<Output>(schema: z.ZodType<Output>, value: unknown): Output {
  const { success, data, error } = schema.safeParse(value);
  if (success) return data;
  throw new Failure('invalid_request', z.prettifyError(error));
}
