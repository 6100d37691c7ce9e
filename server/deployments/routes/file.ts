import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { Failure } from '../../failure.ts';
import { DeploymentParams, type DeploymentRoutesOptions, NoQuery } from './options.ts';

/** GET /content/deployments/:deploymentId/:file */
export const fileRoute: FastifyPluginAsyncZod<DeploymentRoutesOptions> = async (
  app,
  { deployments },
) => {
  /** → the bytes, without authentication. Errors: `invalid_request`, `not_found`. */
  app.get(
    '/content/deployments/:deploymentId/:file',
    {
      schema: {
        tags: ['Content'],
        operationId: 'getDeploymentFile',
        summary: 'Get a deployment’s logo or font',
        description:
          'Returns a file. Requires no key. Files are immutable because their names contain their digests.',
        params: DeploymentParams.extend({
          file: z
            .string()
            .regex(/^[0-9a-f]{32}\.(webp|woff2)$/, 'Must be the name of a logo or font file.')
            .describe('File name from the deployment’s URLs.')
            .meta({ example: '3f2c8d1e9a7b6c5d4e3f2a1b0c9d8e7f.webp' }),
        }),
        querystring: NoQuery,
        produces: ['image/webp', 'font/woff2'],
        response: { 200: z.unknown().meta({ type: 'string', format: 'binary' }) },
      },
      config: { access: 'open', fails: ['not_found'] },
    },
    async (request, reply) => {
      const { deploymentId, file: name } = request.params;
      const file = await deployments.file(deploymentId, name);
      if (!file) throw new Failure('not_found', `Deployment ${deploymentId} has no file ${name}.`);
      reply.headers({
        'Content-Type': file.mediaType,
        'Cache-Control': 'public, max-age=31536000, immutable',
        'Content-Security-Policy': "default-src 'none'; sandbox",
        'Cross-Origin-Resource-Policy': 'cross-origin',
        'X-Content-Type-Options': 'nosniff',
      });
      return reply.send(Buffer.from(file.bytes));
    },
  );
};
