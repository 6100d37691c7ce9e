/**
 * Fonts of everything that is open. `@font-face` inside a shadow root is ignored by Chromium and
 * Firefox, so the faces stand on the document, counted, and go with the last that uses them.
 */
const faces = new Map<string, { users: number; face: Promise<FontFace> }>();

/** Puts a face on the document; rejects, and holds nothing, when it cannot be loaded. */
export async function holdFace(key: string, load: () => Promise<FontFace>): Promise<void> {
  const shared = faces.get(key) ?? { users: 0, face: load() };
  shared.users += 1;
  faces.set(key, shared);
  try {
    const face = await shared.face;
    if (faces.get(key) === shared) document.fonts.add(face);
  } catch (error) {
    if (faces.get(key) === shared) dropFace(key);
    throw error;
  }
}

/** Once for each `holdFace` that succeeded, or is under way. */
export function dropFace(key: string): void {
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
