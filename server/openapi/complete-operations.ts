import type { OpenAPIV3, OpenAPIV3_1 } from 'openapi-types';
import { type DocumentedHeader, documentedHeaders, header } from './headers.ts';

export type OpenapiDocument = Partial<OpenAPIV3.Document> | Partial<OpenAPIV3_1.Document>;

type Operation = OpenAPIV3.OperationObject | OpenAPIV3_1.OperationObject;
type Parameters = OpenAPIV3_1.OperationObject['parameters'];

/** Adds what every operation of its kind has: headers, both ways, and the 304 of reads. */
export function completeOperations(document: OpenapiDocument): void {
  for (const path of Object.values(document.paths ?? {})) {
    for (const method of ['get', 'post', 'put', 'patch', 'delete'] as const) {
      const operation = path?.[method];
      if (operation) complete(operation, method);
    }
  }
}

function complete(operation: Operation, method: string): void {
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
      ...headersOf(Number(status), isKeyed, isCounted),
      ...(isRead && /^(200|304)$/.test(status) ? all('ETag', 'Cache-Control') : {}),
      ...(isList && status === '200' ? { Link: header('Link') } : {}),
      ...(makesThings && /^20[01]$/.test(status) ? all('Location') : {}),
      ...(isIdempotent && status !== '429' && status < '500'
        ? { 'Idempotent-Replayed': header('Idempotent-Replayed') }
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

function headersOf(status: number, isKeyed: boolean, isCounted: boolean) {
  return {
    ...all('Request-Id'),
    ...(status === 401 ? all('WWW-Authenticate') : {}),
    ...(status === 429 || status === 503 ? all('Retry-After') : {}),
    ...(status === 409 && isKeyed ? { 'Retry-After': askAgain } : {}),
    ...(isKeyed && status !== 401 ? quota(isCounted && status !== 429 && status < 500) : {}),
  };
}

const askAgain = {
  ...header('Retry-After', false),
  description: 'Whole seconds to wait for a request that is still running.',
};

/** Absent only where the key is not known, or nobody knows its count. */
function quota(isSure: boolean) {
  return Object.fromEntries(rateLimits.map((name) => [name, header(name, isSure)]));
}

function all(...names: DocumentedHeader[]) {
  return Object.fromEntries(names.map((name) => [name, header(name)]));
}
