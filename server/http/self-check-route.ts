import { createHmac } from 'node:crypto';
import type { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import type { FastifyPluginAsync } from 'fastify';
import { z } from 'zod';
import { deriveKeys, type Secrets } from '../values/secrets.ts';
import { Failure } from '../failure.ts';

/** Path that `svc doctor` requests through the public URL. */
export const selfCheckPath = '/.well-known/svc-reader';

/** How the server received a request to its public URL. */
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

/** A request with a body. GET never returns its proof, because no nonce contains a space. */
const Upload = z.object({ nonce: z.string(), proof: z.string() });
const Nonce = z.object({ nonce: z.string().regex(/^[0-9A-Za-z_-]{16,64}$/) });

/** The proof for a nonce. */
export function selfCheckProof(secrets: Secrets, nonce: string): string {
  const [key] = deriveKeys(secrets, 'self check');
  return createHmac('sha256', key).update(nonce).digest('base64url');
}

/** The proof that a request with a body comes from the operator. */
export function selfCheckUploadProof(secrets: Secrets, nonce: string): string {
  return selfCheckProof(secrets, `upload ${nonce}`);
}

/**
 * GET /.well-known/svc-reader?nonce= → `SelfCheck`. Reveals nothing that the client does not
 * already know. POST reads a body of any size, which the proxy may limit, and discards it.
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

  app.addContentTypeParser('application/octet-stream', async (_: unknown, body: Readable) => {
    await finished(body.resume());
  });
  app.post(
    selfCheckPath,
    {
      schema: { hide: true },
      config: { access: 'open' },
      onRequest: async ({ query }) => {
        const { data } = Upload.safeParse(query);
        if (data?.proof !== selfCheckUploadProof(secrets, data?.nonce ?? ''))
          throw new Failure('permission_denied', 'Only svc doctor can send this request.');
      },
    },
    async (_, reply) => reply.code(204).send(),
  );
};
