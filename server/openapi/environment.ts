import type { OpenapiDocument } from './complete-document.ts';

interface Schema {
  $ref?: string;
  anyOf?: Schema[];
  oneOf?: Schema[];
  properties?: Record<string, Schema>;
  [member: string]: unknown;
}

const environment = {
  type: 'string',
  enum: ['test'],
  description: 'Present if the request’s key belongs to the test environment.',
};

/**
 * Documents `meta.environment`, which `markTestData` adds to every `{data, meta?}` response to a
 * test key.
 *
 * @param schema - Schema of a successful JSON response.
 */
export function describeTestData(document: OpenapiDocument, schema: unknown): void {
  const resolved = resolve(document, schema);
  if (!resolved) return;
  for (const one of [...(resolved.anyOf ?? []), ...(resolved.oneOf ?? [])]) {
    describeTestData(document, one);
  }
  const { properties } = resolved;
  if (!properties?.['data']) return;
  properties['meta'] ??= { type: 'object', properties: {}, additionalProperties: false };
  const meta = resolve(document, properties['meta']);
  if (meta?.properties) meta.properties['environment'] = environment;
}

function resolve(document: OpenapiDocument, schema: unknown): Schema | null {
  if (!isSchema(schema)) return null;
  const name = schema.$ref?.replace('#/components/schemas/', '');
  if (name === undefined) return schema;
  const schemas: Record<string, unknown> = document.components?.schemas ?? {};
  return resolve(document, schemas[name]);
}

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null;
}
