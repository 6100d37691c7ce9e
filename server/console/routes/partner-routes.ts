import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { partners } from '../../affiliates/partners.ts';
import { rateFor } from '../../affiliates/special-rates.ts';
import { listAccountBooks } from '../../books/account-books.ts';
import { completeTemplate } from '../../books/sale-link.ts';
import type { StoredBook } from '../../books/stored-book.ts';
import { bookSelector } from '../../deployments/book-selection.ts';
import { listDeployments, maxDeployments } from '../../deployments/store.ts';
import { bookPathSegment } from '../../embed-page/book-path.ts';
import { hostPageUrls } from '../../embed-page/page-urls.ts';
import { Failure } from '../../failure.ts';
import { readPosition } from '../../http/pagination.ts';
import { toBookRow } from '../book-rows.ts';
import type { ConsoleContext } from '../console-context.ts';
import type { ListPage } from '../contract.ts';
import type { PartnerBook, PartnerProfile } from '../report-contract.ts';
import { requireAccount } from '../visitor.ts';
import { earningRoutes } from './earning-routes.ts';

const pageSize = 50;
const Position = z.object({ ordinal: z.int() });
const Filter = z.strictObject({
  q: z.string().max(200).optional(),
  cursor: z.string().max(500).optional(),
});

/** Routes for partners, who see only the affiliate they were invited for. */
export const partnerRoutes: FastifyPluginAsyncZod<ConsoleContext> = async (app, context) => {
  const { db, cursors, publicUrl } = context;
  const url = '/console/api/accounts/:accountId/partner';

  async function affiliateOf(request: FastifyRequest) {
    const { id, partnerId } = requireAccount(request);
    if (partnerId === null) {
      throw new Failure(
        'affiliate_not_found',
        'You aren’t a partner of this account. Ask the account’s owner for an invitation as an affiliate.',
      );
    }
    return (await partners(context).get(id, partnerId)).partner;
  }

  /** GET …/partner → `PartnerProfile`. Errors: `affiliate_not_found`. */
  app.get(url, async (request) => {
    const affiliate = await affiliateOf(request);
    const { code, name, rate, windowDays, approvalDays, couponCodes, state } = affiliate;
    const terms = { code, name, rate, windowDays, approvalDays, couponCodes, state };
    return { data: { ...terms, origin: publicUrl } satisfies PartnerProfile };
  });

  /**
   * GET …/partner/books?q=&cursor= → `ListPage<PartnerBook>`: public books that are sold, newest
   * first.
   */
  app.get(
    `${url}/books`,
    { schema: { querystring: Filter } },
    async (request): Promise<ListPage<PartnerBook>> => {
      const { id: accountId } = requireAccount(request);
      const affiliate = await affiliateOf(request);
      const { q, cursor } = request.query;
      const scope = JSON.stringify(['console-partner-books', accountId, q]);
      const before = readPosition(Position, cursors, cursor, scope)?.ordinal ?? null;
      const filter = { q, visibility: 'public' } as const;
      const found = await listAccountBooks(db, accountId, filter, pageSize + 1, before);
      const read = found.slice(0, pageSize);
      const last = found.length > pageSize ? read.at(-1) : undefined;
      const sold = read.filter(
        ({ metadata }) => completeTemplate(metadata.buyUrl, metadata) !== null,
      );
      const pageUrlOf = await domainPages(accountId);
      return {
        data: sold.map((book): PartnerBook => {
          const row = toBookRow(book, publicUrl);
          const { id, title, authors, coverUrl, price, readable } = row;
          const { subjects } = book.metadata;
          const rate = rateFor(affiliate.rate, affiliate.specialRates, { id, subjects });
          return { id, title, authors, coverUrl, price, readable, rate, pageUrl: pageUrlOf(book) };
        }),
        nextCursor: last ? cursors.write({ ordinal: last.ordinal }, scope) : null,
      };
    },
  );

  /** Returns a function that finds a book's page on the account's domains. */
  async function domainPages(accountId: string): Promise<(book: StoredBook) => string | null> {
    const { deployments } = await listDeployments(db.query, accountId, maxDeployments, null);
    const sites = deployments.flatMap(({ books, domains }) => {
      const host = domains.find(({ state }) => state === 'verified')?.host;
      return host ? [{ origin: `https://${host}`, isSelected: bookSelector(books) }] : [];
    });
    return ({ id, title, metadata: { subjects } }) => {
      const site = sites.find(({ isSelected }) => isSelected({ id, subjects }));
      return site
        ? hostPageUrls(site.origin, bookPathSegment({ id, title }), {}, null).canonical
        : null;
    };
  }

  await app.register(earningRoutes, { ...context, url, affiliateOf });
};
