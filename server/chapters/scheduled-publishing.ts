import type { Database } from '../db/open.ts';
import type { EventLog } from '../events/event-log.ts';
import { appendChapterEvent } from './chapter-events.ts';
import { dueChapters } from './store.ts';
import { recordReaderChange } from './reader-changes.ts';

/**
 * Poll interval. Chapters are published within a second of their time, and polling reads one index
 * row.
 */
const pollIntervalMs = 500;

const retryDelayMs = 5_000;
export interface PublishingContext {
  db: Database;
  now: () => Date;
  events: EventLog;
}

/** Limits a run because a process that shuts down must not wait long. */
const maxChaptersPerRun = 50;

/**
 * Publishes the chapters that are due. Any number of processes can do this simultaneously. A
 * chapter is published by the process whose update succeeds while the chapter is still scheduled.
 *
 * @returns The number of chapters published by this call.
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
        // Lock the book first, as every other change does. SQLite needs no row lock because it
        // allows only one writer.
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
      const owner = { accountId, visibility };
      // Readers of the book poll every second, so they need no notification.
      await recordReaderChange(tx, { before, after }, () => undefined);
      await appendChapterEvent(tx, events, 'chapter.published', owner, { before, after });
      return true;
    });
  }
}

interface ScheduledPublishingOptions {
  /** Publishes due chapters and returns their number. */
  publishDue: () => Promise<number>;
  /** Waits. Rejects when the signal is aborted. */
  wait: (ms: number, signal: AbortSignal) => Promise<unknown>;
  log: {
    info(facts: object, text: string): void;
    error(facts: object, text: string): void;
  };
}

/** Publishes scheduled chapters until stopped. Returns a function that stops it. */
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
      log.info({ event: 'chapters.published', published }, 'scheduled chapters published');
      return 0;
    } catch (error) {
      log.error(
        { event: 'chapters.publish_failed', err: error },
        'failed to publish scheduled chapters',
      );
      return retryDelayMs;
    }
  }
}
