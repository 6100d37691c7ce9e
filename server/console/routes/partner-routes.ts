import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { partners } from '../../affiliates/partners.ts';
import { rateFor } from '../../affiliates/special-rates.ts';
import { listAccountBooks } from '../../books/account-books.ts';
import { completeTemplate } from '../../books/sale-link.ts';
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

/** What a partner sees: only the affiliate of the own invitation. */
export const partnerRoutes: FastifyPluginAsyncZod<ConsoleContext> = async (app, context) => {
  const { db, cursors, publicUrl } = context;
  const url = '/console/api/accounts/:accountId/partner';

  async function affiliateOf(request: FastifyRequest) {
    const { id, partnerId } = requireAccount(request);
    if (partnerId === null) {
      throw new Failure(
        'affiliate_not_found',
        'You are no partner of this account. Ask for an invitation from the list of affiliates.',
      );
    }
    return (await partners(context).get(id, partnerId)).partner;
  }

  /** GET …/partner → `PartnerProfile`. Fails: `affiliate_not_found`. */
  app.get(url, async (request) => {
    const affiliate = await affiliateOf(request);
    const { code, name, rate, windowDays, approvalDays, couponCodes, state } = affiliate;
    const terms = { code, name, rate, windowDays, approvalDays, couponCodes, state };
    return { data: { ...terms, origin: publicUrl } satisfies PartnerProfile };
  });

  /** GET …/partner/books?q=&cursor= → `ListPage<PartnerBook>`: public books that are sold, newest first. */
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
      return {
        data: sold.map((book): PartnerBook => {
          const row = toBookRow(book, publicUrl);
          const { id, title, authors, coverUrl, price, readable } = row;
          const rate = rateFor(affiliate.rate, affiliate.specialRates, {
            id,
            subjects: book.metadata.subjects,
          });
          return { id, title, authors, coverUrl, price, readable, rate };
        }),
        nextCursor: last ? cursors.write({ ordinal: last.ordinal }, scope) : null,
      };
    },
  );

  await app.register(earningRoutes, { ...context, url, affiliateOf });
};
