import type { OpenAPIV3, OpenAPIV3_1 } from 'openapi-types';
import { describeTestData } from './environment.ts';
import { type DocumentedHeader, documentedHeaders, headerReference } from './headers.ts';

const tagDescriptions: Record<string, string> = {
  Books: 'The catalog: lists, search, and each book’s record, chapters and text.',
  Reader: 'The embedded reader. A single request opens a reading session.',
  Content: 'The content of a reading session’s book. Requests do not count toward the quota.',
  Deployments: 'A publisher’s white-label configurations: theme, languages, links and domains.',
  Chapters:
    'Serial chapters, written through the API and published immediately or at a scheduled time.',
  Reviews: 'Readers’ book reviews.',
  Affiliates: 'Affiliates: their clicks, conversions, commissions and payouts.',
  Analytics: 'Opens, reading and sales of books, by time, country and device.',
  Sales: 'Sales and refunds, exact to the currency’s minor unit.',
  Rates: 'Exchange rates for more than 150 currencies, with their age.',
  Webhooks: 'Signed event notifications. Each is sent to your URLs at least once and logged.',
  Keys: 'API keys: their rights, origins, rotation and usage by day.',
  'Request log': 'The requests of the last 14 days, without bodies and IP addresses.',
  About: 'This description of the API.',
};
export type OpenapiDocument = Partial<OpenAPIV3.Document> | Partial<OpenAPIV3_1.Document>;

type Operation = OpenAPIV3.OperationObject | OpenAPIV3_1.OperationObject;
type Parameters = OpenAPIV3_1.OperationObject['parameters'];

/** Adds the shared request and response headers to every operation, and status 304 to reads. */
export function completeOperations(document: OpenapiDocument): void {
  for (const path of Object.values(document.paths ?? {})) {
    for (const method of ['get', 'post', 'put', 'patch', 'delete'] as const) {
      const operation = path?.[method];
      if (operation) completeOperation(document, operation, method);
    }
  }
}

function completeOperation(document: OpenapiDocument, operation: Operation, method: string): void {
  const isRead = method === 'get' && '200' in (operation.responses ?? {}) && !isStream(operation);
  const security = JSON.stringify(operation.security ?? []);
  const isKeyed = security.includes('apiKey');
  // Requests with a session token have no quota.
  const isCounted = isKeyed && !security.includes('readingSession');
  const isIdempotent = method === 'post' && isKeyed;
  hideParameters(operation);
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
  if (isRead)
    responses['304'] = { description: 'Not modified: the `ETag` in `If-None-Match` is current.' };

  const isList = (operation.parameters ?? []).some((one) => 'name' in one && one.name === 'cursor');
  const makesThings = '201' in responses;
  for (const [status, response] of Object.entries(responses)) {
    if (!response || '$ref' in response) continue;
    if (status === '204' || status === '303') delete response.content;
    if (isKeyed && status.startsWith('2')) {
      describeTestData(document, response.content?.['application/json']?.schema);
    }
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

/** Removes parameters that exist only for manually written URLs. */
function hideParameters(operation: Operation): void {
  const shown = (operation.parameters ?? []).filter(
    (one) => !('schema' in one && one.schema && 'isHidden' in one.schema),
  );
  Object.assign(operation, { parameters: shown });
}

/** Event streams have no `ETag` and no 304. */
function isStream({ responses }: Operation): boolean {
  return JSON.stringify(responses?.['200'] ?? {}).includes('"text/event-stream"');
}

const rateLimits = (Object.keys(documentedHeaders) as DocumentedHeader[]).filter((name) =>
  name.includes('RateLimit'),
);

function responseHeaders(status: number, isKeyed: boolean, isCounted: boolean) {
  return {
    ...headerReferences('Request-Id'),
    ...(isKeyed ? { 'Svc-Environment': headerReference('Svc-Environment', false) } : {}),
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
  description: 'Seconds to wait for the request that is still running.',
};

/**
 * @param isSure - Whether the headers are always present, which requires a known key and a known
 * count.
 */
function rateLimitHeaders(isSure: boolean) {
  return Object.fromEntries(rateLimits.map((name) => [name, headerReference(name, isSure)]));
}

function headerReferences(...names: DocumentedHeader[]) {
  return Object.fromEntries(names.map((name) => [name, headerReference(name)]));
}

/**
 * Drops unreferenced schemas because the generator writes every schema in a request and a response
 * variant.
 */
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

/** Lists every used tag in the order of the table, followed by the other tags. */
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
