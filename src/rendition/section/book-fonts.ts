import type { FontFaceDescription } from '../../../server/epub/contract.ts';
import { releaseFace, acquireFace } from '../../theme/font-faces.ts';
import type { RenditionBook } from '../rendition-book.ts';
import { resourcePathOf } from './resource-path.ts';

/** The fonts of an open book. Each font is fetched when a style sheet first names its family. */
export class BookFonts {
  readonly #fonts: readonly FontFaceDescription[];
  readonly #bytes: (path: string) => Promise<ArrayBuffer>;
  readonly #acquired = new Set<string>();

  constructor(
    fonts: readonly FontFaceDescription[],
    bytes: (path: string) => Promise<ArrayBuffer>,
  ) {
    this.#fonts = fonts;
    this.#bytes = bytes;
  }

  /**
   * Loads the fonts named in the sheets. Resolves to true if any font is new, which requires a new
   * layout.
   */
  async load(sheets: readonly string[]): Promise<boolean> {
    const newFonts = this.#fonts.filter(
      (font) =>
        !this.#acquired.has(fontKey(font)) && sheets.some((css) => css.includes(font.family)),
    );
    const results = await Promise.all(newFonts.map((font) => this.#acquire(font)));
    return results.some(Boolean);
  }

  release(): void {
    for (const key of this.#acquired) releaseFace(key);
    this.#acquired.clear();
  }

  async #acquire(font: FontFaceDescription): Promise<boolean> {
    const key = fontKey(font);
    this.#acquired.add(key);
    try {
      await acquireFace(key, () => load(font, this.#bytes));
      return true;
    } catch {
      // A broken or missing font only affects the appearance.
      this.#acquired.delete(key);
      return false;
    }
  }
}

/** Creates a book's fonts, which are fetched from its resource URLs. */
export function createBookFonts({
  fonts,
  resourceUrl,
}: Pick<RenditionBook, 'fonts' | 'resourceUrl'>) {
  return new BookFonts(fonts, async (path) => {
    const response = await fetch(resourceUrl(path), { credentials: 'omit' });
    if (!response.ok)
      throw new Error(`Font ${path} failed to load with status ${response.status}.`);
    return response.arrayBuffer();
  });
}

async function load(
  font: FontFaceDescription,
  bytes: (path: string) => Promise<ArrayBuffer>,
): Promise<FontFace> {
  const path = resourcePathOf(font.src);
  if (path === null) throw new Error(`Font source ${font.src} is not a resource of the book.`);
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
