import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { createServer as createRawServer, type Server, type Socket } from 'node:net';
import { after } from 'node:test';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { generate } from 'selfsigned';

/** A test server and its number of connections. */
export interface Target {
  port: number;
  origin: string;
  url: string;
  connections: () => number;
  /** Resolves when the other side has closed all current connections. */
  deserted: () => Promise<unknown>;
}

/** An HTTP server with this listener. */
export function httpTarget(answer: RequestListener): Promise<Target> {
  return listening(createServer(answer), 'http');
}

/** A TCP server with this listener. */
export function rawTarget(speak: (socket: Socket) => void): Promise<Target> {
  const server = createRawServer((socket) => {
    speak(socket);
    // Without reading, the server would not notice that the other side closed the connection.
    socket.resume();
  });
  return listening(server, 'http');
}

/** Accepts connections and sends nothing. */
export function silentTarget(): Promise<Target> {
  return rawTarget(() => {});
}

/** An HTTPS server with this certificate. */
export function tlsTarget(
  { key, cert }: Certificate,
  answer: RequestListener = (_, response) => response.end('thanks'),
): Promise<Target> {
  return listening(createTlsServer({ key, cert }, answer), 'https');
}

/** An HTTPS server whose certificate can be replaced while it runs. */
export async function renewableTarget({ key, cert }: Certificate) {
  const server = createTlsServer({ key, cert }, (_, response) => response.end('thanks'));
  const renew = (next: Certificate) => server.setSecureContext({ key: next.key, cert: next.cert });
  return { ...(await listening(server, 'https')), renew };
}

export interface Certificate {
  key: string;
  cert: string;
}

/** Creates a self-signed certificate. */
export async function certificateOf(name: string, notAfterDate?: Date): Promise<Certificate> {
  const { private: key, cert } = await generate([{ name: 'commonName', value: name }], {
    keyType: 'ec',
    algorithm: 'sha256',
    notBeforeDate: new Date('2020-01-01T00:00:00Z'),
    notAfterDate: notAfterDate ?? new Date('2200-01-01T00:00:00Z'),
    extensions: [
      { name: 'basicConstraints', cA: true },
      { name: 'subjectAltName', altNames: [{ type: 2, value: name }] },
    ],
  });
  return { key, cert };
}

/** Makes this process trust the certificate. */
export function trust({ cert }: Certificate): void {
  setDefaultCACertificates([...getCACertificates('default'), cert]);
}

async function listening(server: Server, protocol: 'http' | 'https'): Promise<Target> {
  const sockets = new Set<Socket>();
  let connections = 0;
  server.on('connection', (socket: Socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    // Ignore errors, because the other side may close at any time.
    socket.on('error', () => {});
  });
  // Listens on all local addresses to count connections that pass the guard.
  server.listen(0);
  await once(server, 'listening');
  after(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('It has no port.');
  const { port } = address;
  const origin = `${protocol}://127.0.0.1:${port}`;
  return {
    port,
    origin,
    url: `${origin}/hook`,
    connections: () => connections,
    deserted: () =>
      Promise.all(
        Array.from(sockets, (socket) => new Promise((resolve) => socket.once('close', resolve))),
      ),
  };
}
