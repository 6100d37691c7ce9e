import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';

/** GET /content/cover.png: the picture of a book that has none, for catalogues that need one. */
export const blankCoverRoute: FastifyPluginAsyncZod = async (app) => {
  let picture: Promise<Buffer> | null = null;

  /** → image/png, for anyone. Fails: `invalid_request`. */
  app.get(
    '/content/cover.png',
    {
      schema: {
        tags: ['Content'],
        summary: 'Fetch a blank cover',
        description: 'What a feed shows for a book without a cover of its own.',
        querystring: z.strictObject({}),
        produces: ['image/png'],
        response: { 200: z.unknown().meta({ type: 'string', format: 'binary' }) },
      },
      config: { access: 'open', fails: [] },
    },
    async (_request, reply) => {
      picture ??= paint();
      reply.header('Cache-Control', 'public, max-age=86400').type('image/png');
      return await picture;
    },
  );
};

/** The library takes 20 MB of memory, which a server that shows no feeds can do without. */
async function paint(): Promise<Buffer> {
  const { default: sharp } = await import('sharp');
  return await sharp({ create: { width: 400, height: 600, channels: 3, background: '#8a94a6' } })
    .png()
    .toBuffer();
}
