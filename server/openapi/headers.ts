import type { OpenAPIV3 } from 'openapi-types';

/** Headers of a request that many operations honour. */
export const documentedParameters = {
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    description: 'The `ETag` that you have: answered with 304 when it is still the one.',
    schema: { type: 'string' },
  },
  IfMatch: {
    name: 'If-Match',
    in: 'header',
    description:
      'The `ETag` of the thing as you read it, in whatever view: 412 when it has changed since then.',
    schema: { type: 'string' },
    example: 'W/"2s.KmX0tS0hbP0kVJc5lJ1v"',
  },
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'A text of your own choice, new for every intent, such as a UUID. The same request with the ' +
      'same key within 24 hours is done once: the first answer is sent again, also to who asks while ' +
      'it is being done; only after five seconds of waiting is that a 409. Answers with 5xx are ' +
      'not kept, so those may be tried again. The `requestId` of a problem that is sent again is that ' +
      'of the first.',
    schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[!-~]+$' },
    example: '6f9a0f3e-9d0c-4f6e-8a3f-2f6c0f7a1b5d',
  },
} as const;
/** Every header of an answer that a client may act on. */
export const documentedHeaders = {
  'Request-Id': {
    description: 'Identifier of this request.',
    required: true,
    schema: { type: 'string', pattern: '^req_[0-9A-Z]{26}$' },
    example: 'req_01KAJ0Q1V4T2M8Y6ZP3W5X7E9R',
  },
  'X-RateLimit-Limit': {
    description: 'Limit of the window, day or month, that has fewer requests left.',
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
    description: 'When that window ends.',
    required: true,
    schema: { type: 'string', format: 'date-time' },
    example: '2026-11-22T00:00:00.000Z',
  },
  RateLimit: {
    description: 'Both windows: what is left (`r`) and for how many seconds (`t`).',
    required: true,
    schema: { type: 'string' },
    example: '"day";r=99;t=43200, "month";r=999;t=820800',
  },
  'RateLimit-Policy': {
    description: 'Both windows: their quota (`q`) and length in seconds (`w`).',
    required: true,
    schema: { type: 'string' },
    example: '"day";q=100;w=86400, "month";q=1000;w=2592000',
  },
  ETag: {
    description: 'Tag of this answer: send it as `If-None-Match` to be spared what you have.',
    required: true,
    schema: { type: 'string', pattern: '^(W/)?"[^"]+"$' },
    example: 'W/"KmX0tS0hbP0kVJc5lJ1vJm2x0ab"',
  },
  'Cache-Control': {
    description: 'How long, and by whom, the answer may be kept.',
    required: true,
    schema: { type: 'string' },
    example: 'private, no-cache',
  },
  Link: {
    description: 'The next page (RFC 8288), with `rel="next"`; absent on the last.',
    schema: { type: 'string' },
    example: '<https://api.example.com/v1/books?limit=20&cursor=b3Blbg>; rel="next"',
  },
  Location: {
    description: 'Where the thing is that was made.',
    required: true,
    schema: { type: 'string', format: 'uri-reference' },
    example: '/v1/books/bk_01KAJ0Q1V4T2M8Y6ZP3W5X7E9R',
  },
  'Idempotent-Replayed': {
    description: '`true` on an answer that was stored under this `Idempotency-Key` before.',
    schema: { type: 'string', enum: ['true'] },
    example: 'true',
  },
  'Retry-After': {
    description: 'Whole seconds: a client that sleeps exactly so long succeeds.',
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

/** @param isRequired - False where the header is on some of the answers only. */
export function headerReference(name: DocumentedHeader, isRequired = true) {
  if (isRequired) return { $ref: `#/components/headers/${name}` };
  return { ...documentedHeaders[name], required: false };
}
