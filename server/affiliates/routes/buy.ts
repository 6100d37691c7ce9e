import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { Failure } from '../../failure.ts';
import { fillBuyTemplate } from '../../values/buy-template.ts';
import { environmentOf, isOwnBook } from '../../values/environment.ts';
import { optsOutOfTracking } from '../visits.ts';
import { insertClick, type FollowedTicket } from '../clicks.ts';
import { isDeliberateClick } from '../deliberate-click.ts';
import { ChapterName } from '../contract.ts';
import { type AffiliateRoutesOptions } from './options.ts';

/** Headers of a redirect to a shop. */
export const redirectHeaders = {
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'origin',
  'X-Robots-Tag': 'noindex',
};

/**
 * GET /buy/:ticket redirects a click on a buy link to the shop and counts it once per reading.
 * Never redirects to a URL from the request.
 */
export const buyRoutes: FastifyPluginAsyncZod<AffiliateRoutesOptions> = async (app, options) => {
  const { db, now, newId, partners, buyLinks, buyTemplateOf, isbnOf } = options;

  /** → 303 to the shop. Errors: `not_found`. */
  app.get(
    '/buy/:ticket',
    {
      schema: {
        tags: ['Affiliates'],
        operationId: 'followBuyLink',
        summary: 'Follow a buy link',
        description:
          'Redirects to the shop and counts the click. The reader’s embed response contains the link. ' +
          'Requires no API key.',
        params: z.strictObject({
          ticket: z
            .string()
            .min(1)
            .max(8000)
            .describe('The signed link, as in `purchase.buyUrl`.')
            .meta({ example: 'eyJhbGciOiJIUzI1NiJ9.e30.c2lnbmF0dXJl' }),
        }),
        // The reader's position in the book, added by the button. Invalid values and other
        // parameters are ignored because the buyer must still reach the shop.
        querystring: z.object({
          chapter: ChapterName.optional()
            .catch(undefined)
            .describe('Position in the book, which the reader’s button adds.')
            .meta({ example: 'Loomings' }),
        }),
        response: { 303: z.null().describe('Redirects to the shop.') },
      },
      config: { access: 'open', fails: ['not_found'] },
    },
    async (request, reply) => {
      reply.headers(redirectHeaders);
      const { ticket: signed, isCounted } = buyLinks.verify(request.params.ticket);
      const { ownAccountId } = request;
      // A publisher's domain must not redirect to the shops of other publishers.
      if (ownAccountId !== null && !isOwnBook(ownAccountId, signed.accountId))
        throw new Failure(
          'not_found',
          `This buy link belongs to another site, not to ${request.hostname}.`,
        );
      const ticket = {
        ...signed,
        traceId: signed.traceId ?? newId('trc'),
        clickId: signed.clickId ?? newId('clk'),
      };
      const address = await shopOf(ticket);
      if (isCounted && isDeliberateClick(request)) {
        // Clicks by readers who opt out of tracking are counted without a reader id.
        const readerId = optsOutOfTracking(request.headers) ? null : ticket.readerId;
        const chapter = request.query.chapter ?? ticket.chapter;
        await insertClick(db.query, { ...ticket, chapter, readerId, at: now().toISOString() });
      }
      return reply.redirect(address, 303);
    },
  );

  async function shopOf(ticket: FollowedTicket): Promise<string> {
    const { accountId, bookId, partnerId, deploymentId } = ticket;
    const template = await buyTemplateOf(accountId, bookId, deploymentId);
    if (template === null) throw new Failure('not_found', 'This book is no longer sold.');
    const code = partnerId === null ? null : await partners.findCode(accountId, partnerId);
    const { campaign, sub, clickId, traceId, currency, locale } = ticket;
    const isbn = await isbnOf(accountId, bookId);
    const values = { campaign, sub, clickId, traceId, currency, locale };
    const shop = new URL(fillBuyTemplate(template, { ...values, bookId, isbn, affiliate: code }));
    // The shop must not deliver or charge for orders from the test environment.
    if (environmentOf(accountId) === 'test') shop.searchParams.set('svc_environment', 'test');
    return shop.href;
  }
};
