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
import { promotionPagePolicy, renderPromotionPage } from '../promotion-page.ts';
import { optsOutOfTracking } from '../visits.ts';
import type { AffiliateRoutesOptions } from './options.ts';
import { redirectHeaders } from './buy.ts';

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
          'book’s account. The code needs no signature, because a link names only the affiliate who earns. Link previews and ' +
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

  /** Cast: the schema describes the redirect, and crawlers get a page. */
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
