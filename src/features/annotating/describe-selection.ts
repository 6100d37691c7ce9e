import type { ReaderSelection } from '../../ui/selection-actions.ts';
import { readText } from '../../rendition/section/read-text.ts';
import { rangeOf } from '../../rendition/section/text-range.ts';
import type { SelectedText } from '../../rendition/selection.ts';
import { locatorAt, maxQuoteLength } from '../../state/locator.ts';
import type { OpenBook } from '../../state/reader-state.ts';

/** Describes selected text for the page. */
export function describeSelection(
  { view, start, end }: SelectedText,
  book: OpenBook,
): ReaderSelection {
  const text = readText(view.text, start, end);
  const range = rangeOf(view.text, start, end);
  const position = { section: view.section.index, offset: start };
  return {
    text,
    locator: locatorAt(book.order, book.measure, position, text.slice(0, maxQuoteLength)),
    language: languageOf(range) ?? book.language,
    rects: visibleRects(range, view.host),
  };
}

function languageOf(range: Range | null): string | null {
  const element = range?.startContainer.parentElement?.closest('[lang]');
  return element?.getAttribute('lang') || null;
}

/** The boxes of a range inside the page that contains it. */
function visibleRects(range: Range | null, leaf: HTMLElement): DOMRect[] {
  const box = (leaf.parentElement ?? leaf).getBoundingClientRect();
  return [...(range?.getClientRects() ?? [])].filter(
    ({ left, right, top, bottom, width }) =>
      width > 0 && right > box.left && left < box.right && bottom > box.top && top < box.bottom,
  );
}
