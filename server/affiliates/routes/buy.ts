import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { Failure } from '../../failure.ts';
import { fillBuyTemplate } from '../../values/buy-template.ts';
import { optsOutOfTracking } from '../visits.ts';
import type { BuyTicket } from '../buy-links.ts';
import { insertClick } from '../clicks.ts';
import { ChapterName } from '../contract.ts';
import { type AffiliateRoutesOptions } from './options.ts';

const redirectHeaders = {
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'origin',
  'X-Robots-Tag': 'noindex',
};

/**
 * GET /buy/:ticket: a press of a buy link, counted once for each reading, leads to the shop. It never
 * leads to an address that came with the request.
 */
export const buyRoutes: FastifyPluginAsyncZod<AffiliateRoutesOptions> = async (app, options) => {
  const { db, now, partners, buyLinks, buyTemplateOf, isbnOf } = options;

  /** → 303 to the shop. Fails: `not_found`. */
  app.get(
    '/buy/:ticket',
    {
      schema: {
        params: z.strictObject({ ticket: z.string().min(1).max(8000) }),
        // Where in the book the reader was, as the button knows it. Whatever else was added to the
        // address, or is wrong with this: who wants to buy is led to the shop.
        querystring: z.object({ chapter: ChapterName.optional().catch(undefined) }),
      },
      config: { access: 'open' },
    },
    async (request, reply) => {
      reply.headers(redirectHeaders);
      const { ticket, isCounted } = buyLinks.verify(request.params.ticket);
      const address = await shopOf(ticket);
      if (isCounted && isDeliberateClick(request)) {
        // Who asks not to be tracked is still somebody’s buyer, but nobody in particular.
        const readerId = optsOutOfTracking(request.headers) ? null : ticket.readerId;
        const chapter = request.query.chapter ?? ticket.chapter;
        await insertClick(db.query, { ...ticket, chapter, readerId, at: now().toISOString() });
      }
      return reply.redirect(address, 303);
    },
  );

  async function shopOf(ticket: BuyTicket): Promise<string> {
    const { accountId, bookId, partnerId, deploymentId } = ticket;
    const template = await buyTemplateOf(accountId, bookId, deploymentId);
    if (template === null) throw new Failure('not_found', 'This book is not sold here any more.');
    const code = partnerId === null ? null : await partners.findCode(accountId, partnerId);
    const { campaign, sub, clickId, traceId, currency, locale } = ticket;
    const isbn = await isbnOf(accountId, bookId);
    const values = { campaign, sub, clickId, traceId, currency, locale };
    return fillBuyTemplate(template, { ...values, bookId, isbn, affiliate: code });
  }
};

/** A browser that looks ahead, and a client that only asks for headers, has pressed nothing. */
function isDeliberateClick({ method, headers: sent }: FastifyRequest): boolean {
  const purposes = [sent['sec-purpose'], sent.purpose, sent['x-purpose'], sent['x-moz']];
  return method === 'GET' && !/\b(prefetch|prerender|preview)\b/i.test(purposes.join(' '));
}
