import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { Failure, type FailureCode } from '../../server/failure.ts';

/** A failure code for each status. */
const failures: Record<number, FailureCode> = {
  400: 'invalid_request',
  403: 'not_licensed',
  404: 'book_not_found',
  409: 'conflict',
  413: 'body_too_large',
  415: 'unsupported_media_type',
  422: 'epub_invalid',
};

/** Routes for tests. */
export const testRoutes: FastifyPluginAsyncZod = async (app) => {
  /** Responds with any status. */
  app.get(
    '/v1/test/status/:status',
    {
      schema: { hide: true, params: z.strictObject({ status: z.coerce.number().int() }) },
      config: { permission: 'read:books' },
    },
    async ({ params: { status } }, reply) => {
      const code = failures[status];
      if (code) throw new Failure(code, 'As requested.');
      if (status === 500) throw new Error('the secret cause');
      return reply.status(status).send({ data: status });
    },
  );

  app.get(
    '/v1/test/rates',
    { schema: { hide: true }, config: { permission: 'read:rates' } },
    async () => ({
      data: 'rates',
    }),
  );

  app.post(
    '/v1/test/body',
    {
      bodyLimit: 100,
      schema: {
        hide: true,
        body: z.strictObject({ title: z.string(), list: z.array(z.strictObject({ n: z.int() })) }),
        querystring: z.strictObject({ limit: z.coerce.number().int().max(100).optional() }),
      },
      config: { permission: 'write:books' },
    },
    async ({ body }) => ({ data: body }),
  );

  /** A response long enough to be compressed. */
  app.get(
    '/v1/test/long',
    { schema: { hide: true }, config: { permission: 'read:books' } },
    async () => ({
      data: 'abc '.repeat(1000),
    }),
  );
};
