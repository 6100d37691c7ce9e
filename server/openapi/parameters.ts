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
