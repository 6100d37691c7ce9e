import { type FastifyReply, type FastifyRequest, LogController } from 'fastify';

/**
 * Logs one line per request. Omits the query, which can contain the signature of a resource URL.
 */
export class RequestLog extends LogController {
  constructor() {
    super({ requestIdLogLabel: 'requestId' });
  }

  override incomingRequest() {}

  override routeNotFound() {}

  override requestCompleted(error: unknown, request: FastifyRequest, reply: FastifyReply) {
    const line = {
      method: request.method,
      path: request.url.replace(/\?.*$/s, ''),
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
      keyId: request.caller?.keyId,
    };
    if (error)
      request.log.error({ event: 'request.aborted', ...line, err: error }, 'response aborted');
    else request.log.info({ event: 'request.completed', ...line }, 'request completed');
  }
}
