import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';

/** This very document. */
export const openapiRoutes: FastifyPluginAsyncZod = async (app) => {
  /** GET /v1/openapi.json → an OpenAPI 3.1 document, for anyone. */
  app.get(
    '/v1/openapi.json',
    {
      schema: {
        tags: ['About'],
        summary: 'Read this description of the API',
        description: 'An OpenAPI 3.1 document. Needs no key.',
        querystring: z.strictObject({}),
        response: {
          200: z.looseObject({
            openapi: z.string(),
            info: z.looseObject({ title: z.string(), version: z.string() }),
            paths: z.record(z.string(), z.unknown()),
          }),
        },
      },
      config: { access: 'open' },
    },
    async () => {
      const { openapi, info, paths = {}, ...rest } = app.swagger() as Document;
      return { openapi, info, ...rest, paths };
    },
  );
};

/** What the plugin makes when it is told to make OpenAPI 3. */
interface Document {
  openapi: string;
  info: { title: string; version: string };
  paths?: Record<string, unknown>;
}
