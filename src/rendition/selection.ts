import type { PageView } from '../state/reader-state.ts';
import type { SectionView } from './section/section-view.ts';
import { offsetOf } from './section/text-range.ts';

/** Text selected in one section, as text offsets without surrounding white space. */
export interface SelectedText {
  view: SectionView;
  start: number;
  end: number;
}

/** Input method of a selection. Touch selections have handles and a system menu. */
export type SelectionInput = 'mouse' | 'touch' | 'keyboard';

/** Reports selected text to the menu for it, or null for a cleared selection. Not composed. */
export class PageSelectEvent extends Event {
  static readonly type = 'svc-page-select';
  readonly selected: SelectedText | null;
  readonly input: SelectionInput;
  constructor(selected: SelectedText | null, input: SelectionInput) {
    super(PageSelectEvent.type);
    this.selected = selected;
    this.input = input;
  }
}

declare global {
  interface HTMLElementEventMap {
    'svc-page-select': PageSelectEvent;
  }
}

type SelectionEnds = Pick<
  StaticRange,
  'startContainer' | 'startOffset' | 'endContainer' | 'endOffset'
>;

/**
 * Returns the selected text, or null if there is none. A selection across several sections is cut
 * off at the end of the first. A selection that begins or ends outside the text, for example
 * because the mouse left the page, is limited to the visible text.
 *
 * @param shown - The visible range, as text offsets.
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
  let endOnly: SelectedText | null = null;
  for (const view of all) {
    const start = offsetIn(view, ends.startContainer, ends.startOffset);
    const end = offsetIn(view, ends.endContainer, ends.endOffset);
    const visible = shown?.section === view.section.index ? shown : null;
    if (start !== null) {
      const last = isInText(ends.endContainer) ? null : visible?.end;
      return trimSelection(view, start, Math.max(start, end ?? last ?? view.text.length));
    }
    if (end !== null) {
      const first = isInText(ends.startContainer) ? null : visible?.start;
      endOnly = trimSelection(view, Math.min(end, first ?? 0), end);
    }
  }
  return endOnly;
}

/**
 * The two ends of the selection. `getComposedRanges` supports shadow roots, and older engines
 * provide only the document's selection.
 */
function selectedEnds(shadowRoots: ShadowRoot[]): SelectionEnds | null {
  const selection = document.getSelection();
  if (!selection || selection.rangeCount === 0) return null;
  return typeof selection.getComposedRanges === 'function'
    ? (selection.getComposedRanges({ shadowRoots })[0] ?? null)
    : selection.getRangeAt(0);
}

function trimSelection(view: SectionView, start: number, end: number): SelectedText | null {
  const untrimmed = view.text.slice(start, end - start);
  const text = untrimmed.trim();
  if (text === '') return null;
  const from = start + untrimmed.indexOf(text);
  return { view, start: from, end: from + text.length };
}

/**
 * Whether any text in the shadow roots is selected. Engines without `getComposedRanges` provide
 * only the document's selection.
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
