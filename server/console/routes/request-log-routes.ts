import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { Failure } from '../../failure.ts';
import { readPosition } from '../../http/pagination.ts';
import { keyStore } from '../../keys/store.ts';
import { toDayRange, usageHistory } from '../../keys/usage-history.ts';
import { StatusClass } from '../../request-log/contract.ts';
import { requestLogStore } from '../../request-log/store.ts';
import { environments, liveAccountOf, testAccountOf } from '../../values/environment.ts';
import type { ConsoleContext } from '../console-context.ts';
import type { RequestPage, UsageReport } from '../developer-contract.ts';
import { requireAccount } from '../visitor.ts';

const pageSize = 50;
const Text = z.string().max(200);
const Time = z.iso.datetime({ offset: true }).transform((text) => new Date(text).toISOString());
const Environment = z.enum(environments).default('live');
const Query = z.strictObject({
  environment: Environment,
  status: StatusClass.optional(),
  route: Text.optional(),
  keyId: Text.optional(),
  code: Text.optional(),
  requestId: Text.optional(),
  from: Time.optional(),
  to: Time.optional(),
  cursor: z.string().max(500).optional(),
  after: z.string().max(500).optional(),
});
const UsageQuery = z.strictObject({
  environment: Environment,
  keyId: Text.optional(),
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
});
const FromCursor = z.object({ upTo: z.int() });
const AfterCursor = z.object({ after: z.int() });

/** Requests and usage of an account's keys. */
export const requestLogRoutes: FastifyPluginAsyncZod<ConsoleContext> = async (app, context) => {
  const { db, cursors, now } = context;
  const log = requestLogStore(db);
  const history = usageHistory(db);
  const url = '/console/api/accounts/:accountId';

  /**
   * GET …/request-log → `RequestPage`. `cursor` continues with older requests, and `after` returns
   * the requests since a page's `latestCursor`, oldest first.
   */
  app.get(
    `${url}/request-log`,
    { schema: { querystring: Query } },
    async (request): Promise<RequestPage> => {
      const { id } = requireAccount(request);
      const { environment, cursor, after, ...filter } = request.query;
      const accountId = environment === 'test' ? testAccountOf(id) : id;
      const scope = `console-requests ${accountId} ${JSON.stringify(Object.entries(filter).sort())}`;
      const page = await log.read(accountId, filter, pageSize, {
        upTo: readPosition(FromCursor, cursors, cursor, scope)?.upTo,
        after: readPosition(AfterCursor, cursors, after, scope, 'after')?.after,
      });
      return {
        data: page.requests,
        nextCursor: page.next === null ? null : cursors.write({ upTo: page.next }, scope),
        latestCursor: page.latest === null ? null : cursors.write({ after: page.latest }, scope),
      };
    },
  );

  /** GET …/usage?environment=&keyId=&from=&to= → `UsageReport`. Errors: `key_not_found`. */
  app.get(`${url}/usage`, { schema: { querystring: UsageQuery } }, async (request) => {
    const { id } = requireAccount(request);
    const { environment, keyId, ...asked } = request.query;
    const range = toDayRange(asked, now());
    const accountId = environment === 'test' ? testAccountOf(id) : id;
    const days =
      keyId === undefined
        ? await history.ofAccount(accountId, range)
        : await history.ofQuota(await requireQuota(id, keyId), range);
    const total = days.reduce((sum, { requests }) => sum + requests, 0);
    return { data: { days, total } satisfies UsageReport };
  });

  /** Returns the quota of a key of either environment. @throws Failure `key_not_found`. */
  async function requireQuota(accountId: string, keyId: string): Promise<string> {
    const key = await keyStore(db).find(keyId);
    if (key && (liveAccountOf(key.accountId) ?? key.accountId) === accountId) return key.quotaId;
    throw new Failure('key_not_found', `No API key with id ${keyId} in this account.`);
  }
};
