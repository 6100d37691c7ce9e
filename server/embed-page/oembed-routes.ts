import type { FastifyReply } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { type StoredBook, toBook } from '../books/stored-book.ts';
import type { StoredDeployment } from '../deployments/stored-deployment.ts';
import { bookSelector } from '../deployments/book-selection.ts';
import { Failure } from '../failure.ts';
import type { Caller } from '../http/caller.ts';
import { bookReferenceIn } from './book-path.ts';
import { Oembed, OembedQuery, type FramedBook, toOembed, toOembedXml } from './oembed.ts';
import { publicViewer, type Viewer } from '../values/viewer.ts';
import { unescapeAmpersands } from '../values/pasted-url.ts';
import { isOwnBook } from '../values/environment.ts';

export interface OembedRoutesOptions {
  /** Public origin of this server, without a trailing slash. */
  publicUrl: string;
  /** Finds the caller for an `Authorization` header. Fails with a 401. */
  findCaller: (authorization: string | undefined) => Caller | Promise<Caller>;
  /** Counts a request by client IP address. Errors: `too_many_requests`. */
  countAnonymousRequest: (address: string) => void;
  findByHost: (host: string) => Promise<StoredDeployment | null>;
  /** Returns a book that the viewer can see, by its id or `isbn:…`, or null if there is none. */
  findBook: (viewer: Viewer, reference: string) => Promise<StoredBook | null>;
}

/** GET /oembed describes how to show a book page in a frame (https://oembed.com). */
export const oembedRoutes: FastifyPluginAsyncZod<OembedRoutesOptions> = async (app, options) => {
  const { publicUrl, findCaller, countAnonymousRequest, findByHost, findBook } = options;

  /**
   * → JSON or XML. Errors: `not_found`, `book_not_found`, `book_private`, `format_not_supported`.
   */
  app.get(
    '/oembed',
    {
      schema: {
        tags: ['Reader'],
        operationId: 'getOembed',
        summary: 'Describe how to embed a book page',
        description:
          'Returns the data with which sites embed the book page at `url` (https://oembed.com). Requires no API ' +
          'key. With `format=xml`, the response is XML.',
        querystring: OembedQuery,
        response: { 200: Oembed },
      },
      config: {
        access: 'open',
        fails: [
          'not_found',
          'book_not_found',
          'book_private',
          'format_not_supported',
          'key_invalid',
          'key_expired',
          'key_revoked',
          'too_many_requests',
        ],
        alternates: { 'text/xml': '/oembed?format=xml' },
      },
    },
    async (request, reply) => {
      countAnonymousRequest(request.ip);
      const { url, format = 'json', dnt, ...limits } = request.query;
      if (format !== 'json' && format !== 'xml') {
        throw new Failure('format_not_supported', `Format must be json or xml, got ${format}.`);
      }
      const framed = await findFramedBook(unescapeAmpersands(url));
      const isTracked = dnt === undefined || /^(0|false|)$/i.test(dnt);
      const oembed = toOembed(isTracked ? framed : withoutTracking(framed), limits);
      reply.header('Cache-Control', 'public, max-age=3600');
      if (format === 'xml') return sendXml(reply, toOembedXml(oembed));
      reply.type('application/json; charset=utf-8');
      return oembed;
    },
  );

  async function findFramedBook(url: string): Promise<FramedBook> {
    const address = URL.parse(url);
    if (!address || !/^https?:$/.test(address.protocol)) throw pageNotFound(url);
    return address.origin === new URL(publicUrl).origin
      ? fromEmbedUrl(address, url)
      : fromHostUrl(address, url);
  }

  async function fromEmbedUrl(address: URL, url: string): Promise<FramedBook> {
    const key = address.searchParams.get('key');
    const reference = address.searchParams.get('book');
    if (address.pathname !== '/v1/reader/embed' || !key || !reference) throw pageNotFound(url);
    const caller = await findCaller(`Bearer ${key}`);
    if (caller.kind === 'secret') throw pageNotFound(url);
    const book = requireFramable(await findBook(caller, reference), reference);
    address.searchParams.set('format', 'html');
    const publicBook = toBook(book, publicUrl);
    const provider = { name: publicBook.publisher ?? 'svc-reader', url: publicUrl };
    return { book: publicBook, url: address.href, provider };
  }

  async function fromHostUrl(address: URL, url: string): Promise<FramedBook> {
    // Another port on a verified host may be another server. Only this server's port is accepted.
    const isServed = ['', new URL(publicUrl).port].includes(address.port);
    const deployment = isServed ? await findByHost(address.hostname) : null;
    const segment = /^\/books\/([^/]+)$/.exec(address.pathname)?.[1];
    const reference = segment && bookReferenceIn(segment);
    if (!deployment || !reference) throw pageNotFound(url);
    const book = requireFramable(
      await findBook(publicViewer(deployment.accountId), reference),
      reference,
    );
    // A custom domain shows only its own account's books.
    const isSelected = bookSelector(deployment.books);
    if (
      !isOwnBook(deployment.accountId, book.accountId) ||
      !isSelected({ id: book.id, subjects: book.metadata.subjects })
    )
      throw pageNotFound(url);
    const provider = { name: deployment.name, url: address.origin };
    return { book: toBook(book, address.origin), url: address.href, provider };
  }
};

/** Cast, because the route's schema describes JSON, but strings are sent unchanged. */
function sendXml(reply: FastifyReply, text: string): never {
  reply.type('text/xml; charset=utf-8');
  return text as never;
}

/** The page stores and records nothing about the reader until the reader consents. */
function withoutTracking(framed: FramedBook): FramedBook {
  const url = new URL(framed.url);
  url.searchParams.set('consent', 'required');
  return { ...framed, url: url.href };
}

function requireFramable(book: StoredBook | null, reference: string): StoredBook {
  if (!book || (book.versionId === null && book.serial.chapters === 0)) {
    throw new Failure('book_not_found', `No book with id ${reference} on this site.`);
  }
  if (book.visibility === 'private') {
    throw new Failure(
      'book_private',
      `Book ${reference} is private and cannot be embedded by its URL.`,
    );
  }
  return book;
}

function pageNotFound(url: string): Failure {
  return new Failure(
    'not_found',
    `${url.slice(0, 200)} is not the URL of a book page on this server.`,
  );
}
