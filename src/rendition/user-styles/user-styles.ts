import { defaultSettings, hasUserStyles, type Settings } from '../../state/settings.ts';
import { classifyParagraphGaps, classifyTextBlocks } from './classify-text-blocks.ts';
import { userCss, highContrastCss } from './user-css.ts';
import { css } from '../css.ts';
import { UserFonts } from './user-fonts.ts';

const highContrastSheet = css(highContrastCss);

/** One reader's user settings as style sheets, which override the book's own styles. */
export class UserStyles {
  readonly #sheet = new CSSStyleSheet();
  readonly #fonts: UserFonts;
  #settings = defaultSettings;

  /** @param onFont - Called when a font has loaded, which may change the layout. */
  constructor(onFont: () => void) {
    this.#fonts = new UserFonts(onFont);
  }

  setSettings(settings: Settings): void {
    this.#settings = settings;
    this.#sheet.replaceSync(userCss(settings));
  }

  /**
   * Applies the user settings to a section before the section, or more of it, is laid out.
   *
   * @param rem - Root font size of the book in px.
   * @param isPlain - Whether the book's own colors are ignored.
   * @param address - URL of any resource. Its server also hosts the reader's fonts.
   */
  apply(root: Element, rem: number, isPlain: boolean, address: string): void {
    void this.#fonts.load(this.#settings.font, address, root);
    const shadow = root.getRootNode();
    if (!(shadow instanceof ShadowRoot)) return;
    const isActive = hasUserStyles(this.#settings);
    if (isActive) classifyTextBlocks(root, rem);
    if (this.#settings.paragraphSpacing !== null) classifyParagraphGaps(root);
    toggleSheet(shadow, this.#sheet, isActive);
    toggleSheet(shadow, highContrastSheet, isPlain);
  }

  close(): void {
    this.#fonts.release();
  }
}

function toggleSheet(
  { adoptedStyleSheets: sheets }: ShadowRoot,
  sheet: CSSStyleSheet,
  isActive: boolean,
) {
  const at = sheets.indexOf(sheet);
  if (isActive === at >= 0) return;
  // The guard sheet must stay last.
  if (isActive) sheets.splice(-1, 0, sheet);
  else sheets.splice(at, 1);
}
