/**
 * Fonts of all open books and deployments. Chromium and Firefox ignore `@font-face` inside a shadow
 * root, so the faces are added to the document, counted, and removed with their last user.
 */
const sharedFaces = new Map<string, { users: number; face: Promise<FontFace> }>();

/** Adds a font face to the document. Rejects without a reference if it cannot be loaded. */
export async function acquireFace(key: string, load: () => Promise<FontFace>): Promise<void> {
  const shared = sharedFaces.get(key) ?? { users: 0, face: load() };
  shared.users += 1;
  sharedFaces.set(key, shared);
  try {
    const face = await shared.face;
    if (sharedFaces.get(key) === shared) document.fonts.add(face);
  } catch (error) {
    if (sharedFaces.get(key) === shared) releaseFace(key);
    throw error;
  }
}

/** Releases one reference from `acquireFace`, which may still be loading. */
export function releaseFace(key: string): void {
  const shared = sharedFaces.get(key);
  if (!shared) return;
  shared.users -= 1;
  if (shared.users > 0) return;
  sharedFaces.delete(key);
  shared.face.then(
    (face) => document.fonts.delete(face),
    () => {},
  );
}

/** A deployment's font. */
interface DeploymentFont {
  family: string;
  url: string;
  /** Weight as in `@font-face`. */
  weight: string;
  style: string;
}

/**
 * Adds a deployment's fonts to the document until the signal is aborted. Skips fonts that fail to
 * load.
 *
 * @param onLoad - Called for each loaded font, because the layout may change.
 */
export async function applyFonts(
  fonts: readonly DeploymentFont[],
  onLoad: () => void,
  signal: AbortSignal,
): Promise<void> {
  await Promise.all(
    fonts.map(async (font) => {
      const key = [font.family, font.url, font.weight, font.style].join('|');
      try {
        await acquireFace(key, () => loadFace(font));
      } catch {
        return;
      }
      if (signal.aborted) return releaseFace(key);
      signal.addEventListener('abort', () => releaseFace(key), { once: true });
      onLoad();
    }),
  );
}

async function loadFace({ family, url, weight, style }: DeploymentFont): Promise<FontFace> {
  const response = await fetch(url, { credentials: 'omit' });
  if (!response.ok)
    throw new Error(`The font at ${url} could not be loaded (status ${response.status}).`);
  return new FontFace(family, await response.arrayBuffer(), { weight, style }).load();
}
