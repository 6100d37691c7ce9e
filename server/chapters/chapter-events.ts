import type { Queries } from '../db/schema.ts';
import { type EventLog, previousValues } from '../events/event-log.ts';
import type { SerialChapter } from './contract.ts';
import type { StoredVisibility } from '../values/environment.ts';
import { type ChapterRow, toSerialChapter } from './store.ts';

type ChapterEvent =
  | 'chapter.published'
  | 'chapter.updated'
  | 'chapter.unpublished'
  | 'chapter.scheduled';

interface ChapterBook {
  accountId: string | null;
  visibility: StoredVisibility;
}

/** Appends a chapter event in the transaction of the change. `before` is null for a new chapter. */
export async function appendChapterEvent(
  tx: Queries,
  events: EventLog,
  type: ChapterEvent,
  book: ChapterBook,
  { before, after }: { before: ChapterRow | null; after: ChapterRow },
): Promise<SerialChapter> {
  const object = toSerialChapter(after);
  const previous = before && previousValues(toSerialChapter(before), object);
  // The book's subscribers receive only changes visible or announced to readers, not draft edits.
  const isReaderVisible = type !== 'chapter.updated' || after.state === 'published';
  await events.append(tx, {
    type,
    accountId: book.accountId,
    resourceId: after.id,
    bookId: after.book_id,
    isPublic: book.visibility === 'public' && isReaderVisible,
    object,
    ...(previous && { previous }),
  });
  return object;
}
