import type { Queries } from '../db/schema.ts';
import type { Events } from '../events/append.ts';
import type { SerialChapter } from './contract.ts';
import { type ChapterRow, toChapter } from './stored-chapter.ts';

type ChapterEvent =
  | 'chapter.published'
  | 'chapter.updated'
  | 'chapter.unpublished'
  | 'chapter.scheduled';

interface Place {
  accountId: string | null;
  visibility: 'public' | 'private';
}

/** Tells of a change of a chapter, in its transaction; `before` is what it was, where it was. */
export async function tellOfChapter(
  tx: Queries,
  events: Events,
  type: ChapterEvent,
  book: Place,
  { before, after }: { before: ChapterRow | null; after: ChapterRow },
): Promise<SerialChapter> {
  const object = toChapter(after);
  const previous = before && differences(toChapter(before), object);
  // Whoever follows the book hears of what is or was announced to readers, not of work on a draft.
  const isAnnounced = type !== 'chapter.updated' || after.state === 'published';
  await events.append(tx, {
    type,
    accountId: book.accountId,
    resourceId: after.id,
    bookId: after.book_id,
    isPublic: book.visibility === 'public' && isAnnounced,
    object,
    ...(previous && { previous }),
  });
  return object;
}

function differences(before: SerialChapter, after: SerialChapter): Record<string, unknown> {
  const now = new Map<string, unknown>(Object.entries(after));
  return Object.fromEntries(
    Object.entries(before).filter(
      ([name, value]) => name !== 'updatedAt' && value !== now.get(name),
    ),
  );
}
