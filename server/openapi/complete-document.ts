import type { OpenAPIV3, OpenAPIV3_1 } from 'openapi-types';
import { type DocumentedHeader, documentedHeaders, headerReference } from './headers.ts';

const tagDescriptions: Record<string, string> = {
  Books: 'The catalogue: lists, search, records, and what lies below a book.',
  Reader: 'The embedded reader: one request opens one reading session.',
  Content: 'What a reading session fetches. Costs no quota.',
  Deployments: 'White label: a publisher’s look, languages, links and domains, saved by name.',
  Chapters: 'Serial fiction: written here, published now or at its time.',
  Reviews: 'What readers say of books.',
  Affiliates: 'Partners, what they brought, what they earn, and what they were paid.',
  Sales: 'What was sold and given back, to the minor unit.',
  Rates: 'Exchange rates of more than 150 currencies, with their age.',
  Webhooks: 'Events: posted to your addresses, signed, at least once each; and their log.',
  Keys: 'What a key may learn of itself.',
  About: 'This description of the API.',
};
export type OpenapiDocument = Partial<OpenAPIV3.Document> | Partial<OpenAPIV3_1.Document>;

type Operation = OpenAPIV3.OperationObject | OpenAPIV3_1.OperationObject;
type Parameters = OpenAPIV3_1.OperationObject['parameters'];

/** Adds what every operation of its kind has: headers, both ways, and the 304 of reads. */
export function completeOperations(document: OpenapiDocument): void {
  for (const path of Object.values(document.paths ?? {})) {
    for (const method of ['get', 'post', 'put', 'patch', 'delete'] as const) {
      const operation = path?.[method];
      if (operation) completeOperation(operation, method);
    }
  }
}

function completeOperation(operation: Operation, method: string): void {
  const isRead = method === 'get' && !isStream(operation);
  const security = JSON.stringify(operation.security ?? []);
  const isKeyed = security.includes('apiKey');
  // Whoever comes with a session has no quota to be told of.
  const isCounted = isKeyed && !security.includes('readingSession');
  const isIdempotent = method === 'post' && isKeyed;
  const parameters: Parameters = [];
  if (isRead) parameters.push({ $ref: '#/components/parameters/IfNoneMatch' });
  if (operation.responses && '412' in operation.responses) {
    parameters.push({ $ref: '#/components/parameters/IfMatch' });
  }
  if (isIdempotent) parameters.push({ $ref: '#/components/parameters/IdempotencyKey' });
  if (parameters.length > 0) {
    Object.assign(operation, { parameters: [...(operation.parameters ?? []), ...parameters] });
  }
  const responses = operation.responses ?? {};
  operation.responses = responses;
  if (isRead) responses['304'] = { description: 'You have it: nothing has changed.' };

  const isList = (operation.parameters ?? []).some((one) => 'name' in one && one.name === 'cursor');
  const makesThings = '201' in responses;
  for (const [status, response] of Object.entries(responses)) {
    if (!response || '$ref' in response) continue;
    if (status === '204') delete response.content;
    response.headers = {
      ...responseHeaders(Number(status), isKeyed, isCounted),
      ...(isRead && /^(200|304)$/.test(status) ? headerReferences('ETag', 'Cache-Control') : {}),
      ...(isList && status === '200' ? { Link: headerReference('Link') } : {}),
      ...(makesThings && /^20[01]$/.test(status) ? headerReferences('Location') : {}),
      ...(isIdempotent && status !== '429' && status < '500'
        ? { 'Idempotent-Replayed': headerReference('Idempotent-Replayed') }
        : {}),
      ...response.headers,
    };
  }
}

/** What never ends has no tag, and cannot be the same as before. */
function isStream({ responses }: Operation): boolean {
  return JSON.stringify(responses?.['200'] ?? {}).includes('"text/event-stream"');
}

const rateLimits = (Object.keys(documentedHeaders) as DocumentedHeader[]).filter((name) =>
  name.includes('RateLimit'),
);

function responseHeaders(status: number, isKeyed: boolean, isCounted: boolean) {
  return {
    ...headerReferences('Request-Id'),
    ...(status === 401 ? headerReferences('WWW-Authenticate') : {}),
    ...(status === 429 || status === 503 ? headerReferences('Retry-After') : {}),
    ...(status === 409 && isKeyed ? { 'Retry-After': retryAfterRunningRequest } : {}),
    ...(isKeyed && status !== 401
      ? rateLimitHeaders(isCounted && status !== 429 && status < 500)
      : {}),
  };
}

const retryAfterRunningRequest = {
  ...headerReference('Retry-After', false),
  description: 'Whole seconds to wait for a request that is still running.',
};

/** Absent only where the key is not known, or nobody knows its count. */
function rateLimitHeaders(isSure: boolean) {
  return Object.fromEntries(rateLimits.map((name) => [name, headerReference(name, isSure)]));
}

function headerReferences(...names: DocumentedHeader[]) {
  return Object.fromEntries(names.map((name) => [name, headerReference(name)]));
}

/** Drops the schemas that nothing refers to: every one comes in a shape for requests, too. */
export function dropUnreferencedSchemas(
  document: OpenapiDocument,
  webhooks: Record<string, object>,
): void {
  const schemas: Record<string, unknown> = document.components?.schemas ?? {};
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
  keep(webhooks);
  for (const name of Object.keys(schemas)) if (!kept.has(name)) delete schemas[name];
}

/**
 * Moves the `example` of a schema to where tools expect it: `example` of its parameter, or `examples` of
 * its component.
 */
export function addExamples(document: OpenapiDocument): void {
  for (const path of Object.values(document.paths ?? {})) {
    for (const operation of Object.values(path ?? {})) {
      if (typeof operation !== 'object' || !('parameters' in operation)) continue;
      for (const parameter of operation.parameters ?? []) {
        if (!('name' in parameter)) continue;
        parameter.example ??= takeExample(parameter.schema);
        if (parameter.example === undefined) delete parameter.example;
      }
    }
  }
  for (const schema of Object.values(document.components?.schemas ?? {})) {
    const example = takeExample(schema);
    if (example !== undefined) Object.assign(schema, { examples: [example] });
  }
}

function takeExample(schema: object | undefined): unknown {
  if (!schema || !('example' in schema)) return undefined;
  const { example } = schema;
  delete schema.example;
  return example;
}

/** Every tag that an operation has, in the order of the table; others behind it. */
export function describeTags(document: OpenapiDocument): void {
  const used = new Set(
    Object.values(document.paths ?? {}).flatMap((path) =>
      Object.values(path ?? {}).flatMap((operation) =>
        typeof operation === 'object' && 'tags' in operation ? (operation.tags ?? []) : [],
      ),
    ),
  );
  const names = new Set([...Object.keys(tagDescriptions), ...used]);
  document.tags = [...names]
    .filter((name) => used.has(name))
    .map((name) => ({ name, description: tagDescriptions[name] ?? `${name}.` }));
}
