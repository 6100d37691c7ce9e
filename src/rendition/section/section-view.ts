import type { SectionContent } from '../../../server/reading-sessions/contract.ts';
import type { BookStyleSheets } from './book-style-sheets.ts';
import { hasColumnBreaks, removeLeadingBreaks } from './column-breaks.ts';
import { buildTree, type BookLink } from './build-tree.ts';
import { takePageBackground } from './page-background.ts';
import { countPages, pageAtScroll, scrollOfPage, type PageLayout } from '../page-layout.ts';
import { DeferredTail, laidOutElements } from './deferred-tail.ts';
import type { RenditionBook } from '../rendition-book.ts';
import type { LoadedSection } from '../../api/book-source.ts';
import { defaultSheet, guardSheet } from './section-styles.ts';
import {
  tagAbsolutelyPositioned,
  scrollBoxOf,
  fitOversized,
  undoFitOversized,
} from './fit-oversized.ts';
import { firstOffsetOn, pageOfOffset, pageOfRect, type LaidOutSection } from './text-positions.ts';
import type { TextIndex } from './text-index.ts';

/** How a section is to look besides its page. */
export interface SectionOptions {
  /** px of one rem of the book. */
  rem: number;
  /** Name of scroll boxes for screen readers. */
  scrollBoxLabel: string;
  /** Starts new columns where the book asks for them, in engines that do not. */
  insertColumnBreaks: ((elements: readonly Element[]) => void) | null;
  /** Sets the text as the person wants it; none for the book's own way. */
  applyUserStyles?: ((root: Element) => void) | null;
}

/** Content that fills a page without text. */
const mediaSelector = 'img, svg, video, audio, math, hr, table';

/** Sections with more text, in code units, are laid out bit by bit: their layout is felt. */
const longSectionUnits = 100_000;
/** What is laid out at first: some screenfuls, about 10 ms on a desk. */
const firstLayoutUnits = 24_000;
/** What is laid out at once from then on. */
const sliceUnits = 32_000;

/**
 * One section in its own scroller and its own shadow root, so that the style sheets of two
 * sections that are both mounted do not meet.
 */
export class SectionView {
  readonly host = document.createElement('div');
  /** Of a section that came in part, the part until all of it is here. */
  loaded: LoadedSection;
  section: SectionContent;
  readonly root: Element;
  readonly text: TextIndex;
  readonly links: WeakMap<Element, BookLink>;
  readonly tail: DeferredTail;
  /** From 0; see `goTo`. */
  page = 0;
  /** As far as is known: while `isPart`, an estimate. */
  pages = 1;
  /** What the last layout was made for; null before the first. */
  pageLayout: PageLayout | null = null;
  /** What the current layout belongs to; a view whose mark is not the page's is out of date. */
  layoutVersion = -1;
  /** While a finger holds the pages between two places. */
  isDragged = false;
  /** The colour around the page, of the last `paint`; empty for the theme's paper. */
  pageBackground = '';

  /** For views that lay their section out in another way. */
  protected readonly elements: { scroller: HTMLElement; sheet: HTMLElement };
  readonly #scroller = document.createElement('div');
  readonly #sheet = document.createElement('div');
  readonly #extent = document.createElement('div');
  /** Whether any of its rules takes text out of the flow; few books do. */
  readonly #mayPlace: boolean;
  readonly #offsets = new Map<number, number>();
  readonly #asksForBreaks: boolean;
  readonly #fixed: RenditionBook['fixed'];
  #look: SectionOptions | null = null;
  /** Pages that are laid out. */
  #laid = 1;

  constructor(
    loaded: LoadedSection,
    book: { sheets: BookStyleSheets } & Pick<RenditionBook, 'resourceUrl' | 'fixed'>,
  ) {
    this.#fixed = book.fixed;
    const { section, sheets } = loaded;
    const { root, text, links } = buildTree(section.tree, book.resourceUrl);
    this.loaded = loaded;
    this.section = section;
    this.text = text;
    this.links = links;
    this.root = root;
    this.elements = { scroller: this.#scroller, sheet: this.#sheet };
    this.#mayPlace = [...sheets, section.css].some((css) => /position:\s*absolute/.test(css));

    const shadow = this.host.attachShadow({ mode: 'open' });
    shadow.adoptedStyleSheets = [
      defaultSheet,
      ...sheets.map((css) => book.sheets.sharedSheet(css)),
      ...(section.css ? [book.sheets.createSheet(section.css)] : []),
      guardSheet,
    ];
    this.host.className = 'leaf';
    // On both: `:lang()` of a rule in the root does not look at the host in every engine.
    this.host.lang = section.language;
    this.#scroller.lang = section.language;
    this.#scroller.className = 'scroller';
    this.#scroller.dir = section.direction;
    this.#scroller.style.writingMode = section.writingMode;
    this.#asksForBreaks = [...sheets, section.css].some(hasColumnBreaks);
    if (this.#asksForBreaks) removeLeadingBreaks(root);
    const isLong = !this.isFixed && section.length > longSectionUnits;
    this.tail = new DeferredTail(root, isLong ? firstLayoutUnits : Infinity, section.partEnd);
    const isPlain = sheets.length === 0 && !section.css;
    this.#sheet.className = `sheet ${this.isFixed ? 'fixed' : 'flow'}${isPlain ? ' plain' : ''}`;
    this.#extent.className = 'extent';
    this.#sheet.append(root);
    this.#scroller.append(this.#sheet, this.#extent);
    shadow.append(this.#scroller);
    // Until the page's size is known: whoever measures before would lay it all out for nothing.
    this.#scroller.style.display = 'none';
    this.isShown = false;
  }

  get isFixed(): boolean {
    return this.section.layout === 'fixed' && this.section.viewport !== null;
  }

  get isShown(): boolean {
    return this.host.style.visibility === 'visible';
  }
  set isShown(isShown: boolean) {
    // Hidden, not removed: the layout stays, so showing it is one frame's work.
    this.host.style.visibility = isShown ? 'visible' : 'hidden';
    this.host.inert = !isShown;
  }

  /** Called with the page whenever something else than `goTo` scrolled: find in page, a screen reader. */
  onScrolled(heard: (page: number) => void): void {
    this.#scroller.addEventListener('scroll', () => {
      if (!this.pageLayout || this.pageLayout.pageInline === 0) return;
      if (
        !this.isDragged &&
        this.isShown &&
        Math.abs(this.#scroll - scrollOfPage(this.page, this.pageLayout)) > 1
      ) {
        heard(Math.min(this.pages - 1, pageAtScroll(this.#scroll, this.pageLayout)));
      }
    });
    // The browser brings a focused link barely into sight; its page may be the one after.
    this.#scroller.addEventListener('focusin', ({ target }) => {
      const page = target instanceof Element ? this.pageOfElement(target) : this.page;
      if (page !== this.page) heard(page);
    });
  }

  /** Called when a picture whose size the book does not tell has come. */
  onImageLoad(heard: () => void): void {
    this.#scroller.addEventListener(
      'load',
      ({ target }) => {
        if (target instanceof HTMLImageElement && !target.hasAttribute('height')) heard();
      },
      true,
    );
  }

  layout(pageLayout: PageLayout, look: SectionOptions): void {
    const { style } = this.#scroller;
    const laidOut = () => laidOutElements([...this.root.children]);
    if (!this.pageLayout && this.#mayPlace) tagAbsolutelyPositioned(laidOut());
    undoFitOversized(this.root);
    this.pageLayout = pageLayout;
    this.#look = look;
    const width = pageLayout.isVertical ? pageLayout.columnBlock : pageLayout.columnInline;
    const height = pageLayout.isVertical ? pageLayout.columnInline : pageLayout.columnBlock;
    const values: Record<string, number> = {
      '--svc-page-inline': pageLayout.pageInline,
      '--svc-page-block': pageLayout.pageBlock,
      '--svc-page-gap': pageLayout.gap,
      '--svc-page-margin': pageLayout.marginBlock,
      '--svc-column-inline': pageLayout.columnInline,
      '--svc-column-block': pageLayout.columnBlock,
      '--svc-vw': width / 100,
      '--svc-vh': height / 100,
      '--svc-rem': look.rem,
    };
    // The host is the container: a scroller that is one is back at its start in WebKit's next frame.
    for (const [name, px] of Object.entries(values)) this.host.style.setProperty(name, `${px}px`);
    if (!this.isFixed) look.applyUserStyles?.(this.root);
    style.removeProperty('display');
    if (this.isFixed) {
      this.#fixed?.scale(this.#sheet, this.section, pageLayout);
    } else if (this.#asksForBreaks) look.insertColumnBreaks?.(laidOut());
    this.#settle(pageLayout, look);
    this.goTo(Math.min(this.page, this.pages - 1));
  }

  /** Whether the end of it is not here yet; see `Views.mount`. */
  get isIncomplete(): boolean {
    return this.tail.end < Infinity;
  }

  /** Whether a page is as it will be, or can be laid out so, with what is here. */
  hasPage(page: number): boolean {
    this.#reach(page);
    return !this.isIncomplete || page <= this.#last;
  }

  /** Whether only its beginning is laid out. */
  get isPartlyLaidOut(): boolean {
    return this.tail.start < Infinity;
  }

  /** Lays out more of it, after what is laid out: that stays as it is. */
  layOutMore(units = sliceUnits): void {
    const { pageLayout } = this;
    const look = this.#look;
    if (!pageLayout || !look || !this.tail.hasDeferred) return;
    const more = laidOutElements(this.tail.release(units));
    look.applyUserStyles?.(this.root);
    if (this.#mayPlace) tagAbsolutelyPositioned(more);
    if (this.#asksForBreaks) look.insertColumnBreaks?.(more);
    this.#settle(pageLayout, look);
  }

  /** Colours the page as the book wants; returns its `canvas`. */
  updateColors(): string {
    const boxes = [this.root, this.root.firstElementChild];
    this.pageBackground = takePageBackground(boxes.filter((box) => box instanceof HTMLElement));
    this.host.style.backgroundColor = this.pageBackground;
    if (this.isFixed)
      this.#sheet.style.backgroundColor = this.pageBackground || 'var(--svc-background)';
    return this.pageBackground;
  }

  /** @param page - `Infinity` for the last one. */
  goTo(page: number): void {
    if (!this.pageLayout) return;
    this.#reach(page);
    this.page = Math.max(0, Math.min(this.pages - 1, page));
    this.#scroll = scrollOfPage(this.page, this.pageLayout);
  }

  /**
   * Pulls the pages sideways by so many px, from where they rest: to the right above zero.
   * Returns how much of it goes past the section's first or last page.
   */
  dragBy(dx: number): number {
    if (!this.pageLayout || this.pageLayout.isVertical) return dx;
    const end = scrollOfPage(this.#last, this.pageLayout);
    const wanted = scrollOfPage(this.page, this.pageLayout) - dx;
    this.#scroll = Math.max(Math.min(0, end), Math.min(Math.max(0, end), wanted));
    return this.#scroll - wanted;
  }

  pageOfOffset(offset: number): number {
    // With what follows it on its page.
    const missing = offset + firstLayoutUnits - this.tail.start;
    if (missing > 0) this.layOutMore(missing);
    const view = this.#laidOut();
    return view ? pageOfOffset(offset, view) : 0;
  }

  pageOfElement(element: Element): number {
    const view = this.#laidOut();
    const rect = (scrollBoxOf(element) ?? element).getClientRects()[0];
    return view && rect ? pageOfRect(rect, view) : this.page;
  }

  /** First text offset on or after a page; the section's length past the last one. */
  firstOffsetOn(page: number): number {
    this.#reach(page);
    if (page >= this.pages) return this.section.length;
    const known = this.#offsets.get(page);
    if (known !== undefined) return known;
    const view = this.#laidOut();
    const offset = view ? firstOffsetOn(page, view) : 0;
    this.#offsets.set(page, offset);
    return offset;
  }

  /** A picture on the page, when no text stands there to remember the place by. */
  mediaOn(page: number): Element | null {
    if (this.firstOffsetOn(page) < this.firstOffsetOn(page + 1)) return null;
    const found = this.root.querySelectorAll(mediaSelector);
    return [...found].find((one) => this.pageOfElement(one) === page) ?? null;
  }

  /** Where a link of the book leads; null when it is not one. */
  linkOf(element: Element): BookLink | null {
    return this.links.get(element) ?? null;
  }

  get #scroll(): number {
    return this.pageLayout?.isVertical ? this.#scroller.scrollTop : this.#scroller.scrollLeft;
  }
  set #scroll(scroll: number) {
    if (this.pageLayout?.isVertical) this.#scroller.scrollTop = scroll;
    else this.#scroller.scrollLeft = scroll;
  }

  /** Lays out as much as a page and the next one need: the last pages of a part may not be full. */
  #reach(page: number): void {
    while (this.pageLayout && this.tail.hasDeferred && page > this.#laid - 3) {
      this.layOutMore(page === Infinity ? Infinity : sliceUnits);
    }
  }

  /** The last page that can be turned to: where the text breaks off, the next one may not be full. */
  get #last(): number {
    return this.isIncomplete && !this.tail.hasDeferred
      ? Math.max(this.page, this.#laid - 2)
      : this.pages - 1;
  }

  #settle(pageLayout: PageLayout, look: SectionOptions): void {
    if (!this.isFixed) fitOversized(this.root, this.#sheet, pageLayout, look.scrollBoxLabel);
    this.#laid = this.isFixed ? 1 : this.#countPages(pageLayout);
    const share = this.section.length / Math.min(this.section.length, this.tail.start);
    this.pages = this.isPartlyLaidOut
      ? Math.max(this.#laid + 1, Math.round(this.#laid * share))
      : this.#laid;
    this.#offsets.clear();
    this.#extent.style.insetInlineStart = `${this.#laid * pageLayout.pageInline - 1}px`;
  }

  #laidOut(): LaidOutSection | null {
    const { pageLayout, text } = this;
    const end = Math.min(text.length, this.tail.start);
    return pageLayout && { pageLayout, text, end, pages: this.#laid, scroller: this.#scroller };
  }

  /** A column that only trailing margins or breaks have made is not a page. */
  #countPages(pageLayout: PageLayout): number {
    const inlineEnd = pageLayout.isVertical ? this.#sheet.scrollHeight : this.#sheet.scrollWidth;
    const pages = countPages(inlineEnd, pageLayout);
    if (pages === 1) return 1;
    const view = { pageLayout, pages, scroller: this.#scroller };
    const ends = lastContentRects(this.root).map((rect) => pageOfRect(rect, view) + 1);
    const filled = Math.max(0, ...ends);
    return filled === pages - 1 ? filled : pages;
  }
}

/** Where the last few pieces of content end: floats may stand before the text that they pass. */
function lastContentRects(root: Element): DOMRect[] {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
  let node: Node | null = root;
  while (node?.lastChild) node = node.lastChild;
  walker.currentNode = node ?? root;
  const rects: DOMRect[] = [];
  const range = document.createRange();
  for (
    let at: Node | null = walker.currentNode;
    at && rects.length < 12;
    at = walker.previousNode()
  ) {
    if (at instanceof Text) {
      if (at.data.trim() === '') continue;
      range.selectNodeContents(at);
    } else if (at instanceof Element && at.matches(mediaSelector)) {
      range.selectNode(at);
    } else continue;
    const rect = [...range.getClientRects()].findLast(
      ({ width, height }) => width > 0 && height > 0,
    );
    if (rect) rects.push(rect);
  }
  return rects;
}
