import { highlightColors, type Annotation } from '../../annotations/annotation.ts';
import type { AnnotationsState } from '../../annotations/annotations-state.ts';
import {
  resolveAnnotations,
  type ResolvedAnnotations,
} from '../../annotations/resolve-annotations.ts';
import { highlightRanges, clearHighlights } from '../../rendition/highlights/highlight-ranges.ts';
import { textWithoutRuby } from '../../rendition/section/read-text.ts';
import type { SectionView } from '../../rendition/section/section-view.ts';
import { rangeOf } from '../../rendition/section/text-range.ts';
import type { OpenBook } from '../../state/reader-state.ts';

export interface AnnotationHighlighterOptions {
  book: () => OpenBook | null;
  annotations: () => AnnotationsState;
  mountedViews: () => Iterable<SectionView>;
  onResolved: (placed: ResolvedAnnotations) => void;
}

/** The main thread is held for so long at once. */
const sliceMs = 8;

/** Finds the marks of the sections that are in the document, and paints them. */
export class AnnotationHighlighter {
  readonly #by: AnnotationHighlighterOptions;
  readonly #signal: AbortSignal;
  /** What paints for a view; others paint on the same views. */
  readonly #owners = new Map<SectionView, object>();

  constructor(by: AnnotationHighlighterOptions, signal: AbortSignal) {
    this.#by = by;
    this.#signal = signal;
    signal.addEventListener('abort', () => {
      for (const owner of this.#owners.values()) clearHighlights(owner);
    });
  }

  /** Looks for marks in a section: those that stand in their place are found at once. */
  resolve(view: SectionView, marks: readonly Annotation[]): void {
    const { book } = this.#by;
    const open = book();
    // Until all of it is here, marks would be found at other places, or nowhere.
    if (!open || marks.length === 0 || view.isIncomplete) return;
    const { index, href } = view.section;
    const item = open.order[index];
    const section = {
      index,
      href: item?.href ?? href,
      chapter: item?.chapter?.id ?? null,
      text: textWithoutRuby(view.text),
      isTruncated: open.end !== null,
    };
    const hrefs = new Set(open.order.map((one) => one.href));
    this.#take(
      resolveAnnotations(marks, section, { lost: this.#by.annotations().orphaned, hrefs }),
    );
  }

  /** Paints what is known now, on every section that is here. */
  draw(): void {
    if (this.#signal.aborted) return;
    const mounted = new Set(this.#by.mountedViews());
    for (const [view, owner] of this.#owners) {
      if (mounted.has(view)) continue;
      clearHighlights(owner);
      this.#owners.delete(view);
    }
    for (const view of mounted) this.#drawOn(view);
  }

  /** The uppermost highlight at a point of the screen. */
  annotationAt(x: number, y: number): Annotation | null {
    for (const view of this.#by.mountedViews()) {
      if (!view.isShown) continue;
      const found = this.#shownOn(view).findLast((mark) =>
        [...(rangeOf(view.text, mark.start, mark.end)?.getClientRects() ?? [])].some(
          (rect) => x >= rect.left && x <= rect.right && y >= rect.top && y <= rect.bottom,
        ),
      );
      if (found) return found;
    }
    return null;
  }

  #drawOn(view: SectionView): void {
    const shown = this.#shownOn(view);
    const owner = this.#owners.get(view) ?? {};
    if (shown.length === 0 && !this.#owners.has(view)) return;
    this.#owners.set(view, owner);
    const rangesOf = (marks: Annotation[]) =>
      marks.flatMap(({ start, end }) => rangeOf(view.text, start, end) ?? []);
    for (const color of highlightColors) {
      highlightRanges(
        owner,
        `mark-${color}`,
        rangesOf(shown.filter((mark) => mark.color === color)),
      );
    }
    highlightRanges(owner, 'mark-noted', rangesOf(shown.filter(({ note }) => note)));
  }

  #shownOn({ section }: SectionView): Annotation[] {
    const { list, orphaned } = this.#by.annotations();
    return list.filter(
      (mark) =>
        mark.kind === 'highlight' && mark.section === section.index && !orphaned.has(mark.id),
    );
  }

  #take(places: Generator<ResolvedAnnotations>): void {
    const endMs = performance.now() + sliceMs;
    const all: ResolvedAnnotations = { found: [], orphaned: [] };
    let next = places.next();
    while (!next.done) {
      all.found.push(...next.value.found);
      all.orphaned.push(...next.value.orphaned);
      if (performance.now() > endMs) break;
      next = places.next();
    }
    if (this.#signal.aborted) return;
    this.#by.onResolved(all);
    if (!next.done) setTimeout(() => this.#take(places));
  }
}
