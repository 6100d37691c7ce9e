import { Readable } from 'node:stream';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { PublishedChapterStore } from '../published-chapter-store.ts';
import { ReaderEvent } from '../contract.ts';
import { eventStream } from '../event-stream.ts';
import {
  ContentId,
  sessionFailureCodes,
  type SessionGate,
  requireSession,
} from '../session-gate.ts';
import type { ChapterChangeFeed } from '../chapter-change-feed.ts';
import { Failure } from '../../failure.ts';
import { steadyClock } from '../../values/time.ts';

/** Limit per process. Each stream takes about 30 kB, so all of them take up to 60 MB. */
const maxStreams = 2000;

/** Limit per network. Enough for a school class behind one IP address. */
const maxStreamsPerNetwork = 60;

const retryAfterSeconds = 30;
/**
 * Interval between comments. Less than the 30 seconds after which proxies close idle connections.
 */
const heartbeatMs = 25_000;

const streamHeaders = {
  'Cache-Control': 'no-store',
  // Close the connection with the stream because open connections would delay a shutdown.
  Connection: 'close',
  'X-Accel-Buffering': 'no',
};

const LastEventId = z
  .string()
  .regex(/^\d{1,9}$/, 'Must be the id of an event for this book.')
  .describe('Id of the last event that you received. Later events are sent first.')
  .meta({ example: '7' });

export interface ChapterChangeRoutesOptions {
  chapters: PublishedChapterStore;
  gate: SessionGate;
  changeFeed: ChapterChangeFeed;
  now: () => Date;
  /** Returns the network of an IP address, for the limit on streams per network. */
  networkOf: (address: string) => string;
}

/**
 * `/content/{contentId}/changes`: chapter changes as server-sent events. Does not count toward the
 * quota.
 */
export const chapterChangeRoutes: FastifyPluginAsyncZod<ChapterChangeRoutesOptions> = async (
  app,
  options,
) => {
  const { chapters, gate, changeFeed, now, networkOf } = options;
  const limit = streamLimiter();

  app.addHook('preClose', () => changeFeed.close());

  /**
   * → text/event-stream of `ReaderEvent`s. Errors: `session_invalid`, `session_expired`,
   * `too_many_streams`.
   */
  app.get(
    '/content/:contentId/changes',
    {
      compress: false,
      schema: {
        tags: ['Content'],
        operationId: 'streamChapterChanges',
        summary: 'Follow a book’s chapters',
        description:
          'Sends a server-sent event shortly after a chapter of the book is published, changed or ' +
          'unpublished: `chapter.published`, `chapter.updated` or `chapter.unpublished`. Its data is the ' +
          'chapter’s reading order item. Sort chapters by `position`, then by `id`. Several changes ' +
          'to one chapter may be combined into one event. A comment is sent every 25 seconds. The stream ' +
          'ends when the token expires. Refresh the session and open the stream again with ' +
          '`Last-Event-ID`.',
        params: z.strictObject({ contentId: ContentId }),
        querystring: z.strictObject({}),
        headers: z.looseObject({ 'last-event-id': LastEventId.optional() }),
        produces: ['text/event-stream'],
        response: { 200: ReaderEvent },
      },
      config: { access: 'session', fails: [...sessionFailureCodes, 'too_many_streams'] },
    },
    async (request, reply) => {
      const session = await requireSession(gate, request, request.params.contentId);
      const { bookId, exp } = session;
      reply.type('text/event-stream; charset=utf-8').headers(streamHeaders);
      if (request.method === 'HEAD') return asEventStream(Readable.from([]));
      const lastEventId = request.headers['last-event-id'];
      const release = limit.enter(networkOf(request.ip));
      let unsubscribe = (): void => undefined;
      const stream = eventStream(() => {
        unsubscribe();
        release();
      });
      try {
        const lastChange =
          lastEventId === undefined
            ? ((await chapters.lastChangeNumbers([bookId])).get(bookId) ?? 0)
            : Number(lastEventId);
        const clock = steadyClock(now);
        let lastSentAtMs = clock();
        unsubscribe = changeFeed.subscribe({
          bookId,
          lastChange,
          onEvents: (events) => {
            lastSentAtMs = clock();
            for (const event of events) stream.send(event);
          },
          onPoll: () => {
            if (now().getTime() >= exp * 1000) return stream.end();
            const nowMs = clock();
            if (nowMs - lastSentAtMs < heartbeatMs) return;
            lastSentAtMs = nowMs;
            stream.comment('still here');
            // The key may have been revoked or the session ended since the stream opened.
            gate.validity.check(session).catch(() => stream.end());
          },
          onClose: () => stream.end(),
        });
      } catch (error) {
        stream.body.destroy();
        throw error;
      }
      // Clients consider the stream open when the first bytes arrive.
      stream.comment('open');
      return asEventStream(stream.body);
    },
  );
};

/** The schema describes a single event in the stream. */
function asEventStream(body: unknown): ReaderEvent {
  return body as ReaderEvent;
}

/** Limits the open streams per process and per network. */
function streamLimiter(): { enter: (network: string) => () => void } {
  const counts = new Map<string, number>();
  let total = 0;

  return {
    /** Counts a stream. Returns a function that releases it. @throws Failure `too_many_streams`. */
    enter(network) {
      const count = counts.get(network) ?? 0;
      if (count >= maxStreamsPerNetwork) {
        throw tooManyStreams(
          `Your network has ${maxStreamsPerNetwork} open streams, the maximum. Close some and try again.`,
        );
      }
      if (total >= maxStreams)
        throw tooManyStreams(
          'This server has reached its maximum number of open streams. Try again later.',
        );
      counts.set(network, count + 1);
      total += 1;
      return () => {
        total -= 1;
        const left = (counts.get(network) ?? 1) - 1;
        if (left > 0) counts.set(network, left);
        else counts.delete(network);
      };
    },
  };
}

function tooManyStreams(message: string): Failure {
  const headers = { 'Retry-After': String(retryAfterSeconds) };
  return new Failure('too_many_streams', message, { headers });
}
