import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { type Caller, requireCaller } from '../http/caller.ts';
import { type CursorCodec, IdPosition, readPosition, sendPage } from '../http/pagination.ts';
import { Cursor, limitParameter, PageMeta } from '../http/query-parameters.ts';
import { environmentOf, environments } from '../values/environment.ts';
import {
  ApiKey,
  ApiKeyChange,
  ApiKeyWithText,
  KeyRotation,
  NewApiKey,
  RotatedApiKey,
} from './contract.ts';
import type { KeyGrant, ManagedKeys } from './managed-keys.ts';
import { keyState, keyStates, type StoredKey } from './stored-key.ts';

export interface KeyRoutesOptions {
  keys: ManagedKeys;
  /** Decrypts text encrypted with `ManagedKeysContext.seal`. */
  open: (sealed: string) => string;
  cursors: CursorCodec;
  /** Origin at which clients reach this server, without a trailing slash. */
  publicUrl: string;
  now: () => Date;
}

const tags = ['Keys'];
const none = z.strictObject({});
export const KeyParams = z.strictObject({
  keyId: z
    .string()
    .regex(
      /^key_[0-9A-Za-z]{1,40}$/,
      'Must be an id that starts with key_, such as key_01KAJ0Q1V4T2M8Y6ZP3W5X7E9R.',
    )
    .describe('Id of one of your account’s keys.')
    .meta({ example: 'key_01KAJ0Q1V4T2M8Y6ZP3W5X7E9R' }),
});

const sameRights =
  'The request’s key must have the tier and all permissions of the key, and must not expire earlier.';

/** `/v1/keys`, except the routes for the request's own key. */
export const keyManagementRoutes: FastifyPluginAsyncZod<KeyRoutesOptions> = async (
  app,
  options,
) => {
  const { keys, open, cursors, now } = options;
  // Responses can contain keys, and every request changes the time of its key's last use.
  app.addHook(
    'onRequest',
    async (_request, reply) => void reply.header('Cache-Control', 'no-store'),
  );
  const withUses = async (stored: StoredKey[]): Promise<ApiKey[]> => {
    const uses = await keys.findLastUses(stored.map(({ id }) => id));
    return stored.map((key) => toApiKey(key, uses.get(key.id) ?? null, now()));
  };
  const withUse = async (stored: StoredKey): Promise<ApiKey> => {
    const uses = await keys.findLastUses([stored.id]);
    return toApiKey(stored, uses.get(stored.id) ?? null, now());
  };

  /** → a page of `ApiKey`s, newest first. */
  app.get(
    '/v1/keys',
    {
      schema: {
        tags,
        operationId: 'listKeys',
        summary: 'List API keys',
        description:
          'Returns your account’s keys, newest first, including revoked ones. A live key also lists the keys of ' +
          'the test environment.',
        querystring: z.strictObject({
          kind: ApiKey.shape.kind.optional().describe('Only keys of this kind.'),
          environment: z.enum(environments).optional().describe('Only keys of this environment.'),
          state: z.enum(keyStates).optional().describe('Only keys in this state.'),
          limit: limitParameter(100, 20, 'Keys per page'),
          cursor: Cursor.optional(),
        }),
        response: { 200: z.object({ data: z.array(ApiKey), meta: PageMeta }) },
      },
      config: { permission: 'read:keys' },
    },
    async (request, reply) => {
      const { limit, cursor, ...filter } = request.query;
      const { accountId } = requireCaller(request);
      const scope = `keys ${JSON.stringify([filter.kind, filter.environment, filter.state])}`;
      const before = readPosition(IdPosition, cursors, cursor, scope)?.id ?? null;
      const page = await keys.list(accountId, filter, limit, before);
      const { total, hasMore } = page;
      const rows = await withUses(page.keys);
      const positionOf = ({ id }: ApiKey) => ({ id });
      return sendPage(options, request, reply, { rows, total, limit, hasMore, scope, positionOf });
    },
  );

  /** → `ApiKeyWithText`. Errors: `conflict`, `book_not_found`. */
  app.post(
    '/v1/keys',
    {
      schema: {
        tags,
        operationId: 'createKey',
        summary: 'Create an API key',
        description:
          'Only this response contains the key. The new key has its own quota. Its tier, permissions and ' +
          'expiry cannot exceed those of the request’s key. An account can have 100 usable keys.',
        querystring: none,
        body: NewApiKey,
        response: { 201: z.object({ data: ApiKeyWithText }) },
      },
      config: { permission: 'write:keys', fails: ['conflict', 'book_not_found'] },
    },
    async (request, reply) => {
      const { name, expiresAt, ...order } = request.body;
      const { key, sealedText } = await keys.create(grantOf(requireCaller(request)), {
        ...order,
        label: name,
        ...(expiresAt && { expiresAt }),
      });
      reply.status(201).header('Location', `/v1/keys/${key.id}`);
      return { data: { ...toApiKey(key, null, now()), key: open(sealedText) } };
    },
  );

  /** → `ApiKey`. Errors: `key_not_found`. */
  app.get(
    '/v1/keys/:keyId',
    {
      schema: {
        tags,
        operationId: 'getKey',
        summary: 'Get an API key',
        description: 'Returns the key’s rights and state without its text.',
        params: KeyParams,
        querystring: none,
        response: { 200: z.object({ data: ApiKey }) },
      },
      config: { permission: 'read:keys', fails: ['key_not_found'] },
    },
    async (request) => {
      const { accountId } = requireCaller(request);
      return { data: await withUse(await keys.find(accountId, request.params.keyId)) };
    },
  );

  /** → `ApiKey`. Errors: `key_not_found`, `conflict`, `book_not_found`. */
  app.patch(
    '/v1/keys/:keyId',
    {
      schema: {
        tags,
        operationId: 'updateKey',
        summary: 'Update an API key',
        description: `Omitted members do not change. Takes effect within a second. ${sameRights}`,
        params: KeyParams,
        querystring: none,
        body: ApiKeyChange,
        response: { 200: z.object({ data: ApiKey }) },
      },
      config: { permission: 'write:keys', fails: ['key_not_found', 'conflict', 'book_not_found'] },
    },
    async (request) => {
      const { name, ...changes } = request.body;
      const grant = grantOf(requireCaller(request));
      const { after } = await keys.update(grant, request.params.keyId, {
        ...changes,
        label: name,
      });
      return { data: await withUse(after) };
    },
  );

  /** Errors: `key_not_found`. */
  app.delete(
    '/v1/keys/:keyId',
    {
      schema: {
        tags,
        operationId: 'revokeKey',
        summary: 'Revoke an API key',
        description:
          'Permanent, and takes effect within a second. Any key of the account can be revoked, including the request’s own.',
        params: KeyParams,
        querystring: none,
        response: { 204: z.null() },
      },
      config: { permission: 'write:keys', fails: ['key_not_found'] },
    },
    async (request, reply) => {
      await keys.revoke(grantOf(requireCaller(request)), request.params.keyId);
      return reply.status(204).send(null);
    },
  );

  /** → `RotatedApiKey`. Errors: `key_not_found`, `conflict`. */
  app.post(
    '/v1/keys/:keyId/rotate',
    {
      schema: {
        tags,
        operationId: 'rotateKey',
        summary: 'Rotate an API key',
        description: `Creates a successor that shares the quota. Only this response contains it. ${sameRights}`,
        params: KeyParams,
        querystring: none,
        body: KeyRotation,
        response: { 201: z.object({ data: RotatedApiKey }) },
      },
      config: { permission: 'write:keys', fails: ['key_not_found', 'conflict'] },
    },
    async (request, reply) => {
      const { params, body } = request;
      const grant = grantOf(requireCaller(request));
      const rotated = await keys.rotate(grant, params.keyId, body.graceSeconds);
      const { key, sealedText, after } = rotated;
      reply.status(201).header('Location', `/v1/keys/${key.id}`);
      return {
        data: {
          ...toApiKey(key, null, now()),
          key: open(sealedText),
          predecessor: { id: after.id, expiresAt: after.expiresAt ?? now().toISOString() },
        },
      };
    },
  );
};

/** Rights that a key may give to other keys. */
function grantOf({ accountId, tier, permissions, expiresAt }: Caller): KeyGrant {
  return { accountId, tier, permissions, expiresAt };
}

/** @param lastUsedAt - Null if the key was never used. */
function toApiKey(key: StoredKey, lastUsedAt: string | null, now: Date): ApiKey {
  const { id, kind, tier, permissions, allowedOrigins, privateBooks, ending } = key;
  const { createdAt, expiresAt, revokedAt } = key;
  return {
    id,
    name: key.label ?? '',
    kind,
    tier,
    environment: environmentOf(key.accountId),
    permissions,
    allowedOrigins,
    privateBooks: typeof privateBooks === 'string' ? privateBooks : [...privateBooks],
    ending,
    state: keyState(key, now),
    lastUsedAt,
    createdAt,
    expiresAt,
    revokedAt,
  };
}
