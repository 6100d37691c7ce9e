import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Failure, type FailureCode } from '../failure.ts';
import { corsHeaders } from './response-hooks.ts';
import { notFoundCodeOf, toFailure } from './to-failure.ts';
import { internalProblem, toProblem, sendProblem } from './problem.ts';

/** Converts every thrown error to a problem response. */
export function createErrorHandler(publicUrl: string) {
  return function answerFailure(error: unknown, request: FastifyRequest, reply: FastifyReply) {
    const failure = toFailure(error, request);
    request.failureCode = failure?.code ?? 'internal_error';
    if (failure) {
      // Required with every 401 (RFC 9110, section 11.6.1).
      if (failure.status === 401) reply.header('WWW-Authenticate', 'Bearer');
      // Not caused by the caller, so the operator must see it.
      if (failure.code === 'overloaded') {
        request.log.warn({ event: 'request.overloaded', err: error }, failure.message);
      }
      reply.headers(failure.headers);
      return sendProblem(reply, toProblem(failure, request.id, request.ownOrigin ?? publicUrl));
    }
    request.log.error({ event: 'request.failed', err: error }, 'a request failed');
    return sendProblem(reply, internalProblem(request.id));
  };
}

/**
 * Error handler for URLs that cannot be parsed. No hooks run for them.
 *
 * @param brokenParameter - Returns the path parameter that cannot be decoded, if any.
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

/** @param methodsOf - Methods that a path accepts, or empty for an unknown path. */
export function handleUnknownRoutes(
  app: FastifyInstance,
  methodsOf: (path: string) => string[],
): void {
  app.setNotFoundHandler(async (request) => {
    const path = request.url.replace(/[?#].*$/s, '');
    const methods = methodsOf(path);
    // A route's handler can also call this, if a name matches the pattern but no resource exists.
    if (methods.length === 0 || methods.includes(request.method) || path.endsWith('/'))
      throw notFound(path, methodsOf);
    throw methodNotAllowed(path, methods, request.method);
  });
  // `/books/suggest` also matches `/books/:bookId`, which accepts other methods.
  app.addHook('preValidation', ({ method, url, is404, routeOptions }, _reply, done) => {
    const isPattern = !is404 && routeOptions.url?.includes('/:');
    if (!isPattern) return done();
    const path = url.replace(/[?#].*$/s, '');
    // `/books/` matches `/books/:bookId` with an empty id.
    const [, id = ''] = /\/:(\w+Id)$/.exec(routeOptions.url ?? '') ?? [];
    if (id !== '' && path.endsWith('/')) return done(notFound(path, methodsOf, notFoundCodeOf(id)));
    const methods = methodsOf(path);
    const isAllowed = methods.length === 0 || methods.includes(method);
    done(isAllowed ? undefined : methodNotAllowed(path, methods, method));
  });
}

function notFound(
  path: string,
  methodsOf: (path: string) => string[],
  code: FailureCode = 'not_found',
): Failure {
  const meant = similarPaths(path).find((one) => one !== path && methodsOf(one).length > 0);
  const remedy = meant === undefined ? 'Check the path.' : `Use ${meant} instead.`;
  return new Failure(code, `No resource at ${path}. ${remedy}`);
}

/**
 * Paths without frequent mistakes: additional slashes, capital letters and a missing version. Ids
 * are not changed.
 */
function similarPaths(path: string): string[] {
  const trimmed = path.replaceAll(/\/{2,}/g, '/').replace(/\/$/, '');
  const lower = trimmed.replaceAll(/[^/]+/g, (step) =>
    /_/.test(step) ? step : step.toLowerCase(),
  );
  return [trimmed, lower, `/v1${trimmed}`, `/v1${lower}`];
}

function methodNotAllowed(path: string, methods: string[], method: string): Failure {
  const allowed = methods.join(', ');
  return new Failure('method_not_allowed', `${path} does not accept ${method}. Use ${allowed}.`, {
    headers: { Allow: allowed },
  });
}
