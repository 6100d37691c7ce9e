import { once } from 'node:events';
import { createServer } from 'node:http';

/** A webhook receiver that counts deliveries. */
export async function startReceiver() {
  let received = 0;
  const server = createServer((request, response) => {
    request.resume();
    request.on('end', () => {
      received += 1;
      response.writeHead(204).end();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    count: () => received,
    /** Subscribes to the sales of the key's account. */
    async register(url: string, key: string): Promise<void> {
      const response = await fetch(`${url}/v1/webhooks`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
        body: JSON.stringify({ url: `http://127.0.0.1:${port}/hook`, events: ['sale.completed'] }),
      });
      const text = await response.text();
      if (response.status !== 201) throw new Error(text);
    },
    close(): void {
      server.closeAllConnections();
      server.close();
    },
  };
}
