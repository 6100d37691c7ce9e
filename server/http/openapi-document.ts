import type { jsonSchemaTransformObject } from 'fastify-type-provider-zod';

type OpenapiDocument = ReturnType<typeof jsonSchemaTransformObject>;

/** Every header of an answer that a client may act on. */
export const documentedHeaders = {
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

/** Every response says which headers it carries. */
export function withHeaders(document: OpenapiDocument): OpenapiDocument {
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

/** Without the schemas that nothing refers to: every one comes in a shape for requests, too. */
export function withReferredSchemas(document: OpenapiDocument): OpenapiDocument {
  if (!('components' in document)) return document;
  const schemas = document.components?.schemas ?? {};
  const kept = new Set<string>();
  const keep = (part: unknown): void => {
    const references = JSON.stringify(part).matchAll(/"#\/components\/schemas\/([^"]+)"/g);
    for (const [, name = ''] of references) {
      if (kept.has(name)) continue;
      kept.add(name);
      keep(schemas[name] ?? {});
    }
  };
  keep(document.paths);
  for (const name of Object.keys(schemas)) if (!kept.has(name)) delete schemas[name];
  return document;
}

function headersOf(status: string, isKeyed: boolean) {
  const names = ['Request-Id'];
  if (status === '401') names.push('WWW-Authenticate');
  if (status === '429') names.push('Retry-After');
  if (isKeyed && status !== '401' && status !== '500') {
    names.push(...Object.keys(documentedHeaders).filter((name) => /RateLimit/.test(name)));
  }
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
