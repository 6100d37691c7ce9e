import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Ways in which a network can fail for some requests. */
export const networkFaults = [
  '500',
  '503',
  '429',
  '401',
  'hang',
  'refuse',
  'reset',
  'drip',
  'empty',
  'truncated',
  'portal',
] as const;
export type NetworkFault = (typeof networkFaults)[number];

/** A proxy between the browser and the real server that can simulate failures. */
export interface FailingNetwork {
  /** Without a trailing slash. */
  origin: string;
  /** Fails the requests whose path matches, until `heal`. */
  fail(path: RegExp, fault: NetworkFault): void;
  /** Forwards all requests again, and closes the connections of failed requests. */
  heal(): void;
  close(): Promise<void>;
}

/** @param target - Origin of the real server, whose URLs in responses are replaced. */
export async function startFailingNetwork(target: string): Promise<FailingNetwork> {
  let failing: { path: RegExp; fault: NetworkFault } | null = null;
  const unfinished = new Set<ServerResponse>();
  const forward = async (request: IncomingMessage, response: ServerResponse) => {
    const { method = 'GET', url = '/' } = request;
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const headers = new Headers();
    for (const [name, value] of Object.entries(request.headers)) {
      const isOfConnection = /^(?:host|connection|content-length|accept-encoding|origin)$/.test(
        name,
      );
      if (!isOfConnection) headers.set(name, String(value));
    }
    const body = chunks.length > 0 ? Buffer.concat(chunks) : null;
    const answer = await fetch(target + url, { method, headers, body, redirect: 'manual' });
    const bytes = Buffer.from(await answer.arrayBuffer());
    const type = answer.headers.get('content-type') ?? '';
    const isText = /json|html|javascript|css/.test(type);
    for (const [name, value] of answer.headers) {
      if (
        !/^(?:content-(?:length|encoding|security-policy)|transfer-encoding|connection)$/.test(name)
      )
        response.setHeader(name, value.replaceAll(target, origin));
    }
    response.writeHead(answer.status);
    response.end(isText ? bytes.toString().replaceAll(target, origin) : bytes);
  };
  const server = createServer((request, response) => {
    const { url = '/' } = request;
    if (failing?.path.test(url)) {
      unfinished.add(response);
      return respondWrongly(failing.fault, response);
    }
    // A page that closes aborts its requests.
    forward(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    fail: (path, fault) => (failing = { path, fault }),
    heal() {
      failing = null;
      for (const response of unfinished) response.destroy();
      unfinished.clear();
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

/** Problem codes by status. */
const codes = { 500: 'internal', 503: 'overloaded', 429: 'burst', 401: 'session_expired' };

function respondWrongly(fault: NetworkFault, response: ServerResponse): void {
  switch (fault) {
    case '500':
    case '503':
    case '429':
    case '401':
      response.writeHead(Number(fault), {
        'content-type': 'application/problem+json',
        ...((fault === '503' || fault === '429') && { 'retry-after': '2' }),
      });
      return void response.end(JSON.stringify({ code: codes[fault], title: 'Unavailable' }));
    case 'hang':
      return;
    case 'refuse':
      return void response.destroy();
    case 'empty':
      response.writeHead(200, { 'content-type': 'application/json' });
      return void response.end();
    case 'truncated':
      response.writeHead(200, { 'content-type': 'application/json' });
      return void response.end('{"data":{"html":"<p>The first wo');
    // The sign-in page of a wireless network answers instead of the server.
    case 'portal':
      response.writeHead(200, { 'content-type': 'text/html' });
      return void response.end('<!doctype html><title>Sign in</title><p>Welcome to the station.');
    case 'reset':
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '9999' });
      response.write('{"data":');
      return void setTimeout(() => response.destroy(), 100);
    case 'drip': {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '9999' });
      const timer = setInterval(() => response.write(' '), 500);
      response.on('close', () => clearInterval(timer));
    }
  }
}
