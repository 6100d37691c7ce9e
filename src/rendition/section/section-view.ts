import type { SectionContent } from '../../../server/reading-sessions/contract.ts';
import type { BookStyleSheets } from './book-style-sheets.ts';
import { hasColumnBreaks, removeLeadingBreaks } from './column-breaks.ts';
import { buildTree, type BookLink } from './build-tree.ts';
import { takePageBackground } from './page-background.ts';
import { countPages, scrollOfPage, type PageLayout } from '../page-layout.ts';
import { DeferredTail, laidOutElements } from './deferred-tail.ts';
import type { RenditionBook } from '../rendition-book.ts';
import type { LoadedSection } from '../../api/book-source.ts';
import { defaultSheet, guardSheet } from './section-styles.ts';
import { scrollBoxOf, undoFitOversized } from './scroll-box.ts';
import { specialContent } from './special-content.ts';
import type { RepairTarget } from '../repair/repair-target.ts';
import { firstOffsetOn, pageOfOffset, pageOfRect, type LaidOutSection } from './text-positions.ts';
import type { TextIndex } from './text-index.ts';

/** Display options of a section, in addition to its page layout. */
export interface SectionOptions {
  /** Root font size of the book in px. */
  rem: number;
  /** Accessible name of scroll boxes. */
  scrollBoxLabel: string;
  /**
   * Inserts forced column breaks in engines that do not support them. Null in all other engines.
   */
  insertColumnBreaks: ((elements: readonly Element[]) => void) | null;
  /** Applies the user settings. Null or missing to keep the book's own styles. */
  applyUserStyles?: ((root: Element) => void) | null;
  /** Makes cut-off text visible. Missing until its code is loaded. */
  repairLayout?: ((target: RepairTarget) => void) | null;
}

/** Elements that fill a page without text. */
const mediaSelector = 'img, svg, video, audio, math, hr, table';

/** Sections with more text, in code units, are laid out in slices to avoid a noticeable delay. */
const longSectionUnits = 100_000;
/**
 * Amount of text in the first layout, in code units. It fills several screens and takes about 10 ms
 * on a desktop computer.
 */
const firstLayoutUnits = 24_000;
/** Amount of text in each subsequent layout, in code units. */
const sliceUnits = 32_000;

/**
 * One section in its own scroller and shadow root, which isolates its style sheets from those of
 * other mounted sections.
 */
export class SectionView {
  readonly host = document.createElement('div');
  /** The section, or its loaded part until the rest has been appended. */
  loaded: LoadedSection;
  section: SectionContent;
  readonly root: Element;
  readonly text: TextIndex;
  readonly links: WeakMap<Element, BookLink>;
  readonly tail: DeferredTail;
  /** Current page, from 0, set by `goTo`. */
  page = 0;
  /** Number of pages, which is an estimate while `isPartlyLaidOut` is true. */
  pages = 1;
  /** Result of the last `layout` call, or null before the first. */
  pageLayout: PageLayout | null = null;
  /** Version of the last layout, which is out of date if the rendition has another version. */
  layoutVersion = -1;
  /** Whether a drag holds the pages between two positions. */
  isDragged = false;
  /** Background color set by the last `updateColors`, or empty for the theme's. */
  pageBackground = '';

  /** Used by subclasses with another layout. */
  protected readonly elements: { scroller: HTMLElement; sheet: HTMLElement };
  readonly #scroller = document.createElement('div');
  readonly #sheet = document.createElement('div');
  readonly #extent = document.createElement('div');
  readonly #offsets = new Map<number, number>();
  readonly #hasBreaks: boolean;
  readonly #fixed: RenditionBook['fixed'];
  #options: SectionOptions | null = null;
  /** Number of laid-out pages. */
  #laidOutPages = 1;
  /** End of the columns along the lines, in px, when the pages were counted. */
  #countedEnd = 0;

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

    const shadow = this.host.attachShadow({ mode: 'open' });
    shadow.adoptedStyleSheets = [
      defaultSheet,
      ...sheets.map((css) => book.sheets.sharedSheet(css)),
      ...(section.css ? [book.sheets.createSheet(section.css)] : []),
      guardSheet,
    ];
    // Set on both elements because some engines do not match `:lang()` in the shadow root against
    // the host.
    this.host.lang = section.language;
    this.#scroller.lang = section.language;
    this.#scroller.className = 'scroller';
    this.#scroller.dir = section.direction;
    this.#scroller.style.writingMode = section.writingMode;
    this.#hasBreaks = [...sheets, section.css].some(hasColumnBreaks);
    if (this.#hasBreaks) removeLeadingBreaks(root);
    const isLong = !this.isFixed && section.length > longSectionUnits;
    this.tail = new DeferredTail(root, isLong ? firstLayoutUnits : Infinity, section.partEnd);
    const isPlain = sheets.length === 0 && !section.css;
    this.#sheet.className = `sheet ${this.isFixed ? 'fixed' : 'flow'}${isPlain ? ' plain' : ''}`;
    this.#extent.className = 'extent';
    this.#sheet.append(root);
    this.#scroller.append(this.#sheet, this.#extent);
    shadow.append(this.#scroller);
    // Hide the section until the page size is known, because an early measurement would trigger a
    // full layout.
    this.#scroller.style.display = 'none';
    this.isShown = false;
  }

  get isFixed(): boolean {
    return this.section.layout === 'fixed' && this.section.viewport !== null;
  }

  get isShown(): boolean {
    return this.host.className === 'leaf';
  }
  set isShown(isShown: boolean) {
    // Hide the section instead of removing it, which keeps the layout so that showing it takes one
    // frame. Changing `inert` would lay out the section again and, in Firefox, place text over
    // floats.
    this.host.className = isShown ? 'leaf' : 'leaf hidden';
  }

  /** Calls back when a loaded image has changed its size, or may have. */
  onImageLoad(callback: () => void): void {
    this.#scroller.addEventListener(
      'load',
      ({ target }) => {
        const isImage = target instanceof HTMLImageElement;
        // The book's styles may override the size in the attributes.
        if (isImage && (!target.hasAttribute('height') || this.#inlineEnd !== this.#countedEnd))
          callback();
      },
      true,
    );
  }

  layout(pageLayout: PageLayout, options: SectionOptions): void {
    const { style } = this.#scroller;
    // Remove all boxes briefly, because WebKit would otherwise keep parts of the last layout.
    style.display = 'none';
    this.#scroller.getClientRects();
    undoFitOversized(this.root);
    this.pageLayout = pageLayout;
    this.#options = options;
    const { columnInline, columnBlock } = pageLayout;
    const [width, height] = pageLayout.isVertical
      ? [columnBlock, columnInline]
      : [columnInline, columnBlock];
    const values: Record<string, number> = {
      '--svc-page-inline': pageLayout.pageInline,
      '--svc-page-block': pageLayout.pageBlock,
      '--svc-page-gap': pageLayout.gap,
      '--svc-page-margin': pageLayout.marginBlock,
      '--svc-column-inline': columnInline,
      '--svc-column-block': columnBlock,
      '--svc-vw': width / 100,
      '--svc-vh': height / 100,
      '--svc-rem': options.rem,
    };
    // Use the host as the size container, because a scroller that is a container loses its scroll
    // offset in WebKit.
    for (const [name, px] of Object.entries(values)) this.host.style.setProperty(name, `${px}px`);
    if (!this.isFixed) options.applyUserStyles?.(this.root);
    style.display = '';
    if (this.isFixed) {
      this.#fixed?.scale(this.#sheet, this.section, pageLayout);
    }
    this.#updatePages(pageLayout, options, laidOutElements([...this.root.children]));
    this.goTo(Math.min(this.page, this.pages - 1));
  }

  /** Whether the end of the section is not loaded yet. See `SectionViews.mount`. */
  get isIncomplete(): boolean {
    return this.tail.end < Infinity;
  }

  /** Whether a page is final, or becomes final when the loaded content is laid out. */
  hasPage(page: number): boolean {
    this.#layOutUpTo(page);
    // Browsers may lay out columns again without notice, for example after an image has loaded.
    if (page >= this.pages && this.#inlineEnd !== this.#countedEnd) this.countPages();
    return !this.isIncomplete || page <= this.lastPage;
  }

  /** Whether only the beginning is laid out. */
  get isPartlyLaidOut(): boolean {
    return this.tail.start < Infinity;
  }

  /**
   * Lays out more text. An engine may then break the text before it elsewhere, and the current page
   * follows its text.
   */
  layOutMore(units = sliceUnits): void {
    const { pageLayout } = this;
    const options = this.#options;
    if (!pageLayout || !options || !this.tail.hasDeferred) return;
    const start = this.#offsets.get(this.page);
    const more = laidOutElements(this.tail.release(units));
    options.applyUserStyles?.(this.root);
    this.#updatePages(pageLayout, options, more);
    const view = start && this.#laidOut();
    if (view) this.#moveTo(pageOfOffset(start, view), pageLayout);
  }

  /** Applies the book's background color and returns it. */
  updateColors(): string {
    const boxes = [this.root, this.root.firstElementChild];
    this.pageBackground = takePageBackground(boxes.filter((box) => box instanceof HTMLElement));
    this.host.style.backgroundColor = this.pageBackground;
    if (this.isFixed)
      this.#sheet.style.backgroundColor = this.pageBackground || 'var(--svc-background)';
    return this.pageBackground;
  }

  /** @param page - Page number from 0, or `Infinity` for the last page. */
  goTo(page: number): void {
    if (!this.pageLayout) return;
    this.#layOutUpTo(page);
    this.#moveTo(Math.max(0, Math.min(this.pages - 1, page)), this.pageLayout);
  }

  #moveTo(page: number, pageLayout: PageLayout): void {
    this.page = page;
    this.scrollOffset = scrollOfPage(page, pageLayout);
  }

  pageOfOffset(offset: number): number {
    // Include the text that follows on the same page.
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

  /** First text offset on or after a page, or the section's length past the last page. */
  firstOffsetOn(page: number): number {
    this.#layOutUpTo(page);
    if (page >= this.pages) return this.section.length;
    const known = this.#offsets.get(page);
    if (known !== undefined) return known;
    const view = this.#laidOut();
    const offset = view ? firstOffsetOn(page, view) : 0;
    this.#offsets.set(page, offset);
    return offset;
  }

  /** The media element that identifies the position on a page without text. */
  mediaOn(page: number): Element | null {
    if (this.firstOffsetOn(page) < this.firstOffsetOn(page + 1)) return null;
    const found = this.root.querySelectorAll(mediaSelector);
    return [...found].find((one) => this.pageOfElement(one) === page) ?? null;
  }

  /** Target of a link inside the book, or null for other elements. */
  linkOf(element: Element): BookLink | null {
    return this.links.get(element) ?? null;
  }

  /** Scroll offset in px along the inline axis. */
  get scrollOffset(): number {
    return this.#scroller[this.pageLayout?.isVertical ? 'scrollTop' : 'scrollLeft'];
  }
  set scrollOffset(scroll: number) {
    this.#scroller[this.pageLayout?.isVertical ? 'scrollTop' : 'scrollLeft'] = scroll;
  }

  /**
   * Lays out enough text for a page and the next one, because the last page of a partial layout may
   * not be full.
   */
  #layOutUpTo(page: number): void {
    while (this.pageLayout && this.tail.hasDeferred && page > this.#laidOutPages - 3) {
      this.layOutMore(page === Infinity ? Infinity : sliceUnits);
    }
  }

  /**
   * The last page that can be shown. In a partly loaded section, the page after it may not be full.
   */
  get lastPage(): number {
    return this.isIncomplete && !this.tail.hasDeferred
      ? Math.max(this.page, this.#laidOutPages - 2)
      : this.pages - 1;
  }

  /** @param elements - The elements that were just laid out. */
  #updatePages(pageLayout: PageLayout, options: SectionOptions, elements: Element[]): void {
    if (!this.isFixed) {
      const { root } = this;
      const sheet = this.#sheet;
      if (this.#hasBreaks) options.insertColumnBreaks?.(elements);
      specialContent?.fitOversized(root, sheet, pageLayout, options.scrollBoxLabel);
      options.repairLayout?.({ root, sheet, elements, pageLayout });
    }
    this.countPages();
  }

  /** Counts the pages of the current layout. */
  countPages(): void {
    const { pageLayout } = this;
    if (!pageLayout) return;
    this.#countedEnd = this.#inlineEnd;
    this.#laidOutPages = this.isFixed ? 1 : this.#countLaidOut(pageLayout);
    const share = this.section.length / this.tail.start;
    this.pages = this.isPartlyLaidOut
      ? Math.max(this.#laidOutPages + 1, Math.round(this.#laidOutPages * share))
      : this.#laidOutPages;
    this.#offsets.clear();
    this.#extent.style.insetInlineStart = `${this.#laidOutPages * pageLayout.pageInline - 1}px`;
  }

  #laidOut(): LaidOutSection | null {
    const { pageLayout, text } = this;
    const end = Math.min(text.length, this.tail.start);
    return (
      pageLayout && { pageLayout, text, end, pages: this.#laidOutPages, scroller: this.#scroller }
    );
  }

  get #inlineEnd(): number {
    return this.#sheet[this.pageLayout?.isVertical ? 'scrollHeight' : 'scrollWidth'];
  }

  /** Counts the pages, ignoring a last column that contains only trailing margins or breaks. */
  #countLaidOut(pageLayout: PageLayout): number {
    const pages = countPages(this.#countedEnd, pageLayout);
    if (pages === 1) return 1;
    const view = { pageLayout, pages, scroller: this.#scroller };
    const filled = countFilled(this.root, pages, (rect) => pageOfRect(rect, view) + 1);
    return filled === pages - 1 ? filled : pages;
  }
}

/**
 * Number of pages up to the last one with content. A float may end after all text that follows it.
 */
function countFilled(root: Element, pages: number, endOf: (rect: DOMRect) => number): number {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
  while (walker.lastChild());
  let filled = 0;
  const range = document.createRange();
  for (let at: Node | null = walker.currentNode; at && filled < pages; at = walker.previousNode()) {
    if (at instanceof Text) {
      if (at.data.trim() === '') continue;
      range.selectNodeContents(at);
    } else if (at instanceof Element && at.matches(mediaSelector)) {
      range.selectNode(at);
    } else continue;
    const rect = [...range.getClientRects()].findLast(
      ({ width, height }) => width > 0 && height > 0,
    );
    if (rect) filled = Math.max(filled, endOf(rect));
  }
  return filled;
}
