import { markColors, type Mark } from '../marks/mark.ts';
import type { MarksState } from '../marks/marks-state.ts';
import { placeMarks, type Placed } from '../marks/place-marks.ts';
import { paint, unpaint } from '../page/paint.ts';
import { textWithoutReadings } from '../page/read-text.ts';
import type { SectionView } from '../page/section-view.ts';
import { rangeOf } from '../page/text-range.ts';
import type { OpenBook } from '../reader/state.ts';

export interface PainterBy {
  book: () => OpenBook | null;
  marks: () => MarksState;
  mounted: () => Iterable<SectionView>;
  onPlaced: (placed: Placed) => void;
}

/** The main thread is held for so long at once. */
const sliceMs = 8;

/** Finds the marks of the sections that are in the document, and paints them. */
export class MarkPainter {
  readonly #by: PainterBy;
  readonly #signal: AbortSignal;
  /** What paints for a view; others paint on the same views. */
  readonly #owners = new Map<SectionView, object>();

  constructor(by: PainterBy, signal: AbortSignal) {
    this.#by = by;
    this.#signal = signal;
    signal.addEventListener('abort', () => {
      for (const owner of this.#owners.values()) unpaint(owner);
    });
  }

  /** Looks for marks in a section: those that stand in their place are found at once. */
  place(view: SectionView, marks: readonly Mark[]): void {
    const { book } = this.#by;
    const open = book();
    // Until all of it is here, marks would be found at other places, or nowhere.
    if (!open || marks.length === 0 || view.isCut) return;
    const { index, href } = view.section;
    const item = open.order[index];
    const section = {
      index,
      href: item?.href ?? href,
      chapter: item?.chapter?.id ?? null,
      text: textWithoutReadings(view.text),
      isCut: open.end !== null,
    };
    const hrefs = new Set(open.order.map((one) => one.href));
    this.#take(placeMarks(marks, section, { lost: this.#by.marks().lost, hrefs }));
  }

  /** Paints what is known now, on every section that is here. */
  draw(): void {
    if (this.#signal.aborted) return;
    const mounted = new Set(this.#by.mounted());
    for (const [view, owner] of this.#owners) {
      if (mounted.has(view)) continue;
      unpaint(owner);
      this.#owners.delete(view);
    }
    for (const view of mounted) this.#drawOn(view);
  }

  /** The uppermost highlight at a point of the screen. */
  markAt(x: number, y: number): Mark | null {
    for (const view of this.#by.mounted()) {
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
    const rangesOf = (marks: Mark[]) =>
      marks.flatMap(({ start, end }) => rangeOf(view.text, start, end) ?? []);
    for (const color of markColors) {
      paint(owner, `mark-${color}`, rangesOf(shown.filter((mark) => mark.color === color)));
    }
    paint(owner, 'mark-noted', rangesOf(shown.filter(({ note }) => note)));
  }

  #shownOn({ section }: SectionView): Mark[] {
    const { list, lost } = this.#by.marks();
    return list.filter(
      (mark) => mark.kind === 'highlight' && mark.section === section.index && !lost.has(mark.id),
    );
  }

  #take(places: Generator<Placed>): void {
    const endMs = performance.now() + sliceMs;
    const all: Placed = { found: [], lost: [] };
    let next = places.next();
    while (!next.done) {
      all.found.push(...next.value.found);
      all.lost.push(...next.value.lost);
      if (performance.now() > endMs) break;
      next = places.next();
    }
    if (this.#signal.aborted) return;
    this.#by.onPlaced(all);
    if (!next.done) setTimeout(() => this.#take(places));
  }
}
