import {
  defaultSettings,
  hasUserStyles,
  type Settings,
  type FontChoice,
} from '../../state/settings.ts';
import { classifyParagraphGaps, classifyTextBlocks } from './classify-text-blocks.ts';
import { userCss, highContrastCss } from './user-css.ts';
import { css } from '../css.ts';
import { releaseFace, acquireFace } from '../../theme/font-faces.ts';

const dyslexicFaces = ['400', '700'].flatMap((weight) =>
  ['normal', 'italic'].map((style) => ({ weight, style })),
);

/** The downloadable font, fetched when first chosen. */
export class UserFonts {
  readonly #onLoad: () => void;
  #acquired: string[] = [];
  #choice: FontChoice = 'book';

  /** @param onLoad - Called when a font face has loaded. */
  constructor(onLoad: () => void) {
    this.#onLoad = onLoad;
  }

  /** @param address - URL of any resource on the server, which also hosts the component's files. */
  async load(font: FontChoice, address: string): Promise<void> {
    if (font === this.#choice) return;
    this.release();
    this.#choice = font;
    if (font !== 'dyslexic') return;
    const server = /^.*?(?=\/v1\/)/.exec(address)?.[0] ?? new URL(address).origin;
    await Promise.all(dyslexicFaces.map((face) => this.#acquire(face, server)));
  }

  release(): void {
    for (const key of this.#acquired) releaseFace(key);
    this.#acquired = [];
    this.#choice = 'book';
  }

  async #acquire({ weight, style }: (typeof dyslexicFaces)[number], server: string): Promise<void> {
    const url = `${server}/svc-reader/fonts/opendyslexic-${weight}-${style}.woff2`;
    const key = `OpenDyslexic|${url}`;
    this.#acquired.push(key);
    try {
      await acquireFace(key, () => loadFace(url, { weight, style }));
      this.#onLoad();
    } catch {
      // A missing font only affects the appearance, so release it for a later retry.
      this.#acquired = this.#acquired.filter((one) => one !== key);
    }
  }
}
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
    void this.#fonts.load(this.#settings.font, address);
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

async function loadFace(url: string, descriptors: FontFaceDescriptors): Promise<FontFace> {
  const response = await fetch(url, { credentials: 'omit' });
  if (!response.ok) throw new Error(`Font ${url} failed to load with status ${response.status}.`);
  return new FontFace('OpenDyslexic', await response.arrayBuffer(), descriptors).load();
}
