import type { TreeElement } from '../../server/epub/contract.ts';
import { BookStyleSheets } from './section/book-style-sheets.ts';
import { buildTree, type BuiltTree } from './section/build-tree.ts';
import type { BookFonts } from './section/book-fonts.ts';
import type { RenditionBook } from './rendition-book.ts';
import type { LoadedSection } from '../api/book-source.ts';
import { SectionView } from './section/section-view.ts';

export interface SectionViewsListener {
  /** Called when a section was created and must be inserted. */
  onCreated: (view: SectionView) => void;
  /** Called when a section was mounted, before its layout. */
  onMounted: (view: SectionView) => void;
  /** Called when fonts or images that change the layout have loaded. */
  onLayoutChange: () => void;
}

/** The mounted sections of an open book, which are the visible section and its neighbors. */
export class SectionViews {
  readonly book: RenditionBook;
  readonly listener: SectionViewsListener;
  readonly #sheets: BookStyleSheets;
  readonly #View: typeof SectionView;
  #fonts: Promise<BookFonts> | null = null;
  readonly mounted = new Map<number, SectionView>();
  /** Sections that are being mounted. */
  readonly mounting = new Map<number, Promise<SectionView>>();
  /**
   * Second views of mounted sections, used to show two of their pages at once. Both are unmounted
   * together.
   */
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

  /**
   * Resolves to a section's complete view. A new view is hidden and not laid out. Rejects like
   * `RenditionBook.load`.
   */
  mount(index: number): Promise<SectionView> {
    const known = this.mounted.get(index);
    if (known && !known.isIncomplete) return Promise.resolve(known);
    const pending = this.mounting.get(index);
    if (pending) return pending;
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

  /** Creates a view without mounting it. */
  createView(loaded: LoadedSection): SectionView {
    const { resourceUrl } = this;
    const { fixed } = this.book;
    return new this.#View(loaded, { sheets: this.#sheets, resourceUrl, fixed });
  }

  /** Builds part of the book outside its section, or appends it to a section. */
  build(tree: TreeElement, into?: Pick<BuiltTree, 'text' | 'links'>): BuiltTree {
    return buildTree(tree, this.resourceUrl, into);
  }

  readonly resourceUrl = (path: string): string => this.book.resourceUrl(path);

  /** Mounts a loaded section. */
  mountLoaded(loaded: LoadedSection): SectionView {
    const view = this.createView(loaded);
    if (this.#isClosed) return view;
    this.mounted.set(loaded.section.index, view);
    this.listener.onCreated(view);
    view.onImageLoad(() => this.#onLayoutChange());
    void this.#loadFonts([...loaded.sheets, loaded.section.css]);
    this.listener.onMounted(view);
    return view;
  }

  /** Unmounts all other sections. */
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

  async #loadFonts(sheets: readonly string[]): Promise<void> {
    if (!this.book.fonts.some(({ family }) => sheets.some((css) => css.includes(family)))) return;
    this.#fonts ??= import('./section/book-fonts.ts').then(({ createBookFonts }) =>
      createBookFonts(this.book),
    );
    const fonts = await this.#fonts;
    if (!this.#isClosed && (await fonts.load(sheets))) this.#onLayoutChange();
  }

  #onLayoutChange(): void {
    if (!this.#isClosed) this.listener.onLayoutChange();
  }
}
