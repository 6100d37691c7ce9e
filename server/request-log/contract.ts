import { z } from 'zod';
import { environments } from '../values/environment.ts';

/** A request with an API key, and its response. */
export const LoggedRequest = z
  .object({
    requestId: z.string().describe('The response’s `Request-Id`.'),
    occurredAt: z.iso.datetime().describe('When the response ended.'),
    method: z.string(),
    route: z
      .string()
      .describe('The route’s path, with parameters in braces. Empty for an unknown path.'),
    status: z.int().min(100).max(599),
    code: z.string().nullable().describe('Error code. Null if the request succeeded.'),
    durationMs: z.int().min(0),
    keyId: z.string(),
    environment: z.enum(environments),
  })
  .meta({
    id: 'LoggedRequest',
    example: {
      requestId: 'req_01KAJ0Q1V4T2M8Y6ZP3W5X7E9R',
      occurredAt: '2026-11-21T12:00:00.000Z',
      method: 'GET',
      route: '/v1/books/{bookId}',
      status: 404,
      code: 'book_not_found',
      durationMs: 3,
      keyId: 'key_01KAJ0Q1V4T2M8Y6ZP3W5X7E9R',
      environment: 'live',
    },
  });
export type LoggedRequest = z.infer<typeof LoggedRequest>;

/** First digit of a status code. */
export const StatusClass = z.enum(['2xx', '3xx', '4xx', '5xx']);
export type StatusClass = z.infer<typeof StatusClass>;

/** Conditions, all of which must apply. */
export interface RequestFilter {
  status?: StatusClass;
  /** As in `LoggedRequest`. */
  route?: string;
  keyId?: string;
  code?: string;
  requestId?: string;
  /** ISO 8601 UTC. Earliest and latest `occurredAt`. */
  from?: string;
  to?: string;
}
