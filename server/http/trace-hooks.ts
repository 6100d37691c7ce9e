import type { FastifyInstance, FastifyRequest } from 'fastify';
import { redact } from '../telemetry/redact.ts';
import { type Span, tracing } from '../telemetry/tracing.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Null if the request is not traced. */
    span: Span | null;
  }
}

/** Requests of load balancers and Prometheus. Their traces would obscure the others. */
const untraced = new Set(['/healthz', '/readyz', '/metrics']);

/**
 * Records every request as a span, whose parent is the client's `traceparent`. Register it before
 * all other hooks. Has no effect if tracing is off when the app is created.
 */
export function traceRequests(app: FastifyInstance): void {
  app.decorateRequest('span', null);
  if (!tracing()) return;
  app.addHook('onRequest', (request, reply, done) => {
    const span = startSpan(request);
    request.span = span;
    if (!span) return done();
    // The stream of a request without a body does not report that the connection was closed.
    reply.raw.once('close', () => {
      if (reply.raw.writableFinished) return;
      request.span = null;
      span.end('The client closed the connection.');
    });
    span.run(done);
  });
  // Reading the body loses the active span.
  app.addHook('preValidation', (request, _reply, done) => {
    if (request.span) request.span.run(done);
    else done();
  });
  app.addHook('onResponse', (request, { statusCode }, done) => {
    const { span, caller, failureCode } = request;
    span?.set({
      'http.response.status_code': statusCode,
      ...(caller && { 'svc.key_id': caller.keyId }),
      ...(failureCode && { 'error.type': failureCode }),
    });
    span?.end(statusCode >= 500 ? (failureCode ?? `status ${statusCode}`) : null);
    done();
  });
}

function startSpan({ method, routeOptions, id, headers, url }: FastifyRequest): Span | null {
  const active = tracing();
  const route = routeOptions.url;
  if (!active || untraced.has(route ?? '')) return null;
  const { traceparent } = headers;
  return active.start(route === undefined ? method : `${method} ${route}`, {
    kind: 'server',
    parent: typeof traceparent === 'string' ? traceparent : null,
    attributes: {
      'http.request.method': method,
      ...(route !== undefined && { 'http.route': route }),
      // Omits the query, which can contain keys and tokens.
      'url.path': redact(url.replace(/[?#].*$/s, '')),
      'svc.request_id': id,
    },
  });
}
