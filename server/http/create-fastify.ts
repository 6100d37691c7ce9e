import { Readable } from 'node:stream';
import { unescapeAmpersands } from '../values/pasted-url.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import Fastify, { type FastifyInstance, type preParsingHookHandler } from 'fastify';
import { validatorCompiler } from 'fastify-type-provider-zod';
import { answerUnusualRequests, createConnectionErrorHandler } from './connection-errors.ts';
import { removeContentPrefix } from './content-prefix.ts';
import {
  createErrorHandler,
  createFrameworkErrorHandler,
  handleUnknownRoutes,
} from './error-handler.ts';
import { useIssueMessages } from './invalid-request.ts';
import { RequestLog, requestLogger } from './logger.ts';
import { collectAllowedMethods, collectRoutePaths } from './route-paths.ts';

/** Time to upload the largest accepted EPUB at 1 MB/s, plus a margin. */
const uploadTimeoutMs = 150_000;
/** The maximum length of a whole URL, so an overlong parameter fails its own validation. */
const maxParamLength = 16_384;

export interface FastifyOptions {
  publicUrl: string;
  newId: (prefix: string) => string;
  /** Proxies whose `X-Forwarded-For` header is trusted. */
  trustProxy: string | null;
  logLevel: string;
  metrics: Pick<Metrics, 'logLine'>;
}

/** URLs that people paste into other sites. */
const pastedPaths = /^\/(?:v1\/reader\/embed|oembed|books\/)/;

/**
 * Creates a Fastify instance that validates with zod and sends every failure as a problem response.
 */
export function createFastify(options: FastifyOptions): FastifyInstance {
  const { publicUrl, newId, trustProxy, logLevel, metrics } = options;
  useIssueMessages();
  const paths = collectRoutePaths();
  const app: FastifyInstance = Fastify({
    logger: requestLogger(logLevel, metrics),
    genReqId: () => newId('req'),
    logController: new RequestLog(logLevel),
    trustProxy: trustProxy ?? false,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    requestTimeout: uploadTimeoutMs,
    rewriteUrl: (request) => {
      const { url = '' } = request;
      return pastedPaths.test(url) ? unescapeAmpersands(url) : removeContentPrefix(request, url);
    },
    http: { requireHostHeader: false, optimizeEmptyRequests: true },
    clientErrorHandler: createConnectionErrorHandler(publicUrl, newId),
    routerOptions: { maxParamLength },
    frameworkErrors: createFrameworkErrorHandler(publicUrl, (path) =>
      paths.findUndecodableParameter(path),
    ),
  });
  answerUnusualRequests(app.server, publicUrl, newId);
  app.addHook('preParsing', endEmptyBodies);
  // Fastify accepts text for every route by default. Routes that accept it add their own parser.
  app.removeContentTypeParser('text/plain');
  app.setValidatorCompiler(validatorCompiler);
  // Tests check responses against their schemas, so the server does not repeat the checks in
  // production.
  app.setSerializerCompiler(() => (response) => JSON.stringify(response));
  app.setErrorHandler(createErrorHandler(publicUrl));
  paths.observe(app);
  handleUnknownRoutes(app, collectAllowedMethods(app));
  app.decorateRequest('caller', null);
  app.decorateRequest('refusedKey', null);
  app.decorateRequest('failureCode', null);
  app.decorateRequest('receipt', null);
  app.decorateRequest('ownOrigin', null);
  app.decorateRequest('ownAccountId', null);
  return app;
}

/**
 * With `optimizeEmptyRequests`, the stream of a request without a body never emits `end`, for which
 * body parsers wait. They run only for requests with a content type.
 */
const endEmptyBodies: preParsingHookHandler = (request, _reply, payload, done) => {
  const isEmpty = request.headers['content-type'] !== undefined && request.raw.readableEnded;
  done(null, isEmpty ? Readable.from([]) : payload);
};
