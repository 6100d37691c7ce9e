import { typefaceNameFile, typefaces } from '../../../shared/typefaces.ts';
import { loadTypeface, typefaceUrl } from '../../rendition/user-styles/user-fonts.ts';
import { acquireFace, releaseFace } from '../../theme/font-faces.ts';

const nameFamily = (family: string) => `svc name ${family}`;

/** Font stacks for the name of each typeface. */
export const typefaceNameFonts: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(typefaces).map(([name, { family, fallback }]) => [
    name,
    `'${nameFamily(family)}', ${fallback}`,
  ]),
);

/**
 * Small fonts with the letters of each typeface's name, so that a list of names does not load the
 * typefaces.
 */
export class TypefaceNameFonts {
  #acquired: string[] = [];

  /** @param address - URL of any resource on the server. */
  load(address: string): void {
    if (!address) return;
    for (const typeface of Object.values(typefaces)) {
      const family = nameFamily(typeface.family);
      const url = typefaceUrl(address, typefaceNameFile(typeface));
      this.#acquired.push(url);
      // Without its font, a name is shown in the fallback font.
      acquireFace(url, () => loadTypeface(family, url, {})).catch(() => {
        this.#acquired = this.#acquired.filter((one) => one !== url);
      });
    }
  }

  release(): void {
    for (const key of this.#acquired) releaseFace(key);
    this.#acquired = [];
  }
}
