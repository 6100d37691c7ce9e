import type { Overlay } from '../../../server/epub/contract.ts';
import { highlightRanges, clearHighlights } from '../../rendition/highlights/highlight-ranges.ts';
import type { SectionView } from '../../rendition/section/section-view.ts';
import type { SvcPage } from '../../rendition/svc-page.ts';
import { rangeOf } from '../../rendition/section/text-range.ts';
import type { TextPosition } from '../../state/progress.ts';
import { isLegible } from './is-legible.ts';

/** The passage being spoken. */
export interface SpokenPassage {
  section: number;
  start: number;
  end: number;
  /** Id of the element in the book's markup, or empty if there is none. */
  id: string;
  overlay: Overlay | null;
}

/**
 * Highlights the spoken passage with the publisher's classes if they are usable, otherwise with the
 * reader's own highlight.
 */
export class SpokenHighlight {
  readonly #page: SvcPage;
  #spoken: SpokenPassage | null = null;
  #added: [Element, string][] = [];
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
    this.#removeClasses();
    const spoken = this.#spoken;
    const view = spoken && this.#page.rendition?.views.get(spoken.section);
    if (!spoken || !view) return clearHighlights(this);
    if (this.#addClasses(spoken, view)) return clearHighlights(this);
    const whole = rangeOf(view.text, spoken.start, spoken.end);
    const word = this.#word && rangeOf(view.text, ...this.#word);
    highlightRanges(this, 'spoken', whole ? [whole] : []);
    highlightRanges(this, 'spoken-word', word ? [word] : []);
  }

  /**
   * Adds the publisher's classes. Returns false if no style sheet uses them or if the theme's
   * lightness change leaves too little contrast.
   */
  #addClasses({ id, overlay }: SpokenPassage, view: SectionView): boolean {
    const root = view.host.shadowRoot?.querySelector('.svc-html');
    const element = id ? view.host.shadowRoot?.getElementById(id) : root;
    const { sheets, section } = view.loaded;
    const isStyled = (name: string | null | undefined): name is string =>
      name != null && [...sheets, section.css].some((css) => css.includes(`.${CSS.escape(name)}`));
    const { activeClass, playbackClass } = overlay ?? {};
    if (root && isStyled(playbackClass)) this.#addClass(root, playbackClass);
    if (!element || !isStyled(activeClass)) return false;
    const scale = Number(getComputedStyle(view.host).getPropertyValue('--svc-l-scale'));
    // The publisher's style may be invisible without the book's colors.
    if (scale === 0 && !view.isFixed) return false;
    this.#addClass(element, activeClass);
    if (scale === 1 || view.isFixed || isLegible(element, view)) return true;
    this.#removeClasses();
    return false;
  }

  #removeClasses(): void {
    for (const [element, name] of this.#added) element.classList.remove(name);
    this.#added = [];
  }

  #addClass(element: Element, name: string): void {
    element.classList.add(name);
    this.#added.push([element, name]);
  }
}

/** Whether a position is on the visible pages. */
export function isInView(
  { section, offset }: TextPosition,
  view: { section: number; start: number; end: number } | null,
): boolean {
  if (!view || view.section !== section) return false;
  return offset >= view.start && offset < Math.max(view.end, view.start + 1);
}
