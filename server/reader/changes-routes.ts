import { Readable } from 'node:stream';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { ChapterStore } from './chapter-store.ts';
import { ReaderEvent } from './contract.ts';
import { eventStream } from './event-stream.ts';
import { ContentId, gateFails, type SessionGate, sessionOf } from './session-of.ts';
import { streamLimit } from './stream-limit.ts';
import type { BookWatch } from './watch-books.ts';

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
  .describe('The id of the last event that you have: what came after it is sent first.');

export interface ChangesRoutesOptions {
  chapters: ChapterStore;
  gate: SessionGate;
  watch: BookWatch;
  now: () => Date;
  /** The network that an address belongs to, for the limit of streams. */
  networkOf: (address: string) => string;
}

/** `/content/{contentId}/changes`: what an open reader hears of. Costs no quota. */
export const changesRoutes: FastifyPluginAsyncZod<ChangesRoutesOptions> = async (app, options) => {
  const { chapters, gate, watch, now, networkOf } = options;
  const limit = streamLimit();

  app.addHook('preClose', () => watch.close());

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
      config: { access: 'session', fails: [...gateFails, 'too_many_streams'] },
    },
    async (request, reply) => {
      const session = await sessionOf(gate, request, request.params.contentId);
      const { bookId, exp } = session;
      reply.type('text/event-stream; charset=utf-8').headers(streamHeaders);
      if (request.method === 'HEAD') return asEvents(Readable.from([]));
      const lastEventId = request.headers['last-event-id'];
      const leave = limit.enter(networkOf(request.ip));
      let stop = (): void => undefined;
      const stream = eventStream(() => {
        stop();
        leave();
      });
      try {
        const known =
          lastEventId === undefined
            ? ((await chapters.lastChanges([bookId])).get(bookId) ?? 0)
            : Number(lastEventId);
        let spokeAtMs = now().getTime();
        stop = watch.add({
          bookId,
          known,
          onEvents: (events) => {
            spokeAtMs = now().getTime();
            for (const event of events) stream.send(event);
          },
          onLook: () => {
            const nowMs = now().getTime();
            if (nowMs >= exp * 1000) return stream.end();
            if (nowMs - spokeAtMs < heartbeatMs) return;
            spokeAtMs = nowMs;
            stream.comment('still here');
            // The key may have been revoked meanwhile, or the session ended.
            gate.standing.check(session).catch(() => stream.end());
          },
          onEnd: () => stream.end(),
        });
      } catch (error) {
        stream.body.destroy();
        throw error;
      }
      // The first bytes tell the client that it is open.
      stream.comment('open');
      return asEvents(stream.body);
    },
  );
};

/** The stream is of such events, one after the other. */
function asEvents(body: unknown): ReaderEvent {
  return body as ReaderEvent;
}
