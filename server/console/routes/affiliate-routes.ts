import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import {
  AffiliateId,
  AffiliatePatch,
  NewAffiliate,
  PayoutOrder,
} from '../../affiliates/contract.ts';
import { partners } from '../../affiliates/partners.ts';
import { payouts } from '../../affiliates/payouts.ts';
import { Failure } from '../../failure.ts';
import { IdPosition, readPosition } from '../../http/pagination.ts';
import { type ConsoleContext, sendOrLog } from '../console-context.ts';
import { Email, type ListPage, type NewLink } from '../contract.ts';
import type { Affiliate, ConsoleAffiliate } from '../report-contract.ts';
import { createInvitation, requireNoOtherRole } from '../invitations.ts';
import { languageFor } from '../mail/language.ts';
import { invitationMail } from '../mail/mail-texts.ts';
import { selectOpenLinks } from '../store/links.ts';
import { requireAccount } from '../visitor.ts';
import { earningRoutes } from './earning-routes.ts';

const pageSize = 50;
const Params = z.object({ accountId: z.string(), affiliateId: AffiliateId });
const Filter = z.strictObject({
  state: z.enum(['active', 'paused']).optional(),
  cursor: z.string().max(500).optional(),
});
/** The revision on which the change is based. */
const Revision = z.strictObject({ revision: z.coerce.number().int().optional() });

/** Routes for an account's affiliates, their earnings, and the partners who can see them. */
export const affiliateRoutes: FastifyPluginAsyncZod<ConsoleContext> = async (app, context) => {
  const { db, now, cursors, audit } = context;
  const url = '/console/api/accounts/:accountId/affiliates';
  const one = `${url}/:affiliateId`;

  /** GET …/affiliates?state=&cursor= → `ListPage<Affiliate>`, newest first. */
  app.get(
    url,
    { schema: { querystring: Filter } },
    async (request): Promise<ListPage<Affiliate>> => {
      const { id } = requireAccount(request);
      const { cursor, ...filter } = request.query;
      const scope = JSON.stringify(['console-affiliates', id, filter.state]);
      const before = readPosition(IdPosition, cursors, cursor, scope)?.id ?? null;
      const page = await partners(context).list(id, filter, pageSize, before);
      const last = page.hasMore ? page.partners.at(-1) : undefined;
      const nextCursor = last ? cursors.write({ id: last.id }, scope) : null;
      return { data: page.partners, nextCursor };
    },
  );

  /** POST …/affiliates with `NewAffiliate` → `{ id }`. Errors: `conflict`. */
  app.post(url, { schema: { body: NewAffiliate } }, async (request, reply) => {
    const { id: accountId } = requireAccount(request);
    const data = await audit.change(request, async (tx) => {
      const { partner } = await partners({ ...context, db: tx }).add(accountId, request.body);
      const { id, ...after } = partner;
      return {
        result: { id },
        change: { accountId, action: 'affiliate.create', target: partner.code, after },
      };
    });
    reply.status(201);
    return { data };
  });

  /** GET …/affiliates/:affiliateId → `ConsoleAffiliate`. Errors: `affiliate_not_found`. */
  app.get(one, { schema: { params: Params } }, async (request) => {
    const { id: accountId } = requireAccount(request);
    const { partner, revision } = await partners(context).get(
      accountId,
      request.params.affiliateId,
    );
    const people = await db.query
      .selectFrom('members')
      .innerJoin('users', 'users.id', 'members.user_id')
      .select(['users.name', 'users.email'])
      .where('members.account_id', '=', accountId)
      .where('members.role', '=', 'partner')
      .where('members.partner_id', '=', partner.id)
      .orderBy('users.name')
      .execute();
    const links = await selectOpenLinks(db.query, now())
      .where('console_links.kind', '=', 'invitation')
      .where('console_links.account_id', '=', accountId)
      .where('console_links.partner_id', '=', partner.id)
      .orderBy('console_links.id')
      .execute();
    const invitations = links.map(({ email, expires_at: expiresAt }) => ({
      email: email ?? '',
      expiresAt,
    }));
    const data: ConsoleAffiliate = { affiliate: partner, revision, people, invitations };
    return { data };
  });

  /**
   * PATCH …/affiliates/:affiliateId?revision= with `AffiliatePatch`. Errors: `precondition_failed`,
   * `conflict`.
   */
  app.patch(
    one,
    { schema: { params: Params, querystring: Revision, body: AffiliatePatch } },
    async (request) => {
      const { id: accountId } = requireAccount(request);
      const { params, query, body } = request;
      await audit.change(request, async (tx) => {
        const store = partners({ ...context, db: tx });
        const { partner: old } = await store.get(accountId, params.affiliateId);
        const { partner } = await store.change(accountId, old.id, body, (current) => {
          if (query.revision === undefined || query.revision === current) return;
          throw new Failure(
            'precondition_failed',
            'Someone else has changed this partner since you opened it. Reload the page.',
          );
        });
        const names = new Set(Object.keys(body));
        const changed = (values: Affiliate) =>
          Object.fromEntries(Object.entries(values).filter(([name]) => names.has(name)));
        const change = { accountId, action: 'affiliate.change', target: partner.code };
        return {
          result: null,
          change: { ...change, before: changed(old), after: changed(partner) },
        };
      });
      return { data: {} };
    },
  );

  /**
   * POST …/affiliates/:affiliateId/payouts with `PayoutOrder` → `Payout`. Errors: `nothing_to_pay`.
   */
  app.post(
    `${one}/payouts`,
    { schema: { params: Params, body: PayoutOrder } },
    async (request, reply) => {
      const { id: accountId } = requireAccount(request);
      const data = await audit.change(request, async (tx) => {
        const inside = { ...context, db: tx };
        const { partner } = await partners(inside).get(accountId, request.params.affiliateId);
        const payout = await payouts(inside).pay(accountId, partner.id, request.body);
        const { id, amount, conversions, until } = payout;
        const change = { accountId, action: 'affiliate.pay', target: partner.code };
        return { result: payout, change: { ...change, after: { id, amount, conversions, until } } };
      });
      reply.status(201);
      return { data };
    },
  );

  /**
   * POST …/affiliates/:affiliateId/invitations with `{ email }` → `NewLink`, with which a person
   * becomes the affiliate's partner. Errors: `conflict` for people who have another role.
   */
  app.post(
    `${one}/invitations`,
    { schema: { params: Params, body: z.strictObject({ email: Email }) } },
    async (request, reply) => {
      const { id: accountId, name } = requireAccount(request);
      const { partner } = await partners(context).get(accountId, request.params.affiliateId);
      const { email } = request.body;
      const order = { accountId, email, role: 'partner', partnerId: partner.id } as const;
      const invite = createInvitation(context, order);
      const link = await audit.change(request, async (tx) => {
        await requireNoOtherRole(tx.query, accountId, email);
        const { result, change } = await invite(tx);
        return {
          result,
          change: { ...change, after: { role: 'partner', affiliate: partner.code } },
        };
      });
      const mail = invitationMail(await languageFor(context.db, email, request), name, link);
      const isSent = await sendOrLog(context, request, email, mail);
      reply.status(201);
      return { data: { ...link, isSent } satisfies NewLink };
    },
  );

  await app.register(earningRoutes, {
    ...context,
    url: one,
    async affiliateOf(request) {
      // Not `AffiliateId`, because other texts are ids of missing affiliates.
      const { affiliateId } = z.object({ affiliateId: z.string() }).parse(request.params);
      return (await partners(context).get(requireAccount(request).id, affiliateId)).partner;
    },
  });
};
