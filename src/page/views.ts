import type { TreeElement } from '../../server/epub/contract.ts';
import { BookSheets } from './book-sheets.ts';
import { build, type BuiltTree } from './build.ts';
import type { BookFonts } from './fonts.ts';
import type { LoadedSection, PageBook } from './page-book.ts';
import { SectionView } from './section-view.ts';

export interface ViewsListener {
  /** A section is to be put in its place. */
  onMade: (view: SectionView) => void;
  /** A section has come into the document, not laid out yet. */
  onMounted: (view: SectionView) => void;
  /** Fonts or pictures came that change the layout. */
  onChanged: () => void;
  /** Something else than the reader scrolled a section to another page. */
  onScrolled: (view: SectionView, page: number) => void;
}

/** The mounted sections of one open book: the one on screen and its neighbours. */
export class Views {
  readonly book: PageBook;
  readonly listener: ViewsListener;
  readonly #sheets: BookSheets;
  readonly #View: typeof SectionView;
  #fonts: Promise<BookFonts> | null = null;
  readonly mounted = new Map<number, SectionView>();
  /** Sections that are on their way. */
  readonly mounting = new Map<number, Promise<SectionView>>();
  /** Second views of mounted sections, to see two of their pages at once; they leave together. */
  readonly twins = new Map<SectionView, SectionView>();
  #isClosed = false;

  constructor(book: PageBook, listener: ViewsListener, View = SectionView) {
    this.book = book;
    this.listener = listener;
    this.#View = View;
    this.#sheets = new BookSheets((path) => book.resourceUrl(path));
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  get(index: number): SectionView | undefined {
    return this.mounted.get(index);
  }

  roots(): ShadowRoot[] {
    return [...this.mounted.values()].flatMap(({ host }) => host.shadowRoot ?? []);
  }

  /** The section's view, hidden and not laid out when it is new; whole. Rejects as `PageBook.load` does. */
  mount(index: number): Promise<SectionView> {
    const known = this.mounted.get(index);
    if (known && !known.isCut) return Promise.resolve(known);
    const under = this.mounting.get(index);
    if (under) return under;
    const mounting = this.book
      .load(index, this.book.order[index]?.chapter)
      .then(async (loaded) => {
        const part = this.mounted.get(index);
        if (!part) return this.add(loaded);
        await (await import('./take-rest.ts')).takeRest(part, loaded, this);
        return part;
      })
      .finally(() => this.mounting.delete(index));
    this.mounting.set(index, mounting);
    return mounting;
  }

  /** A section's view outside of the document. */
  make(loaded: LoadedSection): SectionView {
    const { resourceUrl } = this;
    const { fixed } = this.book;
    return new this.#View(loaded, { sheets: this.#sheets, resourceUrl, fixed });
  }

  /** A part of the book outside of its section, or of one that is continued. */
  build(tree: TreeElement, into?: Pick<BuiltTree, 'text' | 'links'>): BuiltTree {
    return build(tree, this.resourceUrl, into);
  }

  readonly resourceUrl = (path: string): string => this.book.resourceUrl(path);

  /** Mounts a section that is here already. */
  add(loaded: LoadedSection): SectionView {
    const view = this.make(loaded);
    if (this.#isClosed) return view;
    this.mounted.set(loaded.section.index, view);
    this.listener.onMade(view);
    view.onScrolled((page) => this.listener.onScrolled(view, page));
    view.onGrown(() => this.#changed());
    void this.#needFonts([...loaded.sheets, loaded.section.css]);
    this.listener.onMounted(view);
    return view;
  }

  /** Takes everything else out of the document. */
  keep(indexes: ReadonlySet<number | null>): void {
    for (const [index, view] of this.mounted) {
      if (indexes.has(index)) continue;
      view.host.remove();
      this.twins.get(view)?.host.remove();
      this.twins.delete(view);
      this.mounted.delete(index);
    }
  }

  close(): void {
    this.#isClosed = true;
    this.keep(new Set());
    void this.#fonts?.then((fonts) => fonts.release());
  }

  async #needFonts(sheets: readonly string[]): Promise<void> {
    const { fonts } = this.book;
    if (!fonts.some(({ family }) => sheets.some((css) => css.includes(family)))) return;
    this.#fonts ??= import('./fonts.ts').then(({ fontsOf }) => fontsOf(this.book));
    const book = await this.#fonts;
    if (!this.#isClosed && (await book.need(sheets))) this.#changed();
  }

  #changed(): void {
    if (!this.#isClosed) this.listener.onChanged();
  }
}
