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

/** Each takes some 30 kB: 60 MB for a process that has as many as it may. */
const maxStreams = 2000;

/** A class that reads the same book behind one address. */
const maxStreamsPerNetwork = 60;

const retryAfterSeconds = 30;
/** Below the half minute after which proxies give up on silent connections. */
const heartbeatMs = 25_000;

const streamHeaders = {
  'Cache-Control': 'no-store',
  // An ended stream must not keep its connection: the process may be about to end.
  Connection: 'close',
  'X-Accel-Buffering': 'no',
};

const LastEventId = z
  .string()
  .regex(/^\d{1,9}$/, 'Must be the id of an event of this book.')
  .describe('The id of the last event that you have: what came after it is sent first.')
  .meta({ example: '7' });

export interface ChapterChangeRoutesOptions {
  chapters: PublishedChapterStore;
  gate: SessionGate;
  changeFeed: ChapterChangeFeed;
  now: () => Date;
  /** The network that an address belongs to, for the limit of streams. */
  networkOf: (address: string) => string;
}

/** `/content/{contentId}/changes`: what an open reader hears of. Costs no quota. */
export const chapterChangeRoutes: FastifyPluginAsyncZod<ChapterChangeRoutesOptions> = async (
  app,
  options,
) => {
  const { chapters, gate, changeFeed, now, networkOf } = options;
  const limit = streamLimiter();

  app.addHook('preClose', () => changeFeed.close());

  /** → text/event-stream of `ReaderEvent`s. Fails: `session_invalid`, `session_expired`, `too_many_streams`. */
  app.get(
    '/content/:contentId/changes',
    {
      compress: false,
      schema: {
        tags: ['Content'],
        summary: 'Follow a book’s chapters',
        description:
          'Server-sent events, soon after a published chapter of the book came, changed or went: ' +
          '`chapter.published`, `chapter.updated` and `chapter.unpublished`, whose data is the ' +
          'chapter’s item of the reading order. Among the chapters it stands by its `position`, of the ' +
          'same position by its `id`. Several changes of one chapter may come as one event. A comment ' +
          'comes every 25 seconds. The stream ends with the token: refresh the session and open it ' +
          'again with the `Last-Event-ID`.',
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
      const leave = limit.enter(networkOf(request.ip));
      let stop = (): void => undefined;
      const stream = eventStream(() => {
        stop();
        leave();
      });
      try {
        const lastChange =
          lastEventId === undefined
            ? ((await chapters.lastChangeNumbers([bookId])).get(bookId) ?? 0)
            : Number(lastEventId);
        let spokeAtMs = now().getTime();
        stop = changeFeed.subscribe({
          bookId,
          lastChange,
          onEvents: (events) => {
            spokeAtMs = now().getTime();
            for (const event of events) stream.send(event);
          },
          onPoll: () => {
            const nowMs = now().getTime();
            if (nowMs >= exp * 1000) return stream.end();
            if (nowMs - spokeAtMs < heartbeatMs) return;
            spokeAtMs = nowMs;
            stream.comment('still here');
            // The key may have been revoked meanwhile, or the session ended.
            gate.validity.check(session).catch(() => stream.end());
          },
          onClose: () => stream.end(),
        });
      } catch (error) {
        stream.body.destroy();
        throw error;
      }
      // The first bytes tell the client that it is open.
      stream.comment('open');
      return asEventStream(stream.body);
    },
  );
};

/** The stream is of such events, one after the other. */
function asEventStream(body: unknown): ReaderEvent {
  return body as ReaderEvent;
}

/** How many streams are open, of all and of each network. */
function streamLimiter(): { enter: (network: string) => () => void } {
  const counts = new Map<string, number>();
  let total = 0;

  return {
    /** Counts one more, and returns how to count it no longer. @throws Failure `too_many_streams`. */
    enter(network) {
      const count = counts.get(network) ?? 0;
      if (count >= maxStreamsPerNetwork) {
        throw tooManyStreams(
          `${maxStreamsPerNetwork} streams are open from your address: close some first.`,
        );
      }
      if (total >= maxStreams)
        throw tooManyStreams('This server has no room for another stream now.');
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
