/**
 * Fonts of everything that is open. `@font-face` inside a shadow root is ignored by Chromium and
 * Firefox, so the faces stand on the document, counted, and go with the last that uses them.
 */
const sharedFaces = new Map<string, { users: number; face: Promise<FontFace> }>();

/** Puts a face on the document; rejects, and holds nothing, when it cannot be loaded. */
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

/** Once for each `holdFace` that succeeded, or is under way. */
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

/** A font of a deployment. */
interface DeploymentFont {
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
export async function applyFonts(
  fonts: readonly DeploymentFont[],
  onCome: () => void,
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
      onCome();
    }),
  );
}

async function loadFace({ family, url, weight, style }: DeploymentFont): Promise<FontFace> {
  const answer = await fetch(url, { credentials: 'omit' });
  if (!answer.ok) throw new Error(`The font at ${url} is not there.`);
  return new FontFace(family, await answer.arrayBuffer(), { weight, style }).load();
}
