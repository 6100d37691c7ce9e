import { ApiError, type Schemas, unwrap } from '../../../client/index.ts';
import { printJson, printTable } from '../print.ts';
import { collectPages } from './pages.ts';
import { RemoteError, type RemoteServer, request } from './server.ts';

type Delivery = Schemas['Delivery'];

/** Above the maximum number of webhooks per account. */
const maxWebhooks = 1000;

export async function listWebhooks(server: RemoteServer, json?: boolean): Promise<void> {
  const all = await readWebhooks(server);
  if (json) return printJson(all);
  const rows = all.map(({ id, url, events, disabled, failingSince }) => ({
    id,
    url,
    events: events.join(', '),
    state: disabled ? `disabled: ${disabled.reason}` : failingSince ? 'failing' : 'ok',
  }));
  printTable(rows, 'No webhooks yet. Create one with: POST /v1/webhooks');
}

export async function listDeliveries(
  server: RemoteServer,
  webhookId: string,
  { state, limit, json }: { state?: Delivery['state']; limit: number; json?: boolean },
): Promise<void> {
  const all = await collectPages(server, limit, (page) =>
    server.api.GET('/v1/webhooks/{webhookId}/deliveries', {
      params: { path: { webhookId }, query: { ...(state && { state }), ...page } },
    }),
  );
  if (json) printJson(all);
  else printTable(all.map(toRow), 'No deliveries yet.');
}

/** Sends an event again. The API identifies a delivery only together with its webhook. */
export async function retryDelivery(
  server: RemoteServer,
  deliveryId: string,
  json?: boolean,
): Promise<void> {
  for (const { id: webhookId } of await readWebhooks(server)) {
    const params = { path: { webhookId, deliveryId } };
    const retried = await request(server, () =>
      unwrap(
        server.api.POST('/v1/webhooks/{webhookId}/deliveries/{deliveryId}/retry', { params }),
      ).catch((error: unknown) => {
        if (error instanceof ApiError && error.code === 'delivery_not_found') return null;
        throw error;
      }),
    );
    if (!retried) continue;
    if (json) printJson(retried.data);
    else printTable([toRow(retried.data)], '');
    return;
  }
  throw new RemoteError(`No delivery with id ${deliveryId}.`);
}

function readWebhooks(server: RemoteServer) {
  return collectPages(server, maxWebhooks, (query) =>
    server.api.GET('/v1/webhooks', { params: { query } }),
  );
}

function toRow({ id, type, state, attemptCount, createdAt, nextAttemptAt }: Delivery) {
  return { id, type, state, attempts: attemptCount, created: createdAt, next: nextAttemptAt };
}
