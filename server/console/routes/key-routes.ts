import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Database } from '../../db/open.ts';
import { Failure } from '../../failure.ts';
import { issueKey, type KeyContext, revokeKey, rotateKey } from '../../keys/issue-key.ts';
import { keyStore } from '../../keys/store.ts';
import type { StoredKey } from '../../keys/stored-key.ts';
import { environmentOf, liveAccountOf } from '../../values/environment.ts';
import type { ConsoleContext } from '../console-context.ts';
import { type ConsoleKey, NewConsoleKey } from '../contract.ts';
import { requireAccount } from '../visitor.ts';

const KeyParams = z.object({ accountId: z.string(), keyId: z.string().max(100) });
const maxGraceSeconds = 30 * 86_400;

/** Routes for an account's keys. Only the response that creates a key contains its text. */
export const keyRoutes: FastifyPluginAsyncZod<ConsoleContext> = async (app, context) => {
  const { db, now, newId, random, audit } = context;
  const keysIn = (tx: Database): KeyContext => ({ store: keyStore(tx), newId, random, now });
  const url = '/console/api/accounts/:accountId/keys';

  /** GET …/keys → `ConsoleKey[]`, newest first. */
  app.get(url, async (request) => {
    const keys = await keyStore(db).listOfAccount(requireAccount(request).id);
    const quotas = keys.length
      ? await db.query
          .selectFrom('quotas')
          .select(['id', 'day'])
          .where(
            'id',
            'in',
            keys.map(({ quotaId }) => quotaId),
          )
          .execute()
      : [];
    const days = new Map(quotas.map(({ id, day }) => [id, day]));
    return { data: keys.map((key) => toConsoleKey(key, days.get(key.quotaId) ?? null, now())) };
  });

  /** POST …/keys → `{ key, text }`. Errors: `invalid_request`, `role_denied`. */
  app.post(url, { schema: { body: NewConsoleKey } }, async (request, reply) => {
    const account = requireAccount(request);
    const { label, expiresAt, ...order } = request.body;
    if (!account.tiers.includes(order.tier)) {
      throw new Failure(
        'role_denied',
        `${account.name} cannot have keys of the tier ${order.tier}. Ask the operator of this server.`,
        { reason: 'tier' },
      );
    }
    const issued = await audit.change(request, async (tx) => {
      const result = await issueKey(keysIn(tx), {
        ...order,
        account: account.name,
        label: label || null,
        ...(expiresAt ? { expiresAt: new Date(expiresAt) } : {}),
      });
      return { result, change: toChange('key.create', account.id, result.key, null) };
    });
    reply.status(201);
    return { data: { key: toConsoleKey(issued.key, null, now()), text: issued.text } };
  });

  /**
   * POST …/keys/:keyId/rotate → `{ key, text, predecessorExpiresAt }`. Errors: `key_not_found`,
   * `conflict`.
   */
  app.post(
    `${url}/:keyId/rotate`,
    {
      schema: {
        params: KeyParams,
        body: z.strictObject({ graceSeconds: z.int().min(0).max(maxGraceSeconds) }),
      },
    },
    async (request, reply) => {
      const account = requireAccount(request);
      const { keyId } = request.params;
      const issued = await audit.change(request, async (tx) => {
        const old = await requireOwnKey(tx, account.id, keyId);
        const result = await rotateKey(keysIn(tx), keyId, request.body.graceSeconds);
        return { result, change: toChange('key.rotate', account.id, result.key, old) };
      });
      reply.status(201);
      const { key, text, predecessorExpiresAt } = issued;
      return { data: { key: toConsoleKey(key, null, now()), text, predecessorExpiresAt } };
    },
  );

  /** POST …/keys/:keyId/revoke → `ConsoleKey`. Errors: `key_not_found`. */
  app.post(`${url}/:keyId/revoke`, { schema: { params: KeyParams } }, async (request) => {
    const account = requireAccount(request);
    const revoked = await audit.change(request, async (tx) => {
      const old = await requireOwnKey(tx, account.id, request.params.keyId);
      const result = await revokeKey(keysIn(tx), old.id);
      return { result, change: toChange('key.revoke', account.id, result, old) };
    });
    return { data: toConsoleKey(revoked, null, now()) };
  });
};

/** @throws Failure `key_not_found`, also for a key of another account. */
async function requireOwnKey(tx: Database, accountId: string, keyId: string): Promise<StoredKey> {
  const key = await keyStore(tx).find(keyId);
  const owner = key && (liveAccountOf(key.accountId) ?? key.accountId);
  if (!key || owner !== accountId) {
    throw new Failure('key_not_found', `No API key with id ${keyId} in this account.`);
  }
  return key;
}

function toChange(action: string, accountId: string, key: StoredKey, old: StoredKey | null) {
  const shown = ({ id, label, kind, tier, permissions, ...more }: StoredKey) => {
    const { allowedOrigins, expiresAt, revokedAt, accountId: owner } = more;
    const environment = environmentOf(owner);
    const rights = { permissions, allowedOrigins, environment };
    return { id, label, kind, tier, ...rights, expiresAt, revokedAt };
  };
  return { accountId, action, target: key.id, before: old && shown(old), after: shown(key) };
}

function toConsoleKey(key: StoredKey, lastUsedOn: string | null, now: Date): ConsoleKey {
  const { id, label, kind, tier, ending, permissions, allowedOrigins } = key;
  const { createdAt, expiresAt, revokedAt } = key;
  const isExpired = expiresAt !== null && new Date(expiresAt) <= now;
  const state = revokedAt ? 'revoked' : isExpired ? 'expired' : 'active';
  const environment = environmentOf(key.accountId);
  const rights = { permissions, allowedOrigins, environment };
  const times = { createdAt, expiresAt, revokedAt, lastUsedOn };
  return { id, label, kind, tier, ending, ...rights, state, ...times };
}
