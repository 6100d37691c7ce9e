import type { FastifyPluginAsync } from 'fastify';
import { Webhook } from 'standardwebhooks';
import { z } from 'zod';

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

const SaleEvent = z.object({
  id: z.string(),
  type: z.string(),
  data: z.object({ object: z.object({ id: z.string(), traceId: z.string().nullable() }) }),
});

const maxInboxSize = 1000;
const signatureHeaderNames = ['webhook-id', 'webhook-timestamp', 'webhook-signature'];

/** Handles POST /demo/hook. Verifies the signature of the raw body with the official library and drops duplicates. */
export const shopWebhook: FastifyPluginAsync<{ inbox: Inbox; secret: string }> = async (
  app,
  { inbox, secret },
) => {
  const webhook = new Webhook(secret);
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) =>
    done(null, body),
  );

  app.post('/demo/hook', { config: { access: 'open' } }, async (request, reply) => {
    let verified: unknown;
    try {
      const headers = signatureHeaderNames.map((name) => [
        name,
        String(request.headers[name] ?? ''),
      ]);
      verified = webhook.verify(String(request.body), Object.fromEntries(headers));
    } catch {
      return reply.status(400).send();
    }
    const { data: event } = SaleEvent.safeParse(verified);
    // Accept and ignore other events, such as a ping.
    if (event && !inbox.has(event.id)) {
      const { id, type, data } = event;
      const { id: saleId, traceId } = data.object;
      inbox.set(id, { id, type, saleId, traceId, receivedAt: new Date().toISOString() });
    }
    const [oldest] = inbox.keys();
    if (inbox.size > maxInboxSize && oldest !== undefined) inbox.delete(oldest);
    return reply.status(204).send();
  });
};
