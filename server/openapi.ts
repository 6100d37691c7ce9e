import swagger, { type SwaggerTransform } from '@fastify/swagger';
import type { FastifyInstance, FastifyPluginAsync, FastifySchema, RouteOptions } from 'fastify';
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod';
import { documentedHeaders, withHeaders, withReferredSchemas } from './http/openapi-document.ts';
import { Problem } from './http/problem.ts';

/** Watches the routes as they are added: call it before the first. */
export async function documentRoutes(app: FastifyInstance, publicUrl: string): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Digital Publishing API',
        version: '1',
        description:
          'Books, an embeddable reader, and the keys that give access to them. Every answer carries ' +
          '`Request-Id`; every failure is a problem (RFC 9457) with a `code` from a closed list.',
      },
      servers: [{ url: publicUrl }],
      components: { securitySchemes: { apiKey, readingSession }, headers: documentedHeaders },
    },
    transform,
    transformObject: (document) =>
      withReferredSchemas(withHeaders(jsonSchemaTransformObject(document))),
  });
}

/** GET /v1/openapi.json */
export const openapiRoutes: FastifyPluginAsync = async (app) => {
  app.get('/v1/openapi.json', { schema: { hide: true }, config: { access: 'open' } }, async () =>
    app.swagger(),
  );
};

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

const problemTexts: Record<string, string> = {
  400: 'A parameter is not valid, or not known.',
  401: 'The key or session token is missing or not valid.',
  403: 'The key or session may not do this, or not from this origin.',
  404: 'There is no such thing.',
  429: 'The quota, or the limit per second, is used up.',
  500: 'A fault of ours; try again later.',
};

/** Adds to each route what the pipeline does for it: its key, its permission, its problems. */
const transform: SwaggerTransform<FastifySchema & { hide?: boolean }> = (document) => {
  const { schema, url, route } = document;
  if (!schema || schema.hide || !/^\/(v1|content)\//.test(url)) {
    return { schema: { hide: true }, url };
  }
  const { permission, access = 'key' } = route.config ?? {};
  const described = {
    ...schema,
    operationId: operationIdOf(route),
    description: [schema.description, permission && `Permission: \`${permission}\`.`]
      .filter(Boolean)
      .join('\n\n'),
    response: { ...successes(schema), ...problems(route) },
    security: { key: [{ apiKey: [] }], session: [{ readingSession: [] }], open: [] }[access],
    ...(permission ? { 'x-permission': permission } : {}),
  };
  const { schema: transformed } = jsonSchemaTransform({ ...document, schema: described });
  return { schema: withNamedRest(transformed), url: url.replace('*', ':path') };
};

/** `GET /v1/books/:bookId` → `getBooksByBookId`: stable, and good as the name of a function. */
function operationIdOf({ method, url }: RouteOptions): string {
  const words = url.split('/').flatMap((step) => {
    if (step === '' || step === 'v1') return [];
    if (step === '*') return ['byPath'];
    return step.startsWith(':') ? ['by', step.slice(1)] : step.split('-');
  });
  const [verb = ''] = [method].flat();
  return (
    verb.toLowerCase() + words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')
  );
}

function successes({ response, produces }: FastifySchema): Record<string, unknown> {
  const types = produces ?? ['application/json'];
  return Object.fromEntries(
    Object.entries(response ?? {}).map(([status, schema]) => [
      status,
      {
        description: status === '201' ? 'Made.' : 'Done.',
        content: Object.fromEntries(types.map((type) => [type, { schema }])),
      },
    ]),
  );
}

function problems({ config, url }: RouteOptions) {
  const { access = 'key' } = config ?? {};
  const statuses = [
    '400',
    ...(access === 'open' ? [] : ['401', '403']),
    ...(url.includes(':') || url.includes('*') ? ['404'] : []),
    ...(access === 'key' ? ['429'] : []),
    '500',
  ];
  return Object.fromEntries(
    statuses.map((status) => [
      status,
      {
        description: problemTexts[status],
        content: { 'application/problem+json': { schema: Problem } },
      },
    ]),
  );
}

/** OpenAPI has no name for the rest of a path. */
function withNamedRest(schema: FastifySchema): FastifySchema {
  if (!schema.params) return schema;
  const params: unknown = JSON.parse(JSON.stringify(schema.params).replaceAll('"*"', '"path"'));
  return { ...schema, params };
}
