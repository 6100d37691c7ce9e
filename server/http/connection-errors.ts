import { type Server, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { Failure, type FailureCode } from '../failure.ts';
import { toProblem } from './problem.ts';
import { corsHeaders } from './response-hooks.ts';

interface ConnectionError extends Error {
  code?: string;
}

interface ConnectionFailure {
  code: FailureCode;
  detail: string;
}

/** Node's names for errors before a request exists. */
const failures: Record<string, ConnectionFailure> = {
  HPE_HEADER_OVERFLOW: {
    code: 'headers_too_large',
    detail:
      'The request line and headers must be at most 16 kB long. Shorten the URL or the headers.',
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    code: 'request_timeout',
    detail: 'The request did not arrive completely in time. Send it again on a new connection.',
  },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: {
    code: 'body_too_large',
    detail: 'The chunk extensions of the body are too large. Omit them.',
  },
};

const malformed: ConnectionFailure = {
  code: 'invalid_request',
  detail:
    'The request is not valid HTTP/1.1. Check the request line, the header names, `Content-Length` and ' +
    '`Transfer-Encoding`.',
};

/**
 * Answers requests that the HTTP parser rejects, for which no hooks run, with a problem document
 * and closes the connection.
 *
 * @param publicUrl - Origin at which clients reach this server, without a trailing slash.
 */
export function createConnectionErrorHandler(publicUrl: string, newId: (prefix: string) => string) {
  return function answerConnectionError(error: ConnectionError, socket: Socket): void {
    // The client has disconnected, or a response has already begun on this connection.
    if (error.code === 'ECONNRESET' || !socket.writable || hasResponse(socket)) {
      socket.destroy(error);
      return;
    }
    const { code, detail } = failures[error.code ?? ''] ?? malformed;
    socket.end(
      renderResponse(new Failure(code, detail, { cause: error }), newId('req'), publicUrl),
    );
  };
}

/**
 * Handles requests for which Node runs no hooks. Sends a response to `CONNECT`, for which Node
 * would only close the connection. Ignores `Expect` headers other than `100-continue` (RFC 9110,
 * section 10.1.1).
 *
 * @param publicUrl - Origin at which clients reach this server, without a trailing slash.
 */
export function answerUnusualRequests(
  server: Server,
  publicUrl: string,
  newId: (prefix: string) => string,
): void {
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  server.on('connect', (_request, socket) => {
    // The client may have disconnected.
    socket.on('error', () => socket.destroy());
    const failure = new Failure(
      'invalid_request',
      'This server is not a proxy and does not support `CONNECT`.',
    );
    socket.end(renderResponse(failure, newId('req'), publicUrl));
  });
}

function renderResponse(failure: Failure, requestId: string, publicUrl: string): string {
  const { status } = failure;
  const body = JSON.stringify(toProblem(failure, requestId, publicUrl));
  const headers = {
    ...corsHeaders,
    'Request-Id': requestId,
    'Cache-Control': 'no-store',
    'Content-Type': 'application/problem+json; charset=utf-8',
    'Content-Length': String(Buffer.byteLength(body)),
    Date: new Date().toUTCString(),
    Connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('')}\r\n${body}`;
}

/** Node keeps the response of a connection's current request in `_httpMessage`. */
function hasResponse(socket: Socket): boolean {
  const response: unknown = Reflect.get(socket, '_httpMessage');
  return Reflect.get(Object(response), '_headerSent') === true;
}

/**
 * Rejects HTTP/1.1 requests without a `Host` header (RFC 9112, section 3.2). Node's own check would
 * answer with an empty body.
 */
export function requireHostHeader({ raw }: FastifyRequest): void {
  if (raw.httpVersion !== '1.1' || raw.headers.host !== undefined) return;
  throw new Failure('invalid_request', 'HTTP/1.1 requests must have a `Host` header.');
}
