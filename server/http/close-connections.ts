import type { FastifyInstance } from 'fastify';

/** Once the server ends, every answer is its connection's last: clients must not hold it open. */
export function closeConnections(app: FastifyInstance): void {
  let isEnding = false;
  app.addHook('preClose', async () => {
    isEnding = true;
  });
  app.addHook('onSend', async (_request, reply) => {
    if (isEnding) reply.header('Connection', 'close');
  });
}
