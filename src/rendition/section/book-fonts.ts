import type { FontFaceDescription } from '../../../server/epub/contract.ts';
import { releaseFace, acquireFace } from '../../theme/font-faces.ts';
import type { RenditionBook } from '../rendition-book.ts';
import { resourcePathOf } from './resource-path.ts';

/** The fonts of one open book, fetched when a style sheet first names their family. */
export class BookFonts {
  readonly #fonts: readonly FontFaceDescription[];
  readonly #bytes: (path: string) => Promise<ArrayBuffer>;
  readonly #held = new Set<string>();

  constructor(
    fonts: readonly FontFaceDescription[],
    bytes: (path: string) => Promise<ArrayBuffer>,
  ) {
    this.#fonts = fonts;
    this.#bytes = bytes;
  }

  /** Loads what the sheets name. True when anything new came, so that a new layout is due. */
  async load(sheets: readonly string[]): Promise<boolean> {
    const wanted = this.#fonts.filter(
      (font) => !this.#held.has(fontKey(font)) && sheets.some((css) => css.includes(font.family)),
    );
    const came = await Promise.all(wanted.map((font) => this.#hold(font)));
    return came.some(Boolean);
  }

  release(): void {
    for (const key of this.#held) releaseFace(key);
    this.#held.clear();
  }

  async #hold(font: FontFaceDescription): Promise<boolean> {
    const key = fontKey(font);
    this.#held.add(key);
    try {
      await acquireFace(key, () => load(font, this.#bytes));
      return true;
    } catch {
      // A font that is broken or missing costs its look, not the book.
      this.#held.delete(key);
      return false;
    }
  }
}

/** The fonts of a book, by the addresses of its resources. */
export function createBookFonts({
  fonts,
  resourceUrl,
}: Pick<RenditionBook, 'fonts' | 'resourceUrl'>) {
  return new BookFonts(fonts, async (path) => {
    const answer = await fetch(resourceUrl(path), { credentials: 'omit' });
    if (!answer.ok) throw new Error(`The font ${path} is not there.`);
    return answer.arrayBuffer();
  });
}

async function load(
  font: FontFaceDescription,
  bytes: (path: string) => Promise<ArrayBuffer>,
): Promise<FontFace> {
  const path = resourcePathOf(font.src);
  if (path === null) throw new Error(`${font.src} is not a font of the book.`);
  const face = new FontFace(font.family, await bytes(path), {
    weight: font.weight || 'normal',
    style: font.style || 'normal',
    stretch: font.stretch || 'normal',
    unicodeRange: font.unicodeRange || 'U+0-10FFFF',
  });
  return face.load();
}

function fontKey({
  family,
  src,
  weight,
  style,
  stretch,
  unicodeRange,
}: FontFaceDescription): string {
  return [family, src, weight, style, stretch, unicodeRange].join('|');
}
