import swagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import { jsonSchemaTransformObject } from 'fastify-type-provider-zod';
import {
  completeOperations,
  describeTags,
  dropUnreferencedSchemas,
  type OpenapiDocument,
} from './complete-document.ts';
import { addExamples } from './examples.ts';
import { simplifySchemas, renameInputSchemas } from './schemas.ts';
import { shareResponses } from './share-responses.ts';
import { describeRoute } from './describe-route.ts';
import { documentedHeaders, documentedParameters } from './headers.ts';

/**
 * Collects routes as they are added. Must be called before the first route is added.
 *
 * @param webhooks - Requests sent to webhooks, keyed by event type.
 * @param schemas - Components that replace or complement those of the routes.
 */
export async function registerOpenapi(
  app: FastifyInstance,
  publicUrl: string,
  { webhooks, schemas }: { webhooks: Record<string, object>; schemas: Record<string, object> },
): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Digital Publishing API', version: '1', description, license },
      servers: [{ url: publicUrl }],
      externalDocs: { description: 'API reference', url: `${publicUrl}/docs` },
      components: {
        securitySchemes: { apiKey, readingSession },
        headers: documentedHeaders,
        parameters: documentedParameters,
      },
    },
    transform: describeRoute,
    transformObject: (source) => {
      const generated = jsonSchemaTransformObject(source);
      if (!isOpenapi(generated)) throw new Error('The generated document is not OpenAPI 3.');
      Object.assign(generated.components?.schemas ?? {}, schemas);
      dropUnreferencedSchemas(generated, webhooks);
      const document = renameInputSchemas(generated);
      simplifySchemas(document);
      completeOperations(document);
      addExamples(document);
      shareResponses(document);
      describeTags(document);
      return Object.assign(document, { webhooks });
    },
  });
}

function isOpenapi(document: object): document is OpenapiDocument {
  return 'openapi' in document;
}

const description = `
Books, an embeddable reader, sales and affiliates, exchange rates, and webhooks.

**Responses** have the form \`{data, meta?}\`. Every error is a problem (RFC 9457) with a \`code\` from a
closed list, and every response has a \`Request-Id\`. Unknown parameters are rejected.

**Reads** have an \`ETag\` and support \`If-None-Match\`. HEAD works wherever GET does. **Lists** continue
with \`meta.nextCursor\` or the \`Link\` header. Every **POST** with an API key supports \`Idempotency-Key\`.

**Quotas** count requests per UTC day and month. Each response to a known key reports the remaining requests.
`.trim();

const license = { name: 'MIT', identifier: 'MIT' };

const apiKey = {
  type: 'http',
  scheme: 'bearer',
  description:
    'An API key, `svc_<segment>_<random>`. Use secret keys on servers only. Pages of the allowed ' +
    'origins can use a publishable key.',
} as const;

const readingSession = {
  type: 'http',
  scheme: 'bearer',
  description: 'A reading session’s token from `GET /v1/reader/embed`.',
} as const;
