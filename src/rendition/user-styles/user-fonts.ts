import {
  isTypeface,
  typefaceFiles,
  typefaces,
  type FontChoice,
  type TypefaceFile,
} from '../../../shared/typefaces.ts';
import { acquireFace, releaseFace } from '../../theme/font-faces.ts';
import { fetchServerFile, serverFileUrl } from '../server-files.ts';
import { subsetsOf } from './font-subsets.ts';
import { documentFamily } from './user-css.ts';

/** The chosen typeface of one reader. Its files are fetched when the text first needs them. */
export class UserFonts {
  readonly #onLoad: () => void;
  #acquired = new Set<string>();
  #choice: FontChoice = 'book';
  /** Text whose subsets have been requested. */
  #seen = new WeakSet<Element>();

  /** @param onLoad - Called when the font faces of a section have loaded. */
  constructor(onLoad: () => void) {
    this.#onLoad = onLoad;
  }

  /**
   * Loads a typeface's subsets that a section needs.
   *
   * @param address - URL of any resource on the server, which also hosts the typefaces.
   */
  async load(font: FontChoice, address: string, section: Element): Promise<void> {
    if (font !== this.#choice) this.release();
    this.#choice = font;
    if (!isTypeface(font) || this.#seen.has(section)) return;
    this.#seen.add(section);
    const typeface = typefaces[font];
    const family = documentFamily(typeface.family);
    const files = subsetsOf(section.textContent, typeface.subsets).flatMap((subset) =>
      typefaceFiles(typeface, subset),
    );
    const added = await Promise.all(
      files.map((file) => this.#acquire(family, typefaceUrl(address, file.name), file)),
    );
    // The section's next layout retries.
    if (added.includes('failed')) this.#seen.delete(section);
    if (added.includes('loaded')) this.#onLoad();
  }

  release(): void {
    for (const key of this.#acquired) releaseFace(key);
    this.#acquired = new Set();
    this.#seen = new WeakSet();
    this.#choice = 'book';
  }

  /**
   * Fetches a font face unless it is already loaded. A missing font only affects the appearance.
   */
  async #acquire(
    family: string,
    url: string,
    { weight, style }: Pick<TypefaceFile, 'weight' | 'style'>,
  ): Promise<'known' | 'loaded' | 'failed'> {
    const acquired = this.#acquired;
    const key = `${family}|${url}`;
    if (acquired.has(key)) return 'known';
    acquired.add(key);
    try {
      await acquireFace(key, () => loadTypeface(family, url, { weight, style }));
      return 'loaded';
    } catch {
      acquired.delete(key);
      return 'failed';
    }
  }
}

/** URL of a typeface's file on the server that hosts another resource. */
export function typefaceUrl(address: string, file: string): string {
  return serverFileUrl(address, `fonts/${file}`);
}

/** Fetches a font face. */
export async function loadTypeface(
  family: string,
  url: string,
  descriptors: FontFaceDescriptors,
): Promise<FontFace> {
  const response = await fetchServerFile(url);
  return new FontFace(family, await response.arrayBuffer(), descriptors).load();
}
