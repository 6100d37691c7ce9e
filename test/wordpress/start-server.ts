import { request, type RequestListener } from 'node:http';
import { createServer } from 'node:https';
import { generate } from 'selfsigned';
import { readConfig } from '../../server/config.ts';
import { serveUntilSignal } from '../../server/main.ts';

/**
 * Runs the server behind TLS at https://localhost on SVC_E2E_PORT. WordPress converts pasted URLs
 * to embeds only if they use https.
 */
async function startServer(): Promise<void> {
  const port = process.env.SVC_E2E_PORT ?? '';
  const { url } = await serveUntilSignal(
    readConfig({
      ...process.env,
      PORT: '0',
      SVC_PUBLIC_URL: `https://localhost:${port}`,
      SVC_TRUST_PROXY: '127.0.0.1',
      SVC_RATES: 'off',
    }),
  );
  const { private: key, cert } = await generate([{ name: 'commonName', value: 'localhost' }]);
  createServer({ key, cert }, forwardTo(url)).listen(Number(port), '127.0.0.1');
}

/** A reverse proxy. */
function forwardTo(url: string): RequestListener {
  return (incoming, outgoing) => {
    const { method, headers, url: path } = incoming;
    const forwarded = {
      ...headers,
      'x-forwarded-proto': 'https',
      'x-forwarded-host': headers.host ?? '',
    };
    const outgoingRequest = request(
      new URL(path ?? '/', url),
      { method, headers: forwarded },
      (response) => {
        outgoing.writeHead(response.statusCode ?? 502, response.headers);
        response.pipe(outgoing);
      },
    );
    // Browsers may close connections at any time. This must not stop the proxy.
    outgoingRequest.on('error', () => outgoing.destroy());
    outgoing.on('close', () => outgoingRequest.destroy());
    incoming.pipe(outgoingRequest);
  };
}

await startServer();
