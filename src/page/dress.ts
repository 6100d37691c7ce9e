import { defaultSettings, isDressed, type Settings } from '../reader/settings.ts';
import { markRuns } from './mark-runs.ts';
import { personCss } from './person-css.ts';
import { PersonFonts } from './person-fonts.ts';

/** How one reader’s person wants the text to look, whatever the book says. */
export class Dress {
  readonly #sheet = new CSSStyleSheet();
  readonly #marked = new WeakSet<Element>();
  readonly #fonts: PersonFonts;
  #settings = defaultSettings;

  /** @param onFont - A font has come: what is laid out may be wider now. */
  constructor(onFont: () => void) {
    this.#fonts = new PersonFonts(onFont);
  }

  wear(settings: Settings): void {
    this.#settings = settings;
    this.#sheet.replaceSync(personCss(settings));
  }

  /**
   * Dresses a section, before it is laid out.
   *
   * @param rem - px of one rem of the book.
   * @param address - Of any resource: the server has the reader’s own fonts, too.
   */
  put(root: Element, rem: number, address: string): void {
    void this.#fonts.want(this.#settings.font, address);
    if (!isDressed(this.#settings)) return;
    const shadow = root.getRootNode();
    if (!(shadow instanceof ShadowRoot)) return;
    if (!this.#marked.has(root)) {
      this.#marked.add(root);
      markRuns(root, rem);
    }
    const sheets = shadow.adoptedStyleSheets;
    // The last one guards the pages.
    if (!sheets.includes(this.#sheet)) sheets.splice(-1, 0, this.#sheet);
  }

  close(): void {
    this.#fonts.release();
  }
}
