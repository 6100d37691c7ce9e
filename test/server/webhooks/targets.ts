import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { createServer as createRawServer, type Server, type Socket } from 'node:net';
import { after } from 'node:test';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { generate } from 'selfsigned';

/** A server of the test's own, and how often it was connected to. */
export interface Target {
  port: number;
  origin: string;
  url: string;
  connections: () => number;
  /** When the other side has hung up, on every connection that there is now. */
  deserted: () => Promise<unknown>;
}

/** Answers as the listener does, over HTTP. */
export function httpTarget(answer: RequestListener): Promise<Target> {
  return listening(createServer(answer), 'http');
}

/** Speaks whatever it likes, from the first byte on. */
export function rawTarget(speak: (socket: Socket) => void): Promise<Target> {
  const server = createRawServer((socket) => {
    speak(socket);
    // Unread, the other side's hanging up would not be noticed.
    socket.resume();
  });
  return listening(server, 'http');
}

/** Takes connections and never says a word. */
export function silentTarget(): Promise<Target> {
  return rawTarget(() => {});
}

/** Answers over TLS, with this certificate. */
export function tlsTarget(
  { key, cert }: Certificate,
  answer: RequestListener = (_, response) => response.end('thanks'),
): Promise<Target> {
  return listening(createTlsServer({ key, cert }, answer), 'https');
}

export interface Certificate {
  key: string;
  cert: string;
}

/** A certificate that nobody trusts yet. */
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

/** From now on this process takes the certificate for a good one. */
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
    // The other side hangs up whenever it likes: that is what is tested.
    socket.on('error', () => {});
  });
  // At every address of this machine: whatever slips through a guard is counted.
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
