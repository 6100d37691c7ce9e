import { type FastifyReply, type FastifyRequest, LogController } from 'fastify';

/** One line a request. Its query stays out: that of a resource is as good as a password. */
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
    if (error) request.log.error({ ...line, err: error }, 'answer broken off');
    else request.log.info(line, 'answered');
  }
}
