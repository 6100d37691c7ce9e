import type { TreeElement } from '../../server/epub/contract.ts';
import { BookStyleSheets } from './section/book-style-sheets.ts';
import { buildTree, type BuiltTree } from './section/build-tree.ts';
import type { BookFonts } from './section/book-fonts.ts';
import type { RenditionBook } from './rendition-book.ts';
import type { LoadedSection } from '../api/book-source.ts';
import { SectionView } from './section/section-view.ts';

export interface SectionViewsListener {
  /** A section is to be put in its place. */
  onCreated: (view: SectionView) => void;
  /** A section has come into the document, not laid out yet. */
  onMounted: (view: SectionView) => void;
  /** Fonts or pictures came that change the layout. */
  onLayoutChange: () => void;
  /** Something else than the reader scrolled a section to another page. */
  onScrolled: (view: SectionView, page: number) => void;
}

/** The mounted sections of one open book: the one on screen and its neighbours. */
export class SectionViews {
  readonly book: RenditionBook;
  readonly listener: SectionViewsListener;
  readonly #sheets: BookStyleSheets;
  readonly #View: typeof SectionView;
  #fonts: Promise<BookFonts> | null = null;
  readonly mounted = new Map<number, SectionView>();
  /** Sections that are on their way. */
  readonly mounting = new Map<number, Promise<SectionView>>();
  /** Second views of mounted sections, to see two of their pages at once; they leave together. */
  readonly duplicates = new Map<SectionView, SectionView>();
  #isClosed = false;

  constructor(book: RenditionBook, listener: SectionViewsListener, View = SectionView) {
    this.book = book;
    this.listener = listener;
    this.#View = View;
    this.#sheets = new BookStyleSheets((path) => book.resourceUrl(path));
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  get(index: number): SectionView | undefined {
    return this.mounted.get(index);
  }

  shadowRoots(): ShadowRoot[] {
    return [...this.mounted.values()].flatMap(({ host }) => host.shadowRoot ?? []);
  }

  /** The section's view, hidden and not laid out when it is new; whole. Rejects as `PageBook.load` does. */
  mount(index: number): Promise<SectionView> {
    const known = this.mounted.get(index);
    if (known && !known.isIncomplete) return Promise.resolve(known);
    const under = this.mounting.get(index);
    if (under) return under;
    const mounting = this.book
      .load(index, this.book.order[index]?.chapter)
      .then(async (loaded) => {
        const part = this.mounted.get(index);
        if (!part) return this.mountLoaded(loaded);
        await (await import('./section/append-rest.ts')).appendRest(part, loaded, this);
        return part;
      })
      .finally(() => this.mounting.delete(index));
    this.mounting.set(index, mounting);
    return mounting;
  }

  /** A section's view outside of the document. */
  createView(loaded: LoadedSection): SectionView {
    const { resourceUrl } = this;
    const { fixed } = this.book;
    return new this.#View(loaded, { sheets: this.#sheets, resourceUrl, fixed });
  }

  /** A part of the book outside of its section, or of one that is continued. */
  build(tree: TreeElement, into?: Pick<BuiltTree, 'text' | 'links'>): BuiltTree {
    return buildTree(tree, this.resourceUrl, into);
  }

  readonly resourceUrl = (path: string): string => this.book.resourceUrl(path);

  /** Mounts a section that is here already. */
  mountLoaded(loaded: LoadedSection): SectionView {
    const view = this.createView(loaded);
    if (this.#isClosed) return view;
    this.mounted.set(loaded.section.index, view);
    this.listener.onCreated(view);
    view.onScrolled((page) => this.listener.onScrolled(view, page));
    view.onImageLoad(() => this.#changed());
    void this.#needFonts([...loaded.sheets, loaded.section.css]);
    this.listener.onMounted(view);
    return view;
  }

  /** Takes everything else out of the document. */
  unmountExcept(indexes: ReadonlySet<number | null>): void {
    for (const [index, view] of this.mounted) {
      if (indexes.has(index)) continue;
      view.host.remove();
      this.duplicates.get(view)?.host.remove();
      this.duplicates.delete(view);
      this.mounted.delete(index);
    }
  }

  close(): void {
    this.#isClosed = true;
    this.unmountExcept(new Set());
    void this.#fonts?.then((fonts) => fonts.release());
  }

  async #needFonts(sheets: readonly string[]): Promise<void> {
    const { fonts } = this.book;
    if (!fonts.some(({ family }) => sheets.some((css) => css.includes(family)))) return;
    this.#fonts ??= import('./section/book-fonts.ts').then(({ createBookFonts: fontsOf }) =>
      fontsOf(this.book),
    );
    const book = await this.#fonts;
    if (!this.#isClosed && (await book.load(sheets))) this.#changed();
  }

  #changed(): void {
    if (!this.#isClosed) this.listener.onLayoutChange();
  }
}
