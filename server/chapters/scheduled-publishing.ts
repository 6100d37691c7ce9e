import type { Database } from '../db/open.ts';
import type { EventLog } from '../events/event-log.ts';
import { appendChapterEvent } from './chapter-events.ts';
import { dueChapters } from './store.ts';
import { recordReaderChange } from './reader-changes.ts';

/** A chapter is out within a second of its time; to look costs one row of an index. */
const pollIntervalMs = 500;

const retryDelayMs = 5_000;
export interface PublishingContext {
  db: Database;
  now: () => Date;
  events: EventLog;
}

/** So many at a time: a process that is told to stop need not wait for long. */
const maxChaptersPerRun = 50;

/**
 * Publishes the chapters whose time has come. Any number of processes may do so at once: each chapter
 * is published by the one whose update finds it scheduled.
 *
 * @returns How many this call published.
 */
export async function publishDueChapters({ db, now, events }: PublishingContext): Promise<number> {
  const at = now();
  const due = await dueChapters(db.query, at, maxChaptersPerRun);
  let published = 0;
  for (const id of due) if (await publishOne(id)) published += 1;
  return published;

  function publishOne(id: string): Promise<boolean> {
    return db.transaction(async (tx) => {
      const before = await tx
        .selectFrom('serial_chapters')
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirst();
      if (!before) return false;
      const book = await tx
        .selectFrom('books')
        .select(['account_id', 'visibility'])
        .where('id', '=', before.book_id)
        // SQLite has one writer anyway. The book first, as every change does.
        .$if(db.engine === 'postgres', (query) => query.forUpdate())
        .executeTakeFirst();
      if (!book) return false;
      const after = await tx
        .updateTable('serial_chapters')
        .set((eb) => ({
          state: 'published',
          publish_at: null,
          published_at: at.toISOString(),
          revision: eb('revision', '+', 1),
          updated_at: at.toISOString(),
        }))
        .where('id', '=', id)
        .where('state', '=', 'scheduled')
        .where('publish_at', '<=', at.toISOString())
        .returningAll()
        .executeTakeFirst();
      if (!after) return false;
      const { account_id: accountId, visibility } = book;
      const place = { accountId, visibility };
      // Whoever watches the book looks every second.
      await recordReaderChange(tx, { before, after }, () => undefined);
      await appendChapterEvent(tx, events, 'chapter.published', place, { before, after });
      return true;
    });
  }
}

interface ScheduledPublishingOptions {
  /** Publishes what is due; how much that was. */
  publishDue: () => Promise<number>;
  /** Waits; rejects when the signal is raised. */
  wait: (ms: number, signal: AbortSignal) => Promise<unknown>;
  log: {
    info(facts: object, text: string): void;
    error(facts: object, text: string): void;
  };
}

/** Publishes chapters at their time until it is stopped, and returns what stops it. */
export function startScheduledPublishing({ publishDue, wait, log }: ScheduledPublishingOptions) {
  const stopping = new AbortController();
  const running = run(stopping.signal);
  return async (): Promise<void> => {
    stopping.abort();
    await running;
  };

  async function run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const pauseMs = await step();
      if (pauseMs > 0) await wait(pauseMs, signal).catch(() => undefined);
    }
  }

  async function step(): Promise<number> {
    try {
      const published = await publishDue();
      if (published === 0) return pollIntervalMs;
      log.info({ published }, 'chapters were published at their time');
      return 0;
    } catch (error) {
      log.error({ err: error }, 'chapters could not be published');
      return retryDelayMs;
    }
  }
}
