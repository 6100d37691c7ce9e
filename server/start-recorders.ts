import type { FastifyInstance } from 'fastify';
import type { AppContext } from './app-context.ts';
import { lastUses } from './keys/last-uses.ts';
import { recordRequests } from './request-log/recorder.ts';
import { requestLogStore } from './request-log/store.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * Writes the records of past requests that are still in memory. Call this before closing the
     * database.
     */
    flushRecords(): Promise<void>;
  }
}

export interface Recorders {
  /** Null if requests are not logged. */
  requestLog: { readonly droppedCount: number } | null;
}

/**
 * Records requests and the last uses of keys after each response. Must be called before routes are
 * added.
 */
export function startRecorders(
  app: FastifyInstance,
  { db, now }: Pick<AppContext, 'db' | 'now'>,
  { logsRequests = true }: { logsRequests?: boolean },
): Recorders {
  const requestLog = logsRequests ? recordRequests(app, requestLogStore(db), now) : null;
  const uses = lastUses(db, now, app.log);
  app.addHook('onResponse', (request, _reply, done) => {
    if (request.caller) uses.note(request.caller.keyId);
    done();
  });
  app.decorate('flushRecords', async () => {
    await Promise.all([requestLog?.flush(), uses.flush()]);
  });
  app.addHook('onClose', () => app.flushRecords());
  return { requestLog };
}
