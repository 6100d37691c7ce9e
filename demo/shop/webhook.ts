import type { FastifyPluginAsync } from 'fastify';
import { type Event, verifyWebhook } from '../../client/index.ts';

/** A received event with a valid signature. */
export interface ReceivedEvent {
  id: string;
  type: string;
  saleId: string;
  traceId: string | null;
  receivedAt: string;
}

/** Recently received events by id. A real shop would store them in a database. */
export type Inbox = Map<string, ReceivedEvent>;

const maxInboxSize = 1000;

/** Handles POST /demo/hook. Verifies the signature of the raw body and drops duplicates. */
export const shopWebhook: FastifyPluginAsync<{ inbox: Inbox; secret: string }> = async (
  app,
  { inbox, secret },
) => {
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) =>
    done(null, body),
  );

  app.post('/demo/hook', { config: { access: 'open' } }, async (request, reply) => {
    let event: Event;
    try {
      const headers = { get: (name: string) => String(request.headers[name] ?? '') };
      event = await verifyWebhook(String(request.body), headers, secret);
    } catch {
      return reply.status(400).send();
    }
    // Accept and ignore other events, such as a ping.
    if (event.type !== 'sale.completed' && event.type !== 'sale.refunded') {
      return reply.status(204).send();
    }
    const { id, type, data } = event;
    if (!inbox.has(id)) {
      const { id: saleId, traceId } = data.object;
      inbox.set(id, { id, type, saleId, traceId, receivedAt: new Date().toISOString() });
    }
    const [oldest] = inbox.keys();
    if (inbox.size > maxInboxSize && oldest !== undefined) inbox.delete(oldest);
    return reply.status(204).send();
  });
};
