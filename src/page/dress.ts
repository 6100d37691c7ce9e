import { defaultSettings, isDressed, type Settings } from '../reader/settings.ts';
import { markGaps, markRuns } from './mark-runs.ts';
import { personCss, plainCss } from './person-css.ts';
import { PersonFonts } from './person-fonts.ts';
import { css } from './sheet.ts';

const plainSheet = css(plainCss);

/** How one reader’s person wants the text to look, whatever the book says. */
export class Dress {
  readonly #sheet = new CSSStyleSheet();
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
   * Dresses a section, before it, or more of it, is laid out.
   *
   * @param rem - px of one rem of the book.
   * @param isPlain - Whether the book’s own colours are left out.
   * @param address - Of any resource: the server has the reader’s own fonts, too.
   */
  put(root: Element, rem: number, isPlain: boolean, address: string): void {
    void this.#fonts.want(this.#settings.font, address);
    const shadow = root.getRootNode();
    if (!(shadow instanceof ShadowRoot)) return;
    const isWorn = isDressed(this.#settings);
    if (isWorn) markRuns(root, rem);
    if (this.#settings.paragraphSpacing !== null) markGaps(root);
    toggle(shadow, this.#sheet, isWorn);
    toggle(shadow, plainSheet, isPlain);
  }

  close(): void {
    this.#fonts.release();
  }
}

function toggle({ adoptedStyleSheets: sheets }: ShadowRoot, sheet: CSSStyleSheet, isWorn: boolean) {
  const at = sheets.indexOf(sheet);
  if (isWorn === at >= 0) return;
  // The last one guards the pages.
  if (isWorn) sheets.splice(-1, 0, sheet);
  else sheets.splice(at, 1);
}
