import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { Failure } from '../../failure.ts';
import { highestMaxSaleAmount } from '../../sales/amount-limit.ts';
import { Tier } from '../../values/permissions.ts';
import { AccountName } from '../contract.ts';
import type { ConsoleContext } from '../console-context.ts';
import { insertAccount, listOperatedAccounts, toTiers } from '../store/accounts.ts';

const Tiers = z.array(Tier).min(1, 'must contain at least one tier');
const AccountPatch = z.strictObject({
  tiers: Tiers.optional(),
  isSuspended: z.boolean().optional(),
  /** In minor units. Null for the default. */
  maxSaleAmount: z
    .int('must be a whole number')
    .min(1, 'must be at least 1')
    .max(highestMaxSaleAmount, `must be at most ${highestMaxSaleAmount}`)
    .nullable()
    .optional(),
});

/** Routes with which operators manage accounts. */
export const accountRoutes: FastifyPluginAsyncZod<ConsoleContext> = async (app, context) => {
  const { db, now, newId, audit } = context;

  /** GET /console/api/operator/accounts → `OperatedAccount[]`, sorted by name. */
  app.get('/console/api/operator/accounts', async () => ({ data: await listOperatedAccounts(db) }));

  /** POST /console/api/operator/accounts with `{ name, tiers? }` → `{ id }`. Errors: `conflict`. */
  app.post(
    '/console/api/operator/accounts',
    { schema: { body: z.strictObject({ name: AccountName, tiers: Tiers.optional() }) } },
    async (request, reply) => {
      const { name, tiers = null } = request.body;
      const id = newId('acc');
      await audit.change(request, async ({ query }) => {
        if (!(await insertAccount(query, { id, name, tiers }, now().toISOString()))) {
          throw new Failure('conflict', `An account named ${name} exists. Choose another name.`, {
            reason: 'name_taken',
          });
        }
        const change = { accountId: id, action: 'account.create', target: name };
        return { result: null, change: { ...change, after: { name, tiers } } };
      });
      reply.status(201);
      return { data: { id } };
    },
  );

  /** PATCH /console/api/operator/accounts/:accountId. Errors: `account_not_found`. */
  app.patch(
    '/console/api/operator/accounts/:accountId',
    { schema: { params: z.object({ accountId: z.string() }), body: AccountPatch } },
    async (request) => {
      const { accountId } = request.params;
      const { tiers, isSuspended, maxSaleAmount } = request.body;
      await audit.change(request, async ({ query }) => {
        const old = await query
          .selectFrom('accounts')
          .select(['name', 'tiers', 'suspended_at', 'max_sale_amount'])
          .where('id', '=', accountId)
          .where('live_account_id', 'is', null)
          .where('deleted_at', 'is', null)
          .executeTakeFirst();
        if (!old) throw new Failure('account_not_found', `No account with id ${accountId}.`);
        const suspendedAt = isSuspended ? (old.suspended_at ?? now().toISOString()) : null;
        await query
          .updateTable('accounts')
          .set({
            tiers: tiers ? JSON.stringify(tiers) : old.tiers,
            suspended_at: isSuspended === undefined ? old.suspended_at : suspendedAt,
            max_sale_amount: maxSaleAmount === undefined ? old.max_sale_amount : maxSaleAmount,
          })
          .where('id', '=', accountId)
          .execute();
        const before = {
          tiers: toTiers(old.tiers),
          isSuspended: old.suspended_at !== null,
          maxSaleAmount: old.max_sale_amount === null ? null : Number(old.max_sale_amount),
        };
        const change = { accountId, action: 'account.change', target: old.name };
        return {
          result: null,
          change: { ...change, before, after: { ...before, ...request.body } },
        };
      });
      return { data: {} };
    },
  );
};
