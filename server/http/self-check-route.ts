import { createHmac } from 'node:crypto';
import type { FastifyPluginAsync } from 'fastify';
import { z } from 'zod';
import { deriveKeys, type Secrets } from '../values/secrets.ts';
import { Failure } from '../failure.ts';

/** Path that `svc doctor` requests through the public URL. */
export const selfCheckPath = '/.well-known/svc-reader';

/** The server's view of a request that arrives at its public URL. */
export const SelfCheck = z.object({
  /** HMAC of the request's nonce, which proves that the server has the expected secret. */
  proof: z.string(),
  /** Origin with which the server's links would begin. */
  origin: z.string(),
  /** Client IP address, to which rate limits apply. */
  address: z.string(),
  /** Whether the request had an `X-Forwarded-For` header. */
  isForwarded: z.boolean(),
  now: z.iso.datetime(),
});
export type SelfCheck = z.infer<typeof SelfCheck>;

const Nonce = z.object({ nonce: z.string().regex(/^[0-9A-Za-z_-]{16,64}$/) });

/** The proof for a nonce. */
export function selfCheckProof(secrets: Secrets, nonce: string): string {
  const [key] = deriveKeys(secrets, 'self check');
  return createHmac('sha256', key).update(nonce).digest('base64url');
}

/**
 * GET /.well-known/svc-reader?nonce= → `SelfCheck`. Reveals nothing that the client does not
 * already know.
 */
export const selfCheckRoute: FastifyPluginAsync<{ secrets: Secrets; now: () => Date }> = async (
  app,
  { secrets, now },
) => {
  app.get(
    selfCheckPath,
    { schema: { hide: true }, config: { access: 'open' } },
    async (request, reply) => {
      const { data } = Nonce.safeParse(request.query);
      if (!data)
        throw new Failure('invalid_request', '"nonce" must be 16 to 64 letters or digits.');
      reply.header('Cache-Control', 'no-store');
      return {
        proof: selfCheckProof(secrets, data.nonce),
        origin: `${request.protocol}://${request.host}`,
        address: request.ip,
        isForwarded: request.headers['x-forwarded-for'] !== undefined,
        now: now().toISOString(),
      } satisfies SelfCheck;
    },
  );
};
