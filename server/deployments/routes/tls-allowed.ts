import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { Failure } from '../../failure.ts';
import { internalPeerMatcher } from '../../http/internal-peers.ts';
import type { DeploymentRoutesOptions } from './options.ts';

/** Headers that a proxy adds to forwarded requests. */
const proxyHeaders = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via'];

/** GET /internal/tls-allowed. A TLS proxy calls it before it requests a certificate for a host. */
export const tlsAllowedRoute: FastifyPluginAsyncZod<DeploymentRoutesOptions> = async (
  app,
  { deployments, internalPeers },
) => {
  const isPeer = internalPeerMatcher(internalPeers);

  /** → empty 200 response for hosts that serve pages. Errors: `invalid_request`, `not_found`. */
  app.get(
    '/internal/tls-allowed',
    {
      schema: {
        hide: true,
        querystring: z.strictObject({ domain: z.string().min(1).max(300) }),
      },
      config: { access: 'open' },
    },
    async (request, reply) => {
      const { domain } = request.query;
      const isAllowed = isInternal(request) && (await deployments.findByHost(domain)) !== null;
      // Send the same response to callers that are not allowed, so that they cannot discover
      // domains.
      if (!isAllowed) throw new Failure('not_found', 'Unknown domain.');
      return reply.header('Cache-Control', 'no-store').send('');
    },
  );

  /** Checks the connection's peer because headers are not trusted. */
  function isInternal({ socket, headers }: FastifyRequest): boolean {
    const isForwarded = proxyHeaders.some((name) => headers[name] !== undefined);
    return !isForwarded && isPeer(socket.remoteAddress ?? '');
  }
};
