import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { BookStore } from '../books/store.ts';
import { toBook } from '../books/stored-book.ts';
import { type StoredDeployment, toDeployment } from '../deployments/stored-deployment.ts';
import { bookSelector } from '../deployments/book-selection.ts';
import { Failure } from '../failure.ts';
import { integerParameter } from '../http/query-parameters.ts';
import { hostPageUrls } from './page-urls.ts';
import { findBook, type ListLibrary } from './store.ts';
import { renderLibraryPage } from './library-page.ts';
import { VisitQuery } from './contract.ts';
import type { PageServices } from './services.ts';
import { sendBookPage } from './send-book.ts';
import { sendFailurePage, sendPage, messagesForRequest } from './send-page.ts';
import { publicViewer } from '../values/viewer.ts';
import { environmentOf, isOwnBook } from '../values/environment.ts';

export type HostPages = ReturnType<typeof hostPages>;

export interface HostPageServices extends PageServices {
  books: BookStore;
  listLibrary: ListLibrary;
}

/** Paths that a page fetches from its own origin. Their routes respond on every host. */
const passThroughPaths =
  /^\/(?:content\/|buy\/|r\/|problems\/|\.well-known\/svc-reader$|svc-[a-z]+\.js(?:\.map)?$|svc-reader\/|v1\/reader\/events$|oembed$)/;

const LibraryQuery = z.object({
  locale: VisitQuery.shape.locale,
  page: integerParameter(1, 10_000).default(1),
});

/**
 * Pages on verified custom domains: the publisher's books at `/` and each book at `/books/{id}`. Requests to
 * other hosts are not handled.
 */
export function hostPages() {
  let services: HostPageServices | null = null;
  return {
    /** Call this after the services have been created. No requests are handled before that. */
    setServices(newServices: HostPageServices): void {
      services = newServices;
    },

    /** An `onRequest` hook that must run before authentication. */
    async handle(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> {
      // Other characters in the host would change the target of the page's links.
      if (!/^[^:@]+(?::\d{1,5})?$/.test(request.host)) return undefined;
      const deployment = await services?.findByHost(request.hostname);
      if (!services || !deployment) return undefined;
      const path = request.url.replace(/[?#].*$/s, '');
      request.ownOrigin = `${request.protocol}://${request.host}`;
      if (passThroughPaths.test(path)) return undefined;
      const { theme, locale } = deployment;
      try {
        return await handleOnHost(deployment, path, services, request, reply);
      } catch (error) {
        return sendFailurePage(request, reply, error, { theme, locale });
      }
    },
  };
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
  if (path === '/robots.txt') {
    return reply.type('text/plain; charset=utf-8').send('User-agent: *\nDisallow: /buy/\n');
  }
  const reference = /^\/books\/([^/]+)$/.exec(path)?.[1];
  if (path !== '/' && reference === undefined) {
    throw new Failure('not_found', `No page at ${path}.`);
  }
  if (method !== 'GET' && method !== 'HEAD') {
    throw new Failure('method_not_allowed', `${path} supports GET and HEAD, not ${method}.`, {
      headers: { Allow: 'GET, HEAD' },
    });
  }
  if (reference !== undefined) {
    return sendOwnBook(decodeSegment(reference), parseQuery(VisitQuery, query));
  }
  const { page } = parseQuery(LibraryQuery, query);
  const { books, hasMore } = await services.listLibrary(deployment, page);
  const [only] = books;
  if (only && books.length === 1 && page === 1) return sendOwnBook(only.id, {});
  services.countAnonymousRequest(request.ip);
  await authorize();
  const { publicUrl } = services;
  const libraryUrl = (number: number) => `${origin}/${number > 1 ? `?page=${number}` : ''}`;
  const publicDeployment = toDeployment(deployment, origin);
  const html = renderLibraryPage({
    books: books.map((book) => toBook(book, publicUrl)).map(withLocalCover),
    deployment: publicDeployment,
    theme: deployment.theme,
    messages: messagesForRequest(request, deployment.locale),
    canonical: libraryUrl(page),
    urlOf: ({ id }) => hostPageUrls(origin, id, {}, null).book,
    newerUrl: page > 1 ? libraryUrl(page - 1) : null,
    olderUrl: hasMore ? libraryUrl(page + 1) : null,
    frameAncestors: deployment.frameAncestors,
    isTest: environmentOf(deployment.accountId) === 'test',
  });
  return sendPage(reply, html);

  async function sendOwnBook(reference: string, visit: VisitQuery): Promise<FastifyReply> {
    const { accountId } = deployment;
    const book = await findBook(services.books, publicViewer(accountId), reference);
    // Public domains do not show private books or other publishers' books.
    const isShown =
      book !== null &&
      isOwnBook(accountId, book.accountId) &&
      book.visibility !== 'private' &&
      bookSelector(deployment.books)({ id: book.id, subjects: book.metadata.subjects });
    if (!isShown) {
      throw new Failure('book_not_found', `No book with id ${reference} on this site.`);
    }
    return sendBookPage(services, request, reply, {
      caller: await authorize(),
      book: book.id,
      deployment,
      visit,
      origin,
      isOwnDomain: true,
      urlsOf: ({ id }, section) => hostPageUrls(origin, id, visit, section),
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
    const requestOrigin = request.headers.origin;
    services.checkRights(
      caller,
      'read:reader',
      requestOrigin === origin ? undefined : requestOrigin,
    );
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
