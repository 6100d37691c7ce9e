import { newMarkId, type Mark, type MarkColor } from '../marks/mark.ts';
import { quoteAt } from '../marks/quote-at.ts';
import type { SelectedText } from '../page/selected-text.ts';
import { chapterAt } from '../reader/contents.ts';
import type { OpenBook } from '../reader/state.ts';

/** Words that tell of the place of a bookmark. */
const bookmarkLength = 60;

export function newMark(
  at: SelectedText,
  book: OpenBook,
  by: { kind: Mark['kind']; color: MarkColor },
): Mark {
  const { view, start } = at;
  const section = view.section.index;
  const end = by.kind === 'bookmark' ? Math.min(view.text.length, start + bookmarkLength) : at.end;
  const nowIso = new Date().toISOString();
  const item = book.order[section];
  return {
    id: newMarkId((bytes) => crypto.getRandomValues(bytes)),
    ...by,
    note: '',
    href: item?.href ?? view.section.href,
    chapter: item?.chapter?.id ?? null,
    heading: chapterAt(book, { section, offset: start }),
    section,
    start,
    end,
    quote: quoteAt(view.text, start, end),
    createdAt: nowIso,
    updatedAt: nowIso,
  };
}
