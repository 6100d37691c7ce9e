import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { Failure } from '../../failure.ts';
import { internalPeerMatcher } from '../../http/internal-peers.ts';
import type { DeploymentRoutesOptions } from './options.ts';

/** What a proxy adds when it hands on what somebody else asked. */
const proxyHeaders = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via'];

/** GET /internal/tls-allowed: what a TLS proxy asks before it gets a certificate for a host. */
export const tlsAllowedRoute: FastifyPluginAsyncZod<DeploymentRoutesOptions> = async (
  app,
  { deployments, internalPeers },
) => {
  const isPeer = internalPeerMatcher(internalPeers);

  /** → 200 with nothing, for the hosts that pages answer on. Fails: `invalid_request`, `not_found`. */
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
      // The same for everyone who may not ask: nobody learns from it which domains there are.
      if (!isAllowed) throw new Failure('not_found', 'There is no such domain here.');
      return reply.header('Cache-Control', 'no-store').send('');
    },
  );

  /** The peer of the connection itself: what a header says of it is of no account here. */
  function isInternal({ socket, headers }: FastifyRequest): boolean {
    const isHandedOn = proxyHeaders.some((name) => headers[name] !== undefined);
    return !isHandedOn && isPeer(socket.remoteAddress ?? '');
  }
};
