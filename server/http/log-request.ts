import type { FastifyReply, FastifyRequest } from 'fastify';

/** One line a request. Its query stays out: that of a resource is as good as a password. */
export async function logRequest(request: FastifyRequest, reply: FastifyReply) {
  request.log.info({
    method: request.method,
    path: request.url.replace(/\?.*$/s, ''),
    status: reply.statusCode,
    ms: Math.round(reply.elapsedTime * 10) / 10,
    keyId: request.caller?.keyId,
  });
}
