import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { toBook } from '../../books/stored-book.ts';
import { Failure } from '../../failure.ts';
import { fillBuyTemplate } from '../../values/buy-template.ts';
import { isOwnBook } from '../../values/environment.ts';
import { publicViewer } from '../../values/viewer.ts';
import { insertClick } from '../clicks.ts';
import { Code } from '../term-fields.ts';
import { isCrawler, isDeliberateClick } from '../deliberate-click.ts';
import { optsOutOfTracking } from '../visits.ts';
import type { AffiliateRoutesOptions } from './options.ts';
import { redirectHeaders } from './buy.ts';
import { createHash } from 'node:crypto';
import { escapeText } from 'entities';
import type { Book } from '../../books/contract.ts';

/** Invalid labels are ignored, because the buyer must still reach the shop. */
const label = () => Code.optional().catch(undefined);

/**
 * GET /r/:code?book= redirects from a partner's post or newsletter to the shop without opening a
 * reader. Only the book's `buyUrl` determines the destination.
 */
export const promotionRoutes: FastifyPluginAsyncZod<AffiliateRoutesOptions> = async (
  app,
  options,
) => {
  const {
    db,
    now,
    newId,
    partners,
    buyTemplateOf,
    isbnOf,
    books,
    publicUrl,
    isWithinAddressLimit,
  } = options;

  /** → 303 to the shop, or a page for crawlers. Errors: `book_not_found`, `not_found`. */
  app.get(
    '/r/:code',
    {
      schema: {
        tags: ['Affiliates'],
        operationId: 'followPromotionLink',
        summary: 'Follow a promotion link',
        description:
          'Redirects to the shop that sells a public book, and counts the click for the affiliate with this code in the ' +
          'book’s account. The code needs no signature, because a link determines only the affiliate who earns the commission. Link previews and ' +
          'crawlers get a page that describes the book, and are not counted. Requires no API key.',
        params: z.strictObject({
          code: z
            .string()
            .min(1)
            .max(100)
            .describe(
              'Code or id of the affiliate. If the affiliate is unknown, the link still leads to the shop.',
            )
            .meta({ example: 'books_weekly' }),
        }),
        querystring: z.object({
          book: z
            .string()
            .regex(
              /^(bk_[0-9A-Za-z]{1,40}|isbn:[\dXx-]{10,17})$/,
              'Must be a book id, or isbn: and an ISBN.',
            )
            .describe('The book’s id, or `isbn:` and its ISBN.')
            .meta({ example: 'bk_01KAJ0Q1V4T2M8Y6ZP3W5X7E9R' }),
          campaign: label().describe('The affiliate’s own campaign.').meta({ example: 'autumn' }),
          sub: label().describe('The affiliate’s own sub id.').meta({ example: 'newsletter-12' }),
        }),
        response: { 303: z.null().describe('Redirects to the shop.') },
      },
      config: { access: 'open', fails: ['book_not_found', 'not_found'] },
    },
    async (request, reply) => {
      reply.headers(redirectHeaders);
      const { book: reference, campaign = null, sub = null } = request.query;
      const book = await findBook(reference, request.ownAccountId);
      const { accountId } = book;
      const template = await buyTemplateOf(accountId, book.id, null);
      if (template === null) throw new Failure('not_found', `Book ${book.id} is not sold.`);
      // A truncated or mistyped code must not keep the buyer from reaching the shop.
      const { data: code } = Code.safeParse(request.params.code);
      const partner = code === undefined ? null : await partners.findActive(accountId, code);
      const isCounted =
        partner !== null && isDeliberateClick(request) && isWithinAddressLimit(request.ip);
      const click = { clickId: newId('clk'), traceId: newId('trc') };
      const isbn = await isbnOf(accountId, book.id);
      const labels = partner ? { campaign, sub, affiliate: partner.code } : {};
      const values = { ...labels, bookId: book.id, isbn, ...(isCounted && click) };
      const shopUrl = fillBuyTemplate(template, values);
      const page = `${request.ownOrigin ?? publicUrl}/r/${encodeURIComponent(request.params.code)}`;
      if (isCrawler(request)) return sendPreview(reply, book, page, shopUrl);
      if (isCounted) {
        const place = {
          deploymentId: null,
          chapter: null,
          readerId: null,
          currency: null,
          locale: null,
        };
        const ticket = { ...click, ...place, accountId, bookId: book.id, partnerId: partner.id };
        const isLabeled = !optsOutOfTracking(request.headers);
        const source = isLabeled ? { campaign, sub } : { campaign, sub: null };
        await insertClick(db.query, { ...ticket, ...source, at: now().toISOString() });
      }
      return reply.redirect(shopUrl, 303);
    },
  );

  /**
   * @param host - Account of the domain, which must not redirect to the shops of other publishers.
   */
  async function findBook(reference: string, host: string | null) {
    const viewer = publicViewer('');
    const book = reference.startsWith('bk_')
      ? await books.find(viewer, reference)
      : await books.findByIsbn(viewer, reference.slice('isbn:'.length).replaceAll('-', ''));
    const isShown = book !== null && (host === null || isOwnBook(host, book.accountId));
    if (isShown && book.accountId !== null) return { ...book, accountId: book.accountId };
    throw new Failure('book_not_found', `No book with id ${reference} is sold here.`);
  }

  /** Cast, because the schema describes only the redirect, but crawlers get a page. */
  function sendPreview(
    reply: { headers: (values: Record<string, string>) => unknown },
    book: Parameters<typeof toBook>[0],
    page: string,
    shopUrl: string,
  ): never {
    reply.headers({
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': promotionPagePolicy,
      'X-Content-Type-Options': 'nosniff',
    });
    return renderPromotionPage(
      toBook(book, publicUrl),
      `${page}?book=${book.id}`,
      shopUrl,
    ) as never;
  }
};

const style =
  ':root { color-scheme: light dark; font: 1rem/1.6 system-ui, sans-serif; } body { max-width: 36rem; margin: 3rem auto; padding: 0 1rem; } img { max-width: 10rem; height: auto; }';

/** Allows only the page's style and the cover. */
const promotionPagePolicy = `default-src 'none'; img-src https: data:; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; base-uri 'none'; form-action 'none'`;

/** Renders the page that link previews and crawlers get instead of the redirect to the shop. */
function renderPromotionPage(book: Book, canonical: string, shopUrl: string): string {
  const authors = book.contributors.filter(({ role }) => role === 'aut').map(({ name }) => name);
  const description = (book.description ?? book.subtitle ?? '').slice(0, 300);
  const meta = (name: string, value: string | number | null | undefined) =>
    value ? `<meta property="${name}" content="${attribute(String(value))}">\n` : '';
  const { cover } = book;
  return `<!doctype html>
<html lang="${attribute(book.languages[0] ?? 'en')}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeText(book.title)}</title>
<style>${style}</style>
<meta name="robots" content="noindex">
${description ? `<meta name="description" content="${attribute(description)}">\n` : ''}${meta('og:type', 'book')}${meta('og:title', [book.title, authors.join(', ')].filter(Boolean).join(' – '))}${meta('og:description', description)}${meta('og:url', canonical)}${meta('og:site_name', book.publisher)}${meta('og:image', cover?.url)}${meta('og:image:width', cover?.width)}${meta('og:image:height', cover?.height)}<meta name="twitter:card" content="summary">
</head>
<body>
${cover ? `<img src="${attribute(cover.url)}" alt="">\n` : ''}<h1>${escapeText(book.title)}</h1>
<p>${escapeText(authors.join(', '))}</p>
<p><a href="${attribute(shopUrl)}" rel="nofollow sponsored">${escapeText(new URL(shopUrl).host)}</a></p>
</body>
</html>
`;
}

function attribute(text: string): string {
  return escapeText(text).replaceAll('"', '&quot;');
}
