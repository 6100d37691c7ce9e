import type { SwaggerTransform } from '@fastify/swagger';
import type { FastifySchema } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import { problemResponses } from './problems.ts';

/**
 * Adds the security, permission and problems that the hooks apply to each route. Describes a route
 * outside the API only if it has an `operationId`.
 */
export const describeRoute: SwaggerTransform<FastifySchema & { hide?: boolean }> = (document) => {
  const { schema, url, route } = document;
  const isApi = /^\/(?:v1|content)\//.test(url);
  if (!schema || schema.hide || (!isApi && !schema.operationId)) {
    return { schema: { hide: true }, url };
  }
  const { permission, access = 'key', alternates } = route.config ?? {};
  const described = {
    ...schema,
    operationId: schema.operationId ?? fallbackId(route.method, url),
    description: [schema.description, permission && `Permission: \`${permission}\`.`]
      .filter(Boolean)
      .join('\n\n'),
    response: { ...successResponses(schema), ...problemResponses(route) },
    security: securityByAccess[access] ?? [],
    ...(permission ? { 'x-permission': permission } : {}),
    ...(alternates ? { 'x-alternates': alternates } : {}),
  };
  // The transform supports only one body type, so `withFileBody` adds the file types.
  const body = jsonBodyOf(schema);
  const { schema: transformed } = jsonSchemaTransform({
    ...document,
    schema: body ? { ...described, body } : described,
  });
  return { schema: renameWildcard(withFileBody(transformed)), url: url.replace('*', ':path') };
};

/** Alternatives, any of which is sufficient. */
const securityByAccess: Record<string, Record<string, string[]>[]> = {
  key: [{ apiKey: [] }],
  session: [{ readingSession: [] }],
  'key-or-session': [{ apiKey: [] }, { readingSession: [] }],
  open: [],
};

/** Returns an id for a route without one, such as a test route. */
function fallbackId(method: string | string[], url: string): string {
  return `${String(method).toLowerCase()}${url.replaceAll(/[^A-Za-z0-9]+/g, '_')}`;
}

const successDescriptions: Record<string, string> = {
  201: 'Created.',
  202: 'Accepted.',
  204: 'Success, without content.',
  303: 'Redirect.',
};

function successResponses({ response, produces }: FastifySchema): Record<string, unknown> {
  const types = produces ?? ['application/json'];
  return Object.fromEntries(
    Object.entries(response ?? {}).map(([status, schema]) => {
      const description = successDescriptions[status] ?? 'Success.';
      const content = Object.fromEntries(types.map((type) => [type, { schema }]));
      return [status, { description, content }];
    }),
  );
}

function jsonBodyOf({ body }: FastifySchema): unknown {
  return hasContent(body) && hasSchema(body.content['application/json'])
    ? body.content['application/json'].schema
    : null;
}

function hasSchema(part: unknown): part is { schema: unknown } {
  return typeof part === 'object' && part !== null && 'schema' in part;
}

function hasContent(schema: unknown): schema is { content: Record<string, unknown> } {
  return typeof schema === 'object' && schema !== null && 'content' in schema;
}

/** Adds the body's file types, which have no zod schema because the route reads their bytes. */
function withFileBody(schema: FastifySchema): FastifySchema {
  const fileTypes = (schema.consumes ?? []).filter((type) => !/json$|^text\//.test(type));
  if (fileTypes.length === 0) return schema;
  const file = { type: 'string', format: 'binary' };
  const form = { type: 'object', properties: { file }, required: ['file'] };
  const content = Object.fromEntries([
    ...fileTypes.map((type) => [type, { schema: type === 'multipart/form-data' ? form : file }]),
    ...(schema.body ? [['application/json', { schema: schema.body }]] : []),
  ]);
  const { consumes: _, ...rest } = schema;
  return { ...rest, body: { content, required: true } };
}

/** Names the `*` parameter, which OpenAPI cannot express. */
function renameWildcard(schema: FastifySchema): FastifySchema {
  if (!schema.params) return schema;
  const params: unknown = JSON.parse(JSON.stringify(schema.params).replaceAll('"*"', '"path"'));
  return { ...schema, params };
}
