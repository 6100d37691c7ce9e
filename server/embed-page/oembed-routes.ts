import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { type StoredBook, toBook } from '../books/stored-book.ts';
import type { StoredDeployment } from '../deployments/stored-deployment.ts';
import { Failure } from '../failure.ts';
import type { Caller } from '../http/caller.ts';
import { OembedQuery, type FramedBook, toOembed, toOembedXml } from './oembed.ts';

export interface OembedRoutesOptions {
  /** Origin that readers reach this server at, without a trailing slash. */
  publicUrl: string;
  /** Fails with a 401. */
  findCaller: (authorization: string | undefined) => Promise<Caller>;
  /** Counts a request against its address. Fails: `too_many_requests`. */
  countAnonymousRequest: (address: string) => void;
  findByHost: (host: string) => Promise<StoredDeployment | null>;
  /** A book with text, as an account may see it, by its id or `isbn:…`; null when there is none. */
  findBook: (accountId: string, wanted: string) => Promise<StoredBook | null>;
}

/** GET /oembed: how to show a page of ours in a frame (https://oembed.com). */
export const oembedRoutes: FastifyPluginAsyncZod<OembedRoutesOptions> = async (app, options) => {
  const { publicUrl, findCaller, countAnonymousRequest, findByHost, findBook } = options;

  /** → JSON or XML. Fails: `not_found`, `book_not_found`, `book_private`, `format_not_supported`. */
  app.get(
    '/oembed',
    { schema: { hide: true, querystring: OembedQuery }, config: { access: 'open' } },
    async (request, reply) => {
      countAnonymousRequest(request.ip);
      const { url, format = 'json', ...limits } = request.query;
      if (format !== 'json' && format !== 'xml') {
        throw new Failure('format_not_supported', 'There is json and xml, nothing else.');
      }
      const answer = toOembed(await findFramed(url), limits);
      reply.header('Cache-Control', 'public, max-age=3600');
      if (format === 'xml') return reply.type('text/xml; charset=utf-8').send(toOembedXml(answer));
      return reply.type('application/json; charset=utf-8').send(JSON.stringify(answer));
    },
  );

  async function findFramed(url: string): Promise<FramedBook> {
    const address = URL.parse(url);
    if (!address || !/^https?:$/.test(address.protocol)) throw pageNotFound(url);
    return address.origin === new URL(publicUrl).origin
      ? ofEmbed(address, url)
      : ofHost(address, url);
  }

  async function ofEmbed(address: URL, url: string): Promise<FramedBook> {
    const key = address.searchParams.get('key');
    const wanted = address.searchParams.get('book');
    if (address.pathname !== '/v1/reader/embed' || !key || !wanted) throw pageNotFound(url);
    const { accountId, kind } = await findCaller(`Bearer ${key}`);
    if (kind === 'secret') throw pageNotFound(url);
    const book = requireFramable(await findBook(accountId, wanted), wanted);
    address.searchParams.set('format', 'html');
    const shown = toBook(book, publicUrl);
    const provider = { name: shown.publisher ?? 'svc-reader', url: publicUrl };
    return { book: shown, url: address.href, provider };
  }

  async function ofHost(address: URL, url: string): Promise<FramedBook> {
    const deployment = await findByHost(address.hostname);
    const wanted = /^\/books\/([^/]+)$/.exec(address.pathname)?.[1];
    if (!deployment || !wanted) throw pageNotFound(url);
    const book = requireFramable(await findBook(deployment.accountId, wanted), wanted);
    // No book of another house is on this one’s domain.
    if (book.accountId !== deployment.accountId) throw pageNotFound(url);
    const provider = { name: deployment.name, url: address.origin };
    return { book: toBook(book, address.origin), url: address.href, provider };
  }
};

function requireFramable(book: StoredBook | null, wanted: string): StoredBook {
  if (!book || (book.versionId === null && book.serial.chapters === 0)) {
    throw new Failure('book_not_found', `No book ${wanted} in this library.`);
  }
  if (book.visibility === 'private') {
    throw new Failure(
      'book_private',
      `Book ${wanted} is for those alone who were given its address.`,
    );
  }
  return book;
}

function pageNotFound(url: string): Failure {
  return new Failure('not_found', `${url.slice(0, 200)} is no page of a book here.`);
}
