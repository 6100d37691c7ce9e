import {
  newAnnotationId,
  type Annotation,
  type HighlightColor,
  quoteContextLength,
  maxQuoteLength,
  type TextQuote,
} from '../../annotations/annotation.ts';
import type { SectionView } from '../../rendition/section/section-view.ts';
import { chapterTitleAt } from '../../state/toc.ts';
import type { OpenBook } from '../../state/reader-state.ts';
import { readText } from '../../rendition/section/read-text.ts';
import type { TextIndex } from '../../rendition/section/text-index.ts';

/** Length of a bookmark's quote in UTF-16 code units. */
const bookmarkLength = 60;

export function createAnnotation(
  at: {
    view: Pick<SectionView, 'section' | 'text'>;
    start: number;
    end: number;
    share?: number | undefined;
  },
  book: OpenBook,
  style: { kind: Annotation['kind']; color: HighlightColor },
): Annotation {
  const { view, start, share } = at;
  const section = view.section.index;
  const end =
    style.kind === 'bookmark' ? Math.min(view.text.length, start + bookmarkLength) : at.end;
  const nowIso = new Date().toISOString();
  const item = book.order[section];
  return {
    id: newAnnotationId((bytes) => crypto.getRandomValues(bytes)),
    ...style,
    note: '',
    href: item?.href ?? view.section.href,
    chapter: item?.chapter?.id ?? null,
    heading: chapterTitleAt(book, { section, offset: start }),
    section,
    start,
    end,
    ...(share !== undefined && { share }),
    quote: textQuoteAt(view.text, start, end),
    createdAt: nowIso,
    updatedAt: nowIso,
  };
}

/** Returns the text of a range with its context. */
function textQuoteAt(text: TextIndex, start: number, end: number): TextQuote {
  return {
    exact: readText(text, start, end).slice(0, maxQuoteLength),
    prefix: readText(text, Math.max(0, start - quoteContextLength), start),
    suffix: readText(text, end, end + quoteContextLength),
  };
}
