import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Database } from '../../db/open.ts';
import { Failure } from '../../failure.ts';
import { IdPosition, readPosition } from '../../http/pagination.ts';
import { environments, liveAccountOf, testAccountOf } from '../../values/environment.ts';
import { secretBox } from '../../values/secret-box.ts';
import {
  type Delivery,
  DeliveryState,
  NewWebhook,
  SecretRotation,
  type Webhook,
  WebhookChange,
} from '../../webhooks/contract.ts';
import { deliveryStore } from '../../webhooks/delivery-store.ts';
import { endpointStore, maxEndpoints } from '../../webhooks/endpoint-store.ts';
import { eventTypes } from '../../webhooks/event-types.ts';
import { isInScope, type PortalScope, scopedBooks } from '../../webhooks/portal.ts';
import { generateSecret } from '../../webhooks/signature.ts';
import { checkTarget } from '../../webhooks/target-guard.ts';
import type { Change } from '../audit-log.ts';
import type { ConsoleContext } from '../console-context.ts';
import type { ListPage } from '../contract.ts';
import { requireAccount, requirePortal } from '../visitor.ts';

const pageSize = 50;
const Id = z.string().max(60);
const WebhookParams = z.object({ webhookId: Id });
const DeliveryParams = z.object({ webhookId: Id, deliveryId: Id });
const Environment = z.object({ environment: z.enum(environments).catch('live') });
const Filter = Environment.extend({
  state: DeliveryState.optional(),
  cursor: z.string().max(500).optional(),
});
const Recovery = z.strictObject({ since: z.iso.datetime() });

/** Routes for members of the account, at `…/accounts/:accountId/webhooks`. */
export const webhookRoutes: FastifyPluginAsyncZod<ConsoleContext> = async (app, context) => {
  await app.register(routesBelow('/console/api/accounts/:accountId/webhooks', ownScope), context);
};

/** The same routes for an account's customer who opened a portal link. */
export const portalWebhookRoutes: FastifyPluginAsyncZod<ConsoleContext> = async (app, context) => {
  await app.register(routesBelow('/console/api/webhook-portal/webhooks', requirePortal), context);
};

function ownScope(request: FastifyRequest): PortalScope {
  const { id } = requireAccount(request);
  const { environment } = Environment.parse(request.query);
  return { accountId: environment === 'test' ? testAccountOf(id) : id, bookIds: [] };
}

/** @param scopeOf - Returns the webhooks that the user of a request can manage. */
function routesBelow(
  url: string,
  scopeOf: (request: FastifyRequest) => PortalScope,
): FastifyPluginAsyncZod<ConsoleContext> {
  return async (app, context) => {
    const { db, now, newId, events, random, secrets, allowLoopback, audit, cursors } = context;
    const box = secretBox(secrets);
    const endpointsIn = (tx: Database) => endpointStore({ db: tx, now, newId, events });
    const deliveriesIn = (tx: Database) =>
      deliveryStore({ db: tx, now, wake: context.wakeDeliveries });
    const one = `${url}/:webhookId`;

    /** @throws Failure `webhook_not_found`, also for a webhook outside the scope. */
    const find = async (tx: Database, scope: PortalScope, id: string): Promise<Webhook> => {
      const webhook = await endpointsIn(tx).find(scope.accountId, id);
      if (isInScope(webhook, scope)) return webhook;
      throw new Failure('webhook_not_found', `No webhook with id ${id}.`);
    };

    /** Changes a webhook and records the change. */
    const change = async <Result>(
      request: FastifyRequest,
      action: string,
      id: string,
      work: (tx: Database, scope: PortalScope, before: Webhook) => Promise<Result>,
      values: (before: Webhook, result: Result) => Pick<Change, 'before' | 'after'> = () => ({}),
    ): Promise<Result> => {
      const scope = scopeOf(request);
      return audit.change(request, async (tx) => {
        const before = await find(tx, scope, id);
        const result = await work(tx, scope, before);
        const accountId = liveAccountOf(scope.accountId) ?? scope.accountId;
        return { result, change: { accountId, action, target: id, ...values(before, result) } };
      });
    };

    /** GET …/webhooks?environment= → `Webhook[]`, newest first. */
    app.get(url, async (request) => {
      const scope = scopeOf(request);
      const { webhooks } = await endpointsIn(db).list(scope.accountId, maxEndpoints, null);
      return { data: webhooks.filter((webhook) => isInScope(webhook, scope)) };
    });

    /** GET …/webhooks/event-types → `EventTypeDescription[]`. */
    app.get(`${url}/event-types`, async () => ({ data: eventTypes }));

    /**
     * POST …/webhooks with `NewWebhook` → `{ webhook, secret }`. Errors: `webhook_target_refused`.
     */
    app.post(url, { schema: { body: NewWebhook } }, async (request, reply) => {
      const scope = scopeOf(request);
      const { body } = request;
      checkTarget(body.url, { allowLoopback });
      const bookIds = scopedBooks(body.filters.bookIds, scope);
      const secret = generateSecret(random);
      const webhook = await audit.change(request, async (tx) => {
        const wanted = { ...body, filters: { bookIds } };
        const added = await endpointsIn(tx).add(scope.accountId, wanted, box.seal(secret));
        const { sealedSecret: _, ...result } = added;
        const accountId = liveAccountOf(scope.accountId) ?? scope.accountId;
        const entry = { accountId, action: 'webhook.create', target: result.id, after: result };
        return { result, change: entry };
      });
      reply.status(201);
      return { data: { webhook, secret } };
    });

    /** GET …/webhooks/:webhookId → `Webhook`. */
    app.get(one, { schema: { params: WebhookParams } }, async (request) => ({
      data: await find(db, scopeOf(request), request.params.webhookId),
    }));

    /** PATCH …/webhooks/:webhookId with `WebhookChange` → `Webhook`. */
    app.patch(one, { schema: { params: WebhookParams, body: WebhookChange } }, async (request) => {
      const { body, params } = request;
      if (body.url !== undefined) checkTarget(body.url, { allowLoopback });
      const data = await change(
        request,
        'webhook.change',
        params.webhookId,
        (tx, scope, { id }) => {
          const filters = body.filters && { bookIds: scopedBooks(body.filters.bookIds, scope) };
          return endpointsIn(tx).change(scope.accountId, id, {
            ...body,
            ...(filters && { filters }),
          });
        },
        (before, after) => ({ before, after }),
      );
      return { data };
    });

    /** DELETE …/webhooks/:webhookId */
    app.delete(one, { schema: { params: WebhookParams } }, async (request) => {
      await change(
        request,
        'webhook.delete',
        request.params.webhookId,
        (tx, { accountId }, { id }) => endpointsIn(tx).remove(accountId, id),
        (before) => ({ before }),
      );
      return { data: {} };
    });

    /** POST …/rotate-secret with `{ overlapSeconds }` → `{ secret }`, which is shown once. */
    app.post(
      `${one}/rotate-secret`,
      { schema: { params: WebhookParams, body: SecretRotation } },
      async (request) => {
        const secret = generateSecret(random);
        const { overlapSeconds } = request.body;
        await change(
          request,
          'webhook.rotate',
          request.params.webhookId,
          (tx, { accountId }, { id }) =>
            endpointsIn(tx).rotate(accountId, id, box.seal(secret), overlapSeconds),
          () => ({ after: { overlapSeconds } }),
        );
        return { data: { secret } };
      },
    );

    /** POST …/test → `{ deliveryId }` of a `ping`. Errors: `conflict`. */
    app.post(`${one}/test`, { schema: { params: WebhookParams } }, async (request, reply) => {
      const deliveryId = await change(
        request,
        'webhook.test',
        request.params.webhookId,
        (tx, { accountId }, { id }) => endpointsIn(tx).ping(accountId, id),
      );
      reply.status(202);
      return { data: { deliveryId } };
    });

    /** POST …/recover with `{ since }` → `{ recovered }`. Errors: `conflict`. */
    app.post(
      `${one}/recover`,
      { schema: { params: WebhookParams, body: Recovery } },
      async (request) => {
        const { since } = request.body;
        const recovered = await change(
          request,
          'webhook.recover',
          request.params.webhookId,
          (tx, _scope, { id }) => deliveriesIn(tx).recover(id, since),
          (_before, count) => ({ after: { since, recovered: count } }),
        );
        return { data: { recovered } };
      },
    );

    /** GET …/deliveries?state=&cursor= → `ListPage<Delivery>`, newest first. */
    app.get(
      `${one}/deliveries`,
      { schema: { params: WebhookParams, querystring: Filter } },
      async (request): Promise<ListPage<Delivery>> => {
        const { id } = await find(db, scopeOf(request), request.params.webhookId);
        const { state, cursor } = request.query;
        const scope = JSON.stringify(['console-deliveries', id, state]);
        const before = readPosition(IdPosition, cursors, cursor, scope)?.id ?? null;
        const page = await deliveriesIn(db).list(id, { state }, pageSize, before);
        const last = page.hasMore ? page.deliveries.at(-1) : undefined;
        const nextCursor = last ? cursors.write({ id: last.id }, scope) : null;
        return { data: page.deliveries, nextCursor };
      },
    );

    /** GET …/deliveries/:deliveryId → `DeliveryWithAttempts`. Errors: `delivery_not_found`. */
    app.get(
      `${one}/deliveries/:deliveryId`,
      { schema: { params: DeliveryParams } },
      async (request) => {
        const { id } = await find(db, scopeOf(request), request.params.webhookId);
        return { data: await deliveriesIn(db).find(id, request.params.deliveryId) };
      },
    );

    /**
     * POST …/deliveries/:deliveryId/retry → `Delivery`. Errors: `delivery_not_found`, `conflict`.
     */
    app.post(
      `${one}/deliveries/:deliveryId/retry`,
      { schema: { params: DeliveryParams } },
      async (request) => {
        const { webhookId, deliveryId } = request.params;
        const data = await change(
          request,
          'webhook.retry',
          webhookId,
          (tx, _scope, { id }) => deliveriesIn(tx).retry(id, deliveryId),
          () => ({ after: { deliveryId } }),
        );
        return { data };
      },
    );
  };
}
