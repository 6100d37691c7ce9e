import type { OpenAPIV3 } from 'openapi-types';

/** Request headers that many operations support. */
export const documentedParameters = {
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    description: 'The `ETag` of your copy. The response is 304 if the copy is current.',
    schema: { type: 'string' },
  },
  IfMatch: {
    name: 'If-Match',
    in: 'header',
    description:
      'The resource’s `ETag` from when you read it, in any view. The response is 412 if it has changed since.',
    schema: { type: 'string' },
    example: 'W/"2s.KmX0tS0hbP0kVJc5lJ1v"',
  },
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'A unique string that you choose for each operation, such as a UUID. Repeating the request with ' +
      'the same key within 24 hours returns the first response without executing it again. A repeat ' +
      'that arrives while the first request is running waits for up to five seconds, then fails with ' +
      '409. Responses with status 5xx are not stored, so you can retry those. A replayed problem ' +
      'has the `requestId` of the first response.',
    schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[!-~]+$' },
    example: '6f9a0f3e-9d0c-4f6e-8a3f-2f6c0f7a1b5d',
  },
} as const;
/** Response headers. */
export const documentedHeaders = {
  'Request-Id': {
    description: 'Identifier of this request.',
    required: true,
    schema: { type: 'string', pattern: '^req_[0-9A-Z]{26}$' },
    example: 'req_01KAJ0Q1V4T2M8Y6ZP3W5X7E9R',
  },
  'X-RateLimit-Limit': {
    description: 'Limit for the window (day or month) with fewer requests left.',
    required: true,
    schema: { type: 'integer', minimum: 1 },
    example: 100,
  },
  'X-RateLimit-Remaining': {
    description: 'Requests left in that window.',
    required: true,
    schema: { type: 'integer', minimum: 0 },
    example: 99,
  },
  'X-RateLimit-Reset': {
    description: 'End of that window.',
    required: true,
    schema: { type: 'string', format: 'date-time' },
    example: '2026-11-22T00:00:00.000Z',
  },
  RateLimit: {
    description: 'Requests left (`r`) and seconds until the end (`t`) of both windows.',
    required: true,
    schema: { type: 'string' },
    example: '"day";r=99;t=43200, "month";r=999;t=820800',
  },
  'RateLimit-Policy': {
    description: 'Quota (`q`) and length in seconds (`w`) of both windows and of a burst.',
    required: true,
    schema: { type: 'string' },
    example: '"day";q=100;w=86400, "month";q=1000;w=2592000, "burst";q=20;w=2',
  },
  ETag: {
    description:
      'This response’s version. Send it in `If-None-Match` to avoid downloading the response again.',
    required: true,
    schema: { type: 'string', pattern: '^(W/)?"[^"]+"$' },
    example: 'W/"KmX0tS0hbP0kVJc5lJ1vJm2x0ab"',
  },
  'Cache-Control': {
    description: 'Who may cache the response, and for how long.',
    required: true,
    schema: { type: 'string' },
    example: 'private, no-cache',
  },
  Link: {
    description: 'The next page (RFC 8288), with `rel="next"`. Absent on the last page.',
    schema: { type: 'string' },
    example: '<https://api.example.com/v1/books?limit=20&cursor=b3Blbg>; rel="next"',
  },
  Location: {
    description: 'URL of the created resource.',
    required: true,
    schema: { type: 'string', format: 'uri-reference' },
    example: '/v1/books/bk_01KAJ0Q1V4T2M8Y6ZP3W5X7E9R',
  },
  'Idempotent-Replayed': {
    description: '`true` if the response was stored earlier under this `Idempotency-Key`.',
    schema: { type: 'string', enum: ['true'] },
    example: 'true',
  },
  'Svc-Environment': {
    description: '`test` if the request’s key belongs to the test environment. Otherwise absent.',
    schema: { type: 'string', enum: ['test'] },
    example: 'test',
  },
  'Retry-After': {
    description: 'Seconds to wait before the next request.',
    required: true,
    schema: { type: 'integer', minimum: 1 },
    example: 43_200,
  },
  'WWW-Authenticate': {
    description: 'How to authenticate (RFC 6750).',
    required: true,
    schema: { type: 'string', enum: ['Bearer'] },
    example: 'Bearer',
  },
} satisfies Record<string, OpenAPIV3.HeaderObject>;

export type DocumentedHeader = keyof typeof documentedHeaders;

/** @param isRequired - False if only some of the responses have the header. */
export function headerReference(name: DocumentedHeader, isRequired = true) {
  if (isRequired) return { $ref: `#/components/headers/${name}` };
  return { ...documentedHeaders[name], required: false };
}
