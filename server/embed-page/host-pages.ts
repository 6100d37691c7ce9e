import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { BookStore } from '../books/store.ts';
import { toBook } from '../books/stored-book.ts';
import { type StoredDeployment, toDeployment } from '../deployments/stored-deployment.ts';
import { Failure } from '../failure.ts';
import { integerParameter } from '../http/query-parameters.ts';
import { hostPageUrls } from './page-urls.ts';
import { findBook, type ListLibrary } from './store.ts';
import { renderLibraryPage } from './library-page.ts';
import { VisitQuery } from './contract.ts';
import type { PageServices } from './services.ts';
import { sendBookPage } from './send-book.ts';
import { sendFailurePage, sendPage, messagesForRequest } from './send-page.ts';

export type HostPages = ReturnType<typeof hostPages>;

export interface HostPageServices extends PageServices {
  books: BookStore;
  listLibrary: ListLibrary;
}

/** What a page fetches from its own origin; their routes answer on every host. */
const passThroughPaths =
  /^\/(?:content\/|buy\/|svc-[a-z]+\.js(?:\.map)?$|svc-reader\/|v1\/reader\/events$|oembed$)/;

const LibraryQuery = z.object({
  locale: VisitQuery.shape.locale,
  page: integerParameter(1, 10_000).default(1),
});

/**
 * The pages on the verified hosts of deployments: the house’s books at `/`, each at `/books/{id}`, and
 * nothing of anyone else’s. What is asked of every other host goes on its way.
 */
export function hostPages() {
  let services: HostPageServices | null = null;
  return {
    /** Call it once the rest of the server is there. */
    setServices(given: HostPageServices): void {
      services = given;
    },

    /** An `onRequest` hook, before those that look for keys. */
    async handle(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> {
      // More than a name and a port would lead links of the page elsewhere.
      if (!/^[^:@]+(?::\d{1,5})?$/.test(request.host)) return undefined;
      const deployment = await services?.findByHost(request.hostname);
      if (!services || !deployment) return undefined;
      const path = request.url.replace(/[?#].*$/s, '');
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
    throw new Failure('not_found', `There is nothing at ${path}.`);
  }
  if (method !== 'GET' && method !== 'HEAD') {
    throw new Failure('method_not_allowed', `${path} takes GET, not ${method}.`, {
      headers: { Allow: 'GET, HEAD' },
    });
  }
  if (reference !== undefined) {
    return showOwn(decodeSegment(reference), parseQuery(VisitQuery, query));
  }
  const { page } = parseQuery(LibraryQuery, query);
  const { books, hasMore } = await services.listLibrary(deployment.accountId, page);
  const [only] = books;
  if (only && books.length === 1 && page === 1) return showOwn(only.id, {});
  await enter();
  const { publicUrl } = services;
  const home = (number: number) => `${origin}/${number > 1 ? `?page=${number}` : ''}`;
  const house = toDeployment(deployment, origin);
  const shown = renderLibraryPage({
    books: books.map((book) => toBook(book, publicUrl)).map(atOrigin),
    deployment: house,
    theme: deployment.theme,
    messages: messagesForRequest(request, deployment.locale),
    canonical: home(page),
    urlOf: ({ id }) => hostPageUrls(origin, id, {}, null).book,
    newerUrl: page > 1 ? home(page - 1) : null,
    olderUrl: hasMore ? home(page + 1) : null,
    frameAncestors: deployment.frameAncestors,
  });
  return sendPage(reply, shown);

  async function showOwn(wanted: string, visit: VisitQuery): Promise<FastifyReply> {
    const { accountId } = deployment;
    const book = await findBook(services.books, accountId, wanted);
    // A private book has no place on a public domain, nor has one of another house.
    if (book?.accountId !== accountId || book.visibility !== 'public') {
      throw new Failure('book_not_found', `No book ${wanted} in this library.`);
    }
    return sendBookPage(services, request, reply, {
      caller: await enter(),
      book: book.id,
      deployment,
      visit,
      origin,
      urlsOf: ({ id }, section) => hostPageUrls(origin, id, visit, section),
    });
  }

  /** Counts the request on the deployment’s key. */
  async function enter() {
    if (deployment.keyId === null) {
      throw new Failure('key_missing', 'This deployment has no key for its pages.');
    }
    const caller = await services.findCallerById(deployment.keyId);
    request.caller = caller;
    request.receipt = await services.consume(caller);
    reply.headers(request.receipt.headers);
    // Pages of others that fetch this one are held to the key’s origins, as anywhere.
    const asking = request.headers.origin;
    services.checkRights(caller, 'read:reader', asking === origin ? undefined : asking);
    return caller;
  }

  function atOrigin<Shown extends { cover: { url: string } | null }>(book: Shown): Shown {
    const { publicUrl } = services;
    const url = book.cover?.url;
    // The page's policy lets nothing in from elsewhere: the title stands there instead.
    if (!book.cover || !url?.startsWith(`${publicUrl}/`)) return { ...book, cover: null };
    return { ...book, cover: { ...book.cover, url: origin + url.slice(publicUrl.length) } };
  }
}

function decodeSegment(step: string): string {
  try {
    return decodeURIComponent(step);
  } catch {
    return '';
  }
}

function parseQuery<Output>(schema: z.ZodType<Output>, value: unknown): Output {
  const { success, data, error } = schema.safeParse(value);
  if (success) return data;
  throw new Failure('invalid_request', z.prettifyError(error));
}
