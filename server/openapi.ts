import swagger, { type SwaggerTransform } from '@fastify/swagger';
import type { FastifyInstance, FastifyPluginAsync, FastifySchema, RouteOptions } from 'fastify';
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod';
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
      components: { securitySchemes: { apiKey, readingSession }, headers },
    },
    transform,
    transformObject: (document) => withHeaders(jsonSchemaTransformObject(document)),
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

const headers = {
  'Request-Id': { description: 'Identifier of this request.', schema: { type: 'string' } },
  'X-RateLimit-Limit': {
    description: 'Limit of the window, day or month, that has fewer requests left.',
    schema: { type: 'integer' },
  },
  'X-RateLimit-Remaining': {
    description: 'Requests left in that window.',
    schema: { type: 'integer' },
  },
  'X-RateLimit-Reset': {
    description: 'When that window ends.',
    schema: { type: 'string', format: 'date-time' },
  },
  RateLimit: {
    description: 'Both windows: what is left (`r`) and for how many seconds (`t`).',
    schema: { type: 'string' },
  },
  'RateLimit-Policy': {
    description: 'Both windows: their quota (`q`) and length in seconds (`w`).',
    schema: { type: 'string' },
  },
  'Retry-After': {
    description: 'Whole seconds: a client that sleeps exactly so long succeeds.',
    schema: { type: 'integer' },
  },
  'WWW-Authenticate': { description: '`Bearer`', schema: { type: 'string' } },
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
    description: [schema.description, permission && `Permission: \`${permission}\`.`]
      .filter(Boolean)
      .join('\n\n'),
    response: { ...successes(schema), ...problems(route) },
    security: { key: [{ apiKey: [] }], session: [{ readingSession: [] }], open: [] }[access],
    ...(permission ? { 'x-permission': permission } : {}),
  };
  return jsonSchemaTransform({ ...document, schema: described });
};

function successes({ response }: FastifySchema): Record<string, unknown> {
  return Object.fromEntries(Object.entries(response ?? {}));
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

type OpenapiDocument = ReturnType<typeof jsonSchemaTransformObject>;

/** Every response says which headers it carries. */
function withHeaders(document: OpenapiDocument): OpenapiDocument {
  for (const path of Object.values(document.paths ?? {})) {
    for (const method of ['get', 'post', 'put', 'patch', 'delete'] as const) {
      const operation = path?.[method];
      if (!operation) continue;
      const isKeyed = JSON.stringify(operation.security ?? []).includes('apiKey');
      for (const [status, response] of Object.entries(operation.responses ?? {})) {
        if (isObject(response)) response.headers = headersOf(status, isKeyed);
      }
    }
  }
  return document;
}

function headersOf(status: string, isKeyed: boolean) {
  const names = ['Request-Id'];
  if (status === '401') names.push('WWW-Authenticate');
  if (status === '429') names.push('Retry-After');
  if (isKeyed && status !== '401' && status !== '500') {
    names.push(...Object.keys(headers).filter((name) => /RateLimit/.test(name)));
  }
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
