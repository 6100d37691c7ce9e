import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Failure } from '../failure.ts';
import { corsHeaders } from './response-hooks.ts';
import { toFailure } from './to-failure.ts';
import { internalProblem, toProblem, sendProblem } from './problem.ts';

/** Turns whatever is thrown into a problem: the one place that does. */
export function createErrorHandler(publicUrl: string) {
  return function answerFailure(error: unknown, request: FastifyRequest, reply: FastifyReply) {
    const failure = toFailure(error);
    if (failure) {
      // Every 401 says how to do better (RFC 9110, section 11.6.1).
      if (failure.status === 401) reply.header('WWW-Authenticate', 'Bearer');
      // Nothing is wrong with the request: whoever runs the server should know.
      if (failure.code === 'overloaded') request.log.warn({ err: error }, failure.message);
      reply.headers(failure.headers);
      return sendProblem(reply, toProblem(failure, request.id, publicUrl));
    }
    request.log.error({ err: error }, 'a request failed');
    return sendProblem(reply, internalProblem(request.id));
  };
}

/**
 * For addresses that cannot even be parsed, which no hook sees.
 *
 * @param brokenParameter - The path parameter that is to blame, if it is one.
 */
export function createFrameworkErrorHandler(
  publicUrl: string,
  brokenParameter: (path: string) => string | null,
) {
  const answer = createErrorHandler(publicUrl);
  return (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    reply.headers({ ...corsHeaders, 'Request-Id': request.id });
    const parameter = brokenParameter(request.url.replace(/[?#].*$/s, ''));
    const detail = 'Must be percent-encoded UTF-8.';
    const named =
      parameter &&
      new Failure('invalid_request', `${parameter}: ${detail}`, {
        errors: [{ parameter, detail }],
        cause: error,
      });
    void answer(named ?? error, request, reply);
  };
}

/** @param methodsOf - The methods that an address takes; empty when nothing is there. */
export function handleUnknownRoutes(
  app: FastifyInstance,
  methodsOf: (path: string) => string[],
): void {
  app.setNotFoundHandler(async (request) => {
    const path = request.url.replace(/[?#].*$/s, '');
    const methods = methodsOf(path);
    // A route may find that it has nothing under this very name.
    if (methods.length === 0 || methods.includes(request.method))
      throw new Failure('not_found', `There is nothing at ${path}.`);
    throw methodNotAllowed(path, methods, request.method);
  });
  // What is at `/books/suggest` is no book: its methods are not those of `/books/:bookId`.
  app.addHook('preValidation', async ({ method, url, is404 }) => {
    if (is404 || method === 'GET' || method === 'HEAD') return;
    const path = url.replace(/[?#].*$/s, '');
    const methods = methodsOf(path);
    if (methods.length > 0 && !methods.includes(method))
      throw methodNotAllowed(path, methods, method);
  });
}

function methodNotAllowed(path: string, methods: string[], method: string): Failure {
  const allowed = methods.join(', ');
  return new Failure('method_not_allowed', `${path} takes ${allowed}, not ${method}.`, {
    headers: { Allow: allowed },
  });
}
