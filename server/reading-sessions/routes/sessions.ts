import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Licences } from '../../books/licence/licences.ts';
import type { BookStore } from '../../books/store.ts';
import { requireContents } from '../../books/book-contents.ts';
import { Failure } from '../../failure.ts';
import { requireCaller } from '../../http/caller.ts';
import type { SessionStore } from '../session-store.ts';
import type { BookOutlines } from '../store.ts';
import { NewReaderSession, OpenedSession, SessionId } from '../contract.ts';
import type { SessionTokens } from '../session-tokens.ts';
import { isOwnBook } from '../../values/environment.ts';

export interface SessionRoutesOptions {
  books: BookStore;
  outlines: BookOutlines;
  licences: Licences;
  tokens: SessionTokens;
  sessionStore: SessionStore;
  newId: (prefix: string) => string;
  now: () => Date;
}

/** `/v1/reader/sessions`: reading sessions that an account opens for its own readers. */
export const sessionRoutes: FastifyPluginAsyncZod<SessionRoutesOptions> = async (app, options) => {
  const { books, outlines, licences, tokens, sessionStore, newId, now } = options;

  /**
   * → `OpenedSession`. Errors: `invalid_request`, `book_not_found`, `book_not_readable`,
   * `not_yours`.
   */
  app.post(
    '/v1/reader/sessions',
    {
      schema: {
        tags: ['Reader'],
        operationId: 'createReadingSession',
        summary: 'Open a reading session',
        description:
          'Call this from your server after it has checked what the reader bought, and pass the token to the ' +
          'page. The token opens this one book without a key for at most a day and does not count toward the quota. ' +
          'After that, open another session.',
        querystring: z.strictObject({}),
        body: NewReaderSession,
        response: { 201: z.object({ data: OpenedSession }) },
      },
      config: {
        permission: 'write:reader',
        fails: ['book_not_found', 'book_not_readable', 'not_yours'],
      },
    },
    async (request, reply) => {
      const caller = requireCaller(request);
      const { accountId, keyId } = caller;
      const { bookId, readerId, access, origin } = request.body;
      const accessEndsAt = access.expiresAt === null ? null : parseFutureTime(access.expiresAt);
      const book = await books.get(caller, bookId);
      const contents = requireContents(book, await outlines.forBook(book));
      const sample = await licences.findSample(book, contents);
      const isFull = access.mode === 'full';
      if (isFull && sample && !isOwnBook(accountId, book.accountId)) {
        throw new Failure(
          'not_yours',
          `Book ${bookId} belongs to another account and is not free. Open a session with access.mode "sample".`,
        );
      }
      const id = await sessionStore.add(newId('ses'), accountId, bookId);
      const grant = {
        contentId: contents.contentId,
        bookId,
        keyId,
        sessionId: id,
        origin,
        licence: isFull ? null : sample,
        access: isFull ? ('full' as const) : null,
        accessEndsAt,
        affiliate: null,
        campaign: null,
        accountId,
        readerId,
      };
      reply.status(201).header('Location', `/v1/reader/sessions/${id}`);
      return { data: { id, ...tokens.issue(grant) } };
    },
  );

  /** Errors: `invalid_request`, `session_not_found`. */
  app.delete(
    '/v1/reader/sessions/:sessionId',
    {
      schema: {
        tags: ['Reader'],
        operationId: 'endReadingSession',
        summary: 'End a reading session',
        description: 'Access ends within a minute. Ending the session again has no effect.',
        params: z.strictObject({ sessionId: SessionId }),
        querystring: z.strictObject({}),
        response: { 204: z.null() },
      },
      config: { permission: 'write:reader', fails: ['session_not_found'] },
    },
    async (request, reply) => {
      await sessionStore.end(requireCaller(request).accountId, request.params.sessionId);
      return reply.status(204).send(null);
    },
  );

  /** Returns a time in Unix seconds. @throws Failure `invalid_request` if it is in the past. */
  function parseFutureTime(time: string): number {
    const seconds = Math.floor(Date.parse(time) / 1000);
    if (seconds * 1000 > now().getTime()) return seconds;
    const error = { pointer: '/access/expiresAt', detail: 'Must be in the future.' };
    throw new Failure('invalid_request', `${error.pointer}: ${error.detail}`, { errors: [error] });
  }
};
