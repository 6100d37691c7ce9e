import type { FontFaceDescription } from '../../server/epub/contract.ts';
import { resourcePath } from './allowlist.ts';

/**
 * Fonts of all open books. `@font-face` inside a shadow root is ignored by Chromium and Firefox,
 * so the faces stand on the document, counted, and go with the last book that uses them.
 */
const faces = new Map<string, { users: number; face: Promise<FontFace> }>();

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
  async need(sheets: readonly string[]): Promise<boolean> {
    const wanted = this.#fonts.filter(
      (font) => !this.#held.has(keyOf(font)) && sheets.some((css) => css.includes(font.family)),
    );
    const came = await Promise.all(wanted.map((font) => this.#hold(font)));
    return came.some(Boolean);
  }

  release(): void {
    for (const key of this.#held) drop(key);
    this.#held.clear();
  }

  async #hold(font: FontFaceDescription): Promise<boolean> {
    const key = keyOf(font);
    this.#held.add(key);
    const shared = faces.get(key) ?? { users: 0, face: load(font, this.#bytes) };
    shared.users += 1;
    faces.set(key, shared);
    try {
      const face = await shared.face;
      if (faces.get(key) === shared) document.fonts.add(face);
      return true;
    } catch {
      // A font that is broken or missing costs its look, not the book.
      if (this.#held.delete(key)) drop(key);
      return false;
    }
  }
}

function drop(key: string): void {
  const shared = faces.get(key);
  if (!shared) return;
  shared.users -= 1;
  if (shared.users > 0) return;
  faces.delete(key);
  shared.face.then(
    (face) => document.fonts.delete(face),
    () => {},
  );
}

async function load(
  font: FontFaceDescription,
  bytes: (path: string) => Promise<ArrayBuffer>,
): Promise<FontFace> {
  const path = resourcePath(font.src);
  if (path === null) throw new Error(`${font.src} is not a font of the book.`);
  const face = new FontFace(font.family, await bytes(path), {
    weight: font.weight || 'normal',
    style: font.style || 'normal',
    stretch: font.stretch || 'normal',
    unicodeRange: font.unicodeRange || 'U+0-10FFFF',
  });
  return face.load();
}

function keyOf({ family, src, weight, style, stretch, unicodeRange }: FontFaceDescription): string {
  return [family, src, weight, style, stretch, unicodeRange].join('|');
}
