import type { SectionContent } from '../../server/reader/contract.ts';
import type { BookSheets } from './book-sheets.ts';
import { asksForBreaks, startOnFirstPage } from './breaks.ts';
import { build, type BookLink } from './build.ts';
import { takeCanvas } from './canvas.ts';
import { countPages, pageAtScroll, scrollOf, type PagePlan } from './columns.ts';
import { HeldTail, laidOutElements } from './held-tail.ts';
import type { LoadedSection, PageBook } from './page-book.ts';
import { defaultSheet, guardSheet } from './section-styles.ts';
import { markPlaced, scrollBoxOf, settle, unsettle } from './settle.ts';
import { firstOffsetOn, pageOfOffset, pageOfRect, type LaidOut } from './text-places.ts';
import type { TextIndex } from './text-index.ts';

/** How a section is to look besides its page. */
export interface SectionLook {
  /** px of one rem of the book. */
  rem: number;
  /** Name of scroll boxes for screen readers. */
  boxLabel: string;
  /** Starts new columns where the book asks for them, in engines that do not. */
  forceBreaks: ((elements: readonly Element[]) => void) | null;
  /** Sets the text as the person wants it; none for the book's own way. */
  dress?: ((root: Element) => void) | null;
}

/** Content that fills a page without text. */
const pictures = 'img, svg, video, audio, math, hr, table';

/** Sections with more text, in code units, are laid out bit by bit: their layout is felt. */
const longUnits = 100_000;
/** What is laid out at first: some screenfuls, about 10 ms on a desk. */
const firstUnits = 24_000;
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
  readonly tail: HeldTail;
  /** From 0; see `goTo`. */
  page = 0;
  /** As far as is known: while `isPart`, an estimate. */
  pages = 1;
  /** What the last layout was made for; null before the first. */
  plan: PagePlan | null = null;
  /** What the current layout belongs to; a view whose mark is not the page's is out of date. */
  mark = -1;
  /** While a finger holds the pages between two places. */
  isPulled = false;
  /** The colour around the page, of the last `paint`; empty for the theme's paper. */
  canvas = '';

  /** For views that lay their section out in another way. */
  protected readonly inner: { scroller: HTMLElement; sheet: HTMLElement };
  readonly #scroller = document.createElement('div');
  readonly #sheet = document.createElement('div');
  readonly #extent = document.createElement('div');
  /** Whether any of its rules takes text out of the flow; few books do. */
  readonly #mayPlace: boolean;
  readonly #offsets = new Map<number, number>();
  readonly #asksForBreaks: boolean;
  readonly #fixed: PageBook['fixed'];
  #look: SectionLook | null = null;
  /** Pages that are laid out. */
  #laid = 1;

  constructor(
    loaded: LoadedSection,
    book: { sheets: BookSheets } & Pick<PageBook, 'resourceUrl' | 'fixed'>,
  ) {
    this.#fixed = book.fixed;
    const { section, sheets } = loaded;
    const { root, text, links } = build(section.tree, book.resourceUrl);
    this.loaded = loaded;
    this.section = section;
    this.text = text;
    this.links = links;
    this.root = root;
    this.inner = { scroller: this.#scroller, sheet: this.#sheet };
    this.#mayPlace = [...sheets, section.css].some((css) => /position:\s*absolute/.test(css));

    const shadow = this.host.attachShadow({ mode: 'open' });
    shadow.adoptedStyleSheets = [
      defaultSheet,
      ...sheets.map((css) => book.sheets.sheet(css)),
      ...(section.css ? [book.sheets.own(section.css)] : []),
      guardSheet,
    ];
    this.host.className = 'leaf';
    // On both: `:lang()` of a rule in the root does not look at the host in every engine.
    this.host.lang = section.language;
    this.#scroller.lang = section.language;
    this.#scroller.className = 'scroller';
    this.#scroller.dir = section.direction;
    this.#scroller.style.writingMode = section.writingMode;
    this.#asksForBreaks = [...sheets, section.css].some(asksForBreaks);
    if (this.#asksForBreaks) startOnFirstPage(root);
    const isLong = !this.isFixed && section.length > longUnits;
    this.tail = new HeldTail(root, isLong ? firstUnits : Infinity, section.partEnd);
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
      if (!this.plan || this.plan.pageInline === 0) return;
      if (
        !this.isPulled &&
        this.isShown &&
        Math.abs(this.#scroll - scrollOf(this.page, this.plan)) > 1
      ) {
        heard(Math.min(this.pages - 1, pageAtScroll(this.#scroll, this.plan)));
      }
    });
    // The browser brings a focused link barely into sight; its page may be the one after.
    this.#scroller.addEventListener('focusin', ({ target }) => {
      const page = target instanceof Element ? this.pageOfElement(target) : this.page;
      if (page !== this.page) heard(page);
    });
  }

  /** Called when a picture whose size the book does not tell has come. */
  onGrown(heard: () => void): void {
    this.#scroller.addEventListener(
      'load',
      ({ target }) => {
        if (target instanceof HTMLImageElement && !target.hasAttribute('height')) heard();
      },
      true,
    );
  }

  layout(plan: PagePlan, look: SectionLook): void {
    const { style } = this.#scroller;
    const laidOut = () => laidOutElements([...this.root.children]);
    if (!this.plan && this.#mayPlace) markPlaced(laidOut());
    unsettle(this.root);
    this.plan = plan;
    this.#look = look;
    const width = plan.isVertical ? plan.columnBlock : plan.columnInline;
    const height = plan.isVertical ? plan.columnInline : plan.columnBlock;
    const values: Record<string, number> = {
      '--svc-page-inline': plan.pageInline,
      '--svc-page-block': plan.pageBlock,
      '--svc-page-gap': plan.gap,
      '--svc-page-margin': plan.marginBlock,
      '--svc-column-inline': plan.columnInline,
      '--svc-column-block': plan.columnBlock,
      '--svc-vw': width / 100,
      '--svc-vh': height / 100,
      '--svc-rem': look.rem,
    };
    // The host is the container: a scroller that is one is back at its start in WebKit's next frame.
    for (const [name, px] of Object.entries(values)) this.host.style.setProperty(name, `${px}px`);
    if (!this.isFixed) look.dress?.(this.root);
    style.removeProperty('display');
    if (this.isFixed) {
      this.#fixed?.scale(this.#sheet, this.section, plan);
    } else if (this.#asksForBreaks) look.forceBreaks?.(laidOut());
    this.#settle(plan, look);
    this.goTo(Math.min(this.page, this.pages - 1));
  }

  /** Whether the end of it is not here yet; see `Views.mount`. */
  get isCut(): boolean {
    return this.tail.end < Infinity;
  }

  /** Whether a page is as it will be, or can be laid out so, with what is here. */
  has(page: number): boolean {
    this.#reach(page);
    return !this.isCut || page <= this.#last;
  }

  /** Whether only its beginning is laid out. */
  get isPart(): boolean {
    return this.tail.start < Infinity;
  }

  /** Lays out more of it, after what is laid out: that stays as it is. */
  grow(units = sliceUnits): void {
    const { plan } = this;
    const look = this.#look;
    if (!plan || !look || !this.tail.isHolding) return;
    const more = laidOutElements(this.tail.release(units));
    look.dress?.(this.root);
    if (this.#mayPlace) markPlaced(more);
    if (this.#asksForBreaks) look.forceBreaks?.(more);
    this.#settle(plan, look);
  }

  /** Colours the page as the book wants; returns its `canvas`. */
  paint(): string {
    const boxes = [this.root, this.root.firstElementChild];
    this.canvas = takeCanvas(boxes.filter((box) => box instanceof HTMLElement));
    this.host.style.backgroundColor = this.canvas;
    if (this.isFixed) this.#sheet.style.backgroundColor = this.canvas || 'var(--svc-background)';
    return this.canvas;
  }

  /** @param page - `Infinity` for the last one. */
  goTo(page: number): void {
    if (!this.plan) return;
    this.#reach(page);
    this.page = Math.max(0, Math.min(this.pages - 1, page));
    this.#scroll = scrollOf(this.page, this.plan);
  }

  /**
   * Pulls the pages sideways by so many px, from where they rest: to the right above zero.
   * Returns how much of it goes past the section's first or last page.
   */
  pull(dx: number): number {
    if (!this.plan || this.plan.isVertical) return dx;
    const end = scrollOf(this.#last, this.plan);
    const wanted = scrollOf(this.page, this.plan) - dx;
    this.#scroll = Math.max(Math.min(0, end), Math.min(Math.max(0, end), wanted));
    return this.#scroll - wanted;
  }

  pageOf(offset: number): number {
    // With what follows it on its page.
    const missing = offset + firstUnits - this.tail.start;
    if (missing > 0) this.grow(missing);
    const view = this.#laidOut();
    return view ? pageOfOffset(offset, view) : 0;
  }

  pageOfElement(element: Element): number {
    const view = this.#laidOut();
    const rect = (scrollBoxOf(element) ?? element).getClientRects()[0];
    return view && rect ? pageOfRect(rect, view) : this.page;
  }

  /** First text offset on or after a page; the section's length past the last one. */
  offsetOn(page: number): number {
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
  pictureOn(page: number): Element | null {
    if (this.offsetOn(page) < this.offsetOn(page + 1)) return null;
    const found = this.root.querySelectorAll(pictures);
    return [...found].find((one) => this.pageOfElement(one) === page) ?? null;
  }

  /** Where a link of the book leads; null when it is not one. */
  linkOf(element: Element): BookLink | null {
    return this.links.get(element) ?? null;
  }

  get #scroll(): number {
    return this.plan?.isVertical ? this.#scroller.scrollTop : this.#scroller.scrollLeft;
  }
  set #scroll(scroll: number) {
    if (this.plan?.isVertical) this.#scroller.scrollTop = scroll;
    else this.#scroller.scrollLeft = scroll;
  }

  /** Lays out as much as a page and the next one need: the last pages of a part may not be full. */
  #reach(page: number): void {
    while (this.plan && this.tail.isHolding && page > this.#laid - 3) {
      this.grow(page === Infinity ? Infinity : sliceUnits);
    }
  }

  /** The last page that can be turned to: where the text breaks off, the next one may not be full. */
  get #last(): number {
    return this.isCut && !this.tail.isHolding
      ? Math.max(this.page, this.#laid - 2)
      : this.pages - 1;
  }

  #settle(plan: PagePlan, look: SectionLook): void {
    if (!this.isFixed) settle(this.root, this.#sheet, plan, look.boxLabel);
    this.#laid = this.isFixed ? 1 : this.#countPages(plan);
    const share = this.section.length / Math.min(this.section.length, this.tail.start);
    this.pages = this.isPart
      ? Math.max(this.#laid + 1, Math.round(this.#laid * share))
      : this.#laid;
    this.#offsets.clear();
    this.#extent.style.insetInlineStart = `${this.#laid * plan.pageInline - 1}px`;
  }

  #laidOut(): LaidOut | null {
    const { plan, text } = this;
    const end = Math.min(text.length, this.tail.start);
    return plan && { plan, text, end, pages: this.#laid, scroller: this.#scroller };
  }

  /** A column that only trailing margins or breaks have made is not a page. */
  #countPages(plan: PagePlan): number {
    const inlineEnd = plan.isVertical ? this.#sheet.scrollHeight : this.#sheet.scrollWidth;
    const pages = countPages(inlineEnd, plan);
    if (pages === 1) return 1;
    const view = { plan, pages, scroller: this.#scroller };
    const ends = lastRects(this.root).map((rect) => pageOfRect(rect, view) + 1);
    const filled = Math.max(0, ...ends);
    return filled === pages - 1 ? filled : pages;
  }
}

/** Where the last few pieces of content end: floats may stand before the text that they pass. */
function lastRects(root: Element): DOMRect[] {
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
    } else if (at instanceof Element && at.matches(pictures)) {
      range.selectNode(at);
    } else continue;
    const rect = [...range.getClientRects()].findLast(
      ({ width, height }) => width > 0 && height > 0,
    );
    if (rect) rects.push(rect);
  }
  return rects;
}
