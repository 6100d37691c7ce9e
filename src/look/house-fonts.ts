import { dropFace, holdFace } from './counted-faces.ts';

/** A font of a deployment. */
export interface HouseFont {
  family: string;
  url: string;
  /** As in `@font-face`. */
  weight: string;
  style: string;
}

/**
 * Puts a deployment’s fonts on the document until the signal is raised. A font that does not come costs
 * its look, nothing else.
 *
 * @param onCome - A font is there: what is laid out may be wider now.
 */
export async function wearFonts(
  fonts: readonly HouseFont[],
  onCome: () => void,
  signal: AbortSignal,
): Promise<void> {
  await Promise.all(
    fonts.map(async (font) => {
      const key = [font.family, font.url, font.weight, font.style].join('|');
      try {
        await holdFace(key, () => load(font));
      } catch {
        return;
      }
      if (signal.aborted) return dropFace(key);
      signal.addEventListener('abort', () => dropFace(key), { once: true });
      onCome();
    }),
  );
}

async function load({ family, url, weight, style }: HouseFont): Promise<FontFace> {
  const answer = await fetch(url, { credentials: 'omit' });
  if (!answer.ok) throw new Error(`The font at ${url} is not there.`);
  return new FontFace(family, await answer.arrayBuffer(), { weight, style }).load();
}
