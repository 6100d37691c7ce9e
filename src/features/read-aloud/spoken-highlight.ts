import type { Overlay } from '../../../server/epub/contract.ts';
import { highlightRanges, clearHighlights } from '../../rendition/highlights/highlight-ranges.ts';
import type { SectionView } from '../../rendition/section/section-view.ts';
import type { SvcPage } from '../../rendition/svc-page.ts';
import { rangeOf } from '../../rendition/section/text-range.ts';
import type { TextPosition } from '../../state/progress.ts';
import { isLegible } from './is-legible.ts';

/** What is spoken now. */
export interface SpokenPassage {
  section: number;
  start: number;
  end: number;
  /** Of the element in the book’s own markup; empty when nobody says. */
  id: string;
  overlay: Overlay | null;
}

/** Marks what is spoken on the pages: as the publisher wants it, else in the reader’s own way. */
export class SpokenHighlight {
  readonly #page: SvcPage;
  #spoken: SpokenPassage | null = null;
  #classed: [Element, string][] = [];
  #word: [start: number, end: number] | null = null;

  constructor(page: SvcPage, signal: AbortSignal) {
    this.#page = page;
    page.addEventListener('svc-page-mount', () => this.#draw(), { signal });
    page.addEventListener('svc-page-paint', () => this.#draw(), { signal });
    signal.addEventListener('abort', () => this.show(null));
  }

  show(spoken: SpokenPassage | null): void {
    this.#spoken = spoken;
    this.#word = null;
    this.#draw();
  }

  showWord(start: number, end: number): void {
    this.#word = [start, end];
    this.#draw();
  }

  #draw(): void {
    this.#undress();
    const spoken = this.#spoken;
    const view = spoken && this.#page.rendition?.views.get(spoken.section);
    if (!spoken || !view) return clearHighlights(this);
    if (this.#wear(spoken, view)) return clearHighlights(this);
    const whole = rangeOf(view.text, spoken.start, spoken.end);
    const word = this.#word && rangeOf(view.text, ...this.#word);
    highlightRanges(this, 'spoken', whole ? [whole] : []);
    highlightRanges(this, 'spoken-word', word ? [word] : []);
  }

  /**
   * Puts on the publisher’s classes; false where the style sheets do not know them, and where ink and
   * ground come too near to each other once the theme has moved their lightness.
   */
  #wear({ id, overlay }: SpokenPassage, view: SectionView): boolean {
    const root = view.host.shadowRoot?.querySelector('.svc-html');
    const element = id ? view.host.shadowRoot?.getElementById(id) : root;
    const { sheets, section } = view.loaded;
    const isStyled = (name: string | null | undefined): name is string =>
      name != null && [...sheets, section.css].some((css) => css.includes(`.${CSS.escape(name)}`));
    const { activeClass, playbackClass } = overlay ?? {};
    if (root && isStyled(playbackClass)) this.#put(root, playbackClass);
    if (!element || !isStyled(activeClass)) return false;
    const scale = Number(getComputedStyle(view.host).getPropertyValue('--svc-l-scale'));
    // Without the book’s colours, nothing may be left of it that is seen.
    if (scale === 0 && !view.isFixed) return false;
    this.#put(element, activeClass);
    if (scale === 1 || view.isFixed || isLegible(element, view)) return true;
    this.#undress();
    return false;
  }

  #undress(): void {
    for (const [element, name] of this.#classed) element.classList.remove(name);
    this.#classed = [];
  }

  #put(element: Element, name: string): void {
    element.classList.add(name);
    this.#classed.push([element, name]);
  }
}

/** Whether a place is on the pages that are shown. */
export function isInView(
  { section, offset }: TextPosition,
  view: { section: number; start: number; end: number } | null,
): boolean {
  if (!view || view.section !== section) return false;
  return offset >= view.start && offset < Math.max(view.end, view.start + 1);
}
