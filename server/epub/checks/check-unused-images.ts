import { quoted } from '../container/entry-name.ts';
import type { Archive } from '../container/open-archive.ts';
import { Failure } from '../../failure.ts';
import type { ManifestItem } from '../package/manifest.ts';
import { pictureType } from '../resources/is-picture.ts';
import type { Warnings } from '../warnings.ts';

/** Pictures of the manifest that no text shows are rare: those beyond are not worth the time. */
const MOST_FILES = 20;
const MOST_BYTES = 1_000_000;

/** Looks at how the pictures begin that the manifest lists and that nothing shows. */
export async function checkUnusedImages(
  items: readonly ManifestItem[],
  archive: Archive,
  warnings: Warnings,
): Promise<void> {
  for (const { path, mediaType } of items.slice(0, MOST_FILES)) {
    const bytes = await startOf(path);
    if (bytes === null) continue;
    const type = pictureType(bytes);
    // What begins as none may be JPEG XL, which its decoder alone can tell.
    if (type === mediaType || (type === null && mediaType === 'image/jxl')) continue;
    if (type === null) {
      warnings.add('image_unreadable', `The size of ${quoted(path)} cannot be read.`, path);
    } else {
      const message = `${quoted(path)} is listed as ${mediaType}, but is ${type}.`;
      warnings.add('media_type', message, path);
    }
  }

  async function startOf(path: string): Promise<Uint8Array | null> {
    try {
      return await archive.read(path, MOST_BYTES);
    } catch (cause) {
      if (cause instanceof Failure) return null;
      throw cause;
    }
  }
}
