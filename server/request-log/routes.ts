import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { Failure } from '../failure.ts';
import { requireCaller } from '../http/caller.ts';
import { type CursorCodec, nextPageLink, readPosition } from '../http/pagination.ts';
import { Cursor, limitParameter } from '../http/query-parameters.ts';
import { LoggedRequest, StatusClass } from './contract.ts';
import type { RequestLogStore } from './store.ts';

export interface RequestLogRoutesOptions {
  store: RequestLogStore;
  cursors: CursorCodec;
  /** Origin at which clients reach this server, without a trailing slash. */
  publicUrl: string;
}

/** ISO 8601 with any offset, converted to UTC. */
const Time = z.iso.datetime({ offset: true }).transform((text) => new Date(text).toISOString());

const Query = z.strictObject({
  status: StatusClass.optional().describe('Only responses with these status codes.'),
  route: z
    .string()
    .max(200)
    .optional()
    .describe('Only requests to this route.')
    .meta({ example: '/v1/books/{bookId}' }),
  keyId: z
    .string()
    .max(100)
    .optional()
    .describe('Only requests with this key.')
    .meta({ example: 'key_01KAJ0Q1V4T2M8Y6ZP3W5X7E9R' }),
  code: z
    .string()
    .max(100)
    .optional()
    .describe('Only responses with this error code.')
    .meta({ example: 'book_not_found' }),
  requestId: z
    .string()
    .max(100)
    .optional()
    .describe('Only the request with this id.')
    .meta({ example: 'req_01KAJ0Q1V4T2M8Y6ZP3W5X7E9R' }),
  from: Time.optional().describe('Earliest time.').meta({ example: '2026-11-20T00:00:00Z' }),
  to: Time.optional().describe('Latest time.').meta({ example: '2026-11-22T00:00:00Z' }),
  limit: limitParameter(100, 20, 'Requests per page'),
  cursor: Cursor.optional(),
  after: Cursor.optional().describe(
    'A `meta.latestCursor`. Returns only requests logged since then, oldest first. Valid only with the same filters.',
  ),
});

const Meta = z.object({
  limit: z.int().min(1).max(100),
  nextCursor: z.string().nullable().describe('`cursor` for the next page. Null on the last page.'),
  latestCursor: z
    .string()
    .nullable()
    .describe('`after` for the next poll. Null in responses to requests with a `cursor`.'),
});

const FromCursor = z.object({ upTo: z.int() });
const AfterCursor = z.object({ after: z.int() });

/** `/v1/request-log` */
export const requestLogRoutes: FastifyPluginAsyncZod<RequestLogRoutesOptions> = async (
  app,
  { store, cursors, publicUrl },
) => {
  /** → a page of `LoggedRequest`s. Errors: `invalid_request`, `invalid_cursor`. */
  app.get(
    '/v1/request-log',
    {
      schema: {
        tags: ['Request log'],
        operationId: 'listRequests',
        summary: 'List requests',
        description:
          'Returns your account’s requests of the last 14 days, newest first. A request appears within about a ' +
          'second of its response. To follow the log, repeat the request with `meta.latestCursor` as `after`, ' +
          'every second or more slowly. Requests with `after` return newer requests, oldest first, and a full page ' +
          'means that more are available. A page compares up to 10,000 requests with the filters, so it can be ' +
          'shorter than `limit`, or empty, and still have a `nextCursor`. Servers can have the request log turned ' +
          'off, in which case it is empty.',
        querystring: Query,
        response: { 200: z.object({ data: z.array(LoggedRequest), meta: Meta }) },
      },
      config: { permission: 'read:logs' },
    },
    async (request, reply) => {
      const { limit, cursor, after, ...filter } = request.query;
      // The request itself changes the log.
      reply.header('Cache-Control', 'no-store');
      const { accountId } = requireCaller(request);
      if (cursor !== undefined && after !== undefined) throw bothCursors();
      const scope = `request-log ${JSON.stringify(Object.entries(filter).sort())}`;
      const page = await store.read(accountId, filter, limit, {
        upTo: readPosition(FromCursor, cursors, cursor, scope)?.upTo,
        after: readPosition(AfterCursor, cursors, after, scope, 'after')?.after,
      });
      const nextCursor = page.next === null ? null : cursors.write({ upTo: page.next }, scope);
      if (nextCursor !== null) {
        reply.header('Link', nextPageLink(publicUrl, request.url, nextCursor));
      }
      const latestCursor =
        page.latest === null ? null : cursors.write({ after: page.latest }, scope);
      return { data: page.requests, meta: { limit, nextCursor, latestCursor } };
    },
  );
};

function bothCursors(): Failure {
  const detail = 'Must not be combined with "cursor". Send only one of them.';
  return new Failure('invalid_request', `after: ${detail}`, {
    errors: [{ parameter: 'after', detail }],
  });
}
