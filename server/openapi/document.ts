import swagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import { jsonSchemaTransformObject } from 'fastify-type-provider-zod';
import {
  completeOperations,
  type OpenapiDocument,
  addExamples,
  dropUnreferencedSchemas,
  describeTags,
} from './complete-document.ts';
import { describeRoute } from './describe-route.ts';
import { documentedHeaders, documentedParameters } from './headers.ts';

/**
 * Watches the routes as they are added: call it before the first.
 *
 * @param webhooks - What is posted to those who ask for it, by type of event.
 */
export async function registerOpenapi(
  app: FastifyInstance,
  publicUrl: string,
  webhooks: Record<string, object>,
): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Digital Publishing API', version: '1', description, license },
      servers: [{ url: publicUrl }],
      externalDocs: { description: 'The reference to read', url: `${publicUrl}/docs` },
      components: {
        securitySchemes: { apiKey, readingSession },
        headers: documentedHeaders,
        parameters: documentedParameters,
      },
    },
    transform: describeRoute,
    transformObject: (source) => {
      const document = jsonSchemaTransformObject(source);
      if (!isOpenapi(document)) throw new Error('The document is not of OpenAPI 3.');
      completeOperations(document);
      dropUnreferencedSchemas(document, webhooks);
      addExamples(document);
      describeTags(document);
      return Object.assign(document, { webhooks });
    },
  });
}

function isOpenapi(document: object): document is OpenapiDocument {
  return 'openapi' in document;
}

const description = `
Books, an embeddable reader, exchange rates, and the keys that give access to them.

**Answers** are \`{data, meta?}\`. Every failure is a problem (RFC 9457) with a \`code\` from a closed
list, and every answer carries \`Request-Id\`. Unknown parameters are refused, never ignored.

**Reads** carry an \`ETag\` and honour \`If-None-Match\`; wherever GET works, HEAD does. **Lists** go on by
\`meta.nextCursor\`, or by the \`Link\` header. Every **POST** with a key honours \`Idempotency-Key\`.

**Quotas** are counted by UTC day and month, exactly; each answer to a known key says what is left.
`.trim();

const license = { name: 'MIT', identifier: 'MIT' };

const apiKey = {
  type: 'http',
  scheme: 'bearer',
  description:
    'An API key, `svc_<segment>_<random>`. A secret key is for servers; a publishable key may stand ' +
    'in a page of one of its allowed origins.',
} as const;

const readingSession = {
  type: 'http',
  scheme: 'bearer',
  description: 'The token of a reading session, from `GET /v1/reader/embed`.',
} as const;
