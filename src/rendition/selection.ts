import type { PageView } from '../state/reader-state.ts';
import type { SectionView } from './section/section-view.ts';
import { offsetOf } from './section/text-range.ts';

/** Selected text of one section, without white space at its ends. */
export interface SelectedText {
  view: SectionView;
  start: number;
  end: number;
}

type SelectionEnds = Pick<
  StaticRange,
  'startContainer' | 'startOffset' | 'endContainer' | 'endOffset'
>;

/**
 * What is selected in the text; null for nothing. A selection over several sections is cut at the end of
 * the one that it begins in. One that begins or ends outside of the text, as when the mouse slips off the
 * page, reaches no further than what is seen.
 *
 * @param shown - What is on screen, as text offsets.
 */
export function selectedText(
  views: Iterable<SectionView>,
  shown: Pick<PageView, 'section' | 'start' | 'end'> | null,
): SelectedText | null {
  const all = [...views];
  const ends = selectedEnds(all.flatMap(({ host }) => host.shadowRoot ?? []));
  if (!ends) return null;
  const offsetIn = (view: SectionView, node: Node, offset: number) =>
    view.host.shadowRoot?.contains(node) ? offsetOf(view.text, node, offset) : null;
  const isInText = (node: Node) => all.some(({ host }) => host.shadowRoot?.contains(node));
  let cut: SelectedText | null = null;
  for (const view of all) {
    const start = offsetIn(view, ends.startContainer, ends.startOffset);
    const end = offsetIn(view, ends.endContainer, ends.endOffset);
    const seen = shown?.section === view.section.index ? shown : null;
    if (start !== null) {
      const last = isInText(ends.endContainer) ? null : seen?.end;
      return trimSelection(view, start, Math.max(start, end ?? last ?? view.text.length));
    }
    if (end !== null) {
      const first = isInText(ends.startContainer) ? null : seen?.start;
      cut = trimSelection(view, Math.min(end, first ?? 0), end);
    }
  }
  return cut;
}

/** The one call that tells of shadow roots in every engine; older ones tell of the document only. */
function selectedEnds(shadowRoots: ShadowRoot[]): SelectionEnds | null {
  const selection = document.getSelection();
  if (!selection || selection.rangeCount === 0) return null;
  return typeof selection.getComposedRanges === 'function'
    ? (selection.getComposedRanges({ shadowRoots })[0] ?? null)
    : selection.getRangeAt(0);
}

function trimSelection(view: SectionView, start: number, end: number): SelectedText | null {
  const words = view.text.slice(start, end - start);
  const text = words.trim();
  if (text === '') return null;
  const from = start + words.indexOf(text);
  return { view, start: from, end: from + text.length };
}

/**
 * Whether any text of a shadow tree is selected, by the one call that tells it in every engine;
 * older ones tell of the document's selection.
 */
export function hasSelection(roots: readonly ShadowRoot[]): boolean {
  const selection = document.getSelection();
  if (!selection) return false;
  if (typeof selection.getComposedRanges === 'function') {
    const [range] = selection.getComposedRanges({ shadowRoots: [...roots] });
    if (!range) return false;
    const isInside = roots.some((root) => root.contains(range.startContainer));
    return (
      isInside &&
      (range.startContainer !== range.endContainer || range.startOffset !== range.endOffset)
    );
  }
  return !selection.isCollapsed;
}
