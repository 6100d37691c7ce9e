import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { ConsoleContext } from '../console-context.ts';
import { listAttention, readUsage } from '../store/attention.ts';
import { requireAccount } from '../visitor.ts';

/** Routes for the parts of the account's start page that no other page has. */
export const homeRoutes: FastifyPluginAsyncZod<ConsoleContext> = async (app, context) => {
  const { db, now } = context;
  const url = '/console/api/accounts/:accountId';

  /** GET …/attention → `AttentionItem[]`. */
  app.get(`${url}/attention`, async (request) => ({
    data: await listAttention(db, requireAccount(request).id, now()),
  }));

  /** GET …/quota-usage → `ConsoleUsage`. */
  app.get(`${url}/quota-usage`, async (request) => ({
    data: await readUsage(db.query, requireAccount(request).id, now()),
  }));
};
