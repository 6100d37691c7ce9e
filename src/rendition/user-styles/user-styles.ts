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

/** The one font that is not the system’s; fetched when it is first chosen. */
export class UserFonts {
  readonly #onCome: () => void;
  #held: string[] = [];
  #wanted: FontChoice = 'book';

  /** @param onCome - A face is there. */
  constructor(onCome: () => void) {
    this.#onCome = onCome;
  }

  /** @param address - Of anything on the server that has the component’s files. */
  async load(font: FontChoice, address: string): Promise<void> {
    if (font === this.#wanted) return;
    this.release();
    this.#wanted = font;
    if (font !== 'dyslexic') return;
    const server = /^.*?(?=\/v1\/)/.exec(address)?.[0] ?? new URL(address).origin;
    await Promise.all(dyslexicFaces.map((face) => this.#hold(face, server)));
  }

  release(): void {
    for (const key of this.#held) releaseFace(key);
    this.#held = [];
    this.#wanted = 'book';
  }

  async #hold({ weight, style }: (typeof dyslexicFaces)[number], server: string): Promise<void> {
    const url = `${server}/svc-reader/fonts/opendyslexic-${weight}-${style}.woff2`;
    const key = `OpenDyslexic|${url}`;
    this.#held.push(key);
    try {
      await acquireFace(key, () => loadFace(url, { weight, style }));
      this.#onCome();
    } catch {
      // Its look is missing, nothing else; what failed is held no longer.
      this.#held = this.#held.filter((one) => one !== key);
    }
  }
}
const highContrastSheet = css(highContrastCss);

/** How one reader’s person wants the text to look, whatever the book says. */
export class UserStyles {
  readonly #sheet = new CSSStyleSheet();
  readonly #fonts: UserFonts;
  #settings = defaultSettings;

  /** @param onFont - A font has come: what is laid out may be wider now. */
  constructor(onFont: () => void) {
    this.#fonts = new UserFonts(onFont);
  }

  setSettings(settings: Settings): void {
    this.#settings = settings;
    this.#sheet.replaceSync(userCss(settings));
  }

  /**
   * Dresses a section, before it, or more of it, is laid out.
   *
   * @param rem - px of one rem of the book.
   * @param isPlain - Whether the book’s own colours are left out.
   * @param address - Of any resource: the server has the reader’s own fonts, too.
   */
  apply(root: Element, rem: number, isPlain: boolean, address: string): void {
    void this.#fonts.load(this.#settings.font, address);
    const shadow = root.getRootNode();
    if (!(shadow instanceof ShadowRoot)) return;
    const isWorn = hasUserStyles(this.#settings);
    if (isWorn) classifyTextBlocks(root, rem);
    if (this.#settings.paragraphSpacing !== null) classifyParagraphGaps(root);
    toggleSheet(shadow, this.#sheet, isWorn);
    toggleSheet(shadow, highContrastSheet, isPlain);
  }

  close(): void {
    this.#fonts.release();
  }
}

function toggleSheet(
  { adoptedStyleSheets: sheets }: ShadowRoot,
  sheet: CSSStyleSheet,
  isWorn: boolean,
) {
  const at = sheets.indexOf(sheet);
  if (isWorn === at >= 0) return;
  // The last one guards the pages.
  if (isWorn) sheets.splice(-1, 0, sheet);
  else sheets.splice(at, 1);
}

async function loadFace(url: string, descriptors: FontFaceDescriptors): Promise<FontFace> {
  const answer = await fetch(url, { credentials: 'omit' });
  if (!answer.ok) throw new Error(`The font at ${url} is not there.`);
  return new FontFace('OpenDyslexic', await answer.arrayBuffer(), descriptors).load();
}
