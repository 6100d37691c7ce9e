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
  onResolved: (resolved: ResolvedAnnotations) => void;
}

/** Maximum time to block the main thread, in ms. */
const sliceMs = 8;

/** Locates the annotations of mounted sections and highlights them. */
export class AnnotationHighlighter {
  readonly #options: AnnotationHighlighterOptions;
  readonly #signal: AbortSignal;
  /**
   * Highlight owner for each view. The view itself is not the owner, because other features
   * highlight it too.
   */
  readonly #owners = new Map<SectionView, object>();

  constructor(options: AnnotationHighlighterOptions, signal: AbortSignal) {
    this.#options = options;
    this.#signal = signal;
    signal.addEventListener('abort', () => {
      for (const owner of this.#owners.values()) clearHighlights(owner);
    });
  }

  /** Locates a section's annotations. Annotations that have not moved are located synchronously. */
  resolve(view: SectionView, annotations: readonly Annotation[]): void {
    const { book } = this.#options;
    const openBook = book();
    // In a partly loaded section, annotations would be misplaced or not found.
    if (!openBook || annotations.length === 0 || view.isIncomplete) return;
    const { index, href } = view.section;
    const item = openBook.order[index];
    const section = {
      index,
      href: item?.href ?? href,
      chapter: item?.chapter?.id ?? null,
      text: textWithoutRuby(view.text),
      isTruncated: openBook.end !== null,
    };
    const hrefs = new Set(openBook.order.map((one) => one.href));
    this.#collectResolved(
      resolveAnnotations(annotations, section, {
        lost: this.#options.annotations().orphaned,
        hrefs,
      }),
    );
  }

  /** Repaints the highlights of all mounted sections. */
  draw(): void {
    if (this.#signal.aborted) return;
    const mounted = new Set(this.#options.mountedViews());
    for (const [view, owner] of this.#owners) {
      if (mounted.has(view)) continue;
      clearHighlights(owner);
      this.#owners.delete(view);
    }
    for (const view of mounted) this.#drawOn(view);
  }

  /**
   * Returns the highlight at a point in the viewport. If highlights overlap, returns the shortest
   * one, so that each of several nested highlights can be reached, and of equally long ones the one
   * that is painted on top.
   */
  annotationAt(x: number, y: number): Annotation | null {
    for (const view of this.#options.mountedViews()) {
      if (!view.isShown) continue;
      const [found] = this.#shownOn(view)
        .filter(({ start, end }) =>
          [...(rangeOf(view.text, start, end)?.getClientRects() ?? [])].some(
            (rect) => x >= rect.left && x <= rect.right && y >= rect.top && y <= rect.bottom,
          ),
        )
        .sort(
          (a, b) =>
            a.end - a.start - (b.end - b.start) ||
            highlightColors.indexOf(b.color) - highlightColors.indexOf(a.color),
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
    const rangesOf = (annotations: Annotation[]) =>
      annotations.flatMap(({ start, end }) => rangeOf(view.text, start, end) ?? []);
    for (const color of highlightColors) {
      highlightRanges(
        owner,
        `mark-${color}`,
        rangesOf(shown.filter((annotation) => annotation.color === color)),
      );
    }
    highlightRanges(owner, 'mark-noted', rangesOf(shown.filter(({ note }) => note)));
  }

  #shownOn({ section }: SectionView): Annotation[] {
    const { list, orphaned } = this.#options.annotations();
    return list.filter(
      (annotation) =>
        annotation.kind === 'highlight' &&
        annotation.section === section.index &&
        !orphaned.has(annotation.id),
    );
  }

  #collectResolved(results: Generator<ResolvedAnnotations>): void {
    const endMs = performance.now() + sliceMs;
    const all: ResolvedAnnotations = { found: [], orphaned: [] };
    let next = results.next();
    while (!next.done) {
      all.found.push(...next.value.found);
      all.orphaned.push(...next.value.orphaned);
      if (performance.now() > endMs) break;
      next = results.next();
    }
    if (this.#signal.aborted) return;
    this.#options.onResolved(all);
    if (!next.done) setTimeout(() => this.#collectResolved(results));
  }
}
