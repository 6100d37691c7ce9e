import { quote } from '../container/entry-name.ts';
import type { Archive } from '../container/open-archive.ts';
import { Failure } from '../../failure.ts';
import type { ManifestItem } from '../package/manifest.ts';
import { detectImageType } from '../package/media-type.ts';
import type { Warnings } from '../warnings.ts';

/** Far above what stands before a drawing's first shapes. */
const MAX_SCANNED_BYTES = 1_000_000;
/** Pictures of the manifest that no text shows are rare: those beyond are not worth the time. */
const MAX_UNUSED_IMAGES = 20;
const MAX_IMAGE_BYTES = 1_000_000;

/** Looks at how the pictures begin that the manifest lists and that nothing shows. */
export async function checkUnusedImages(
  items: readonly ManifestItem[],
  archive: Archive,
  warnings: Warnings,
): Promise<void> {
  for (const { path, mediaType } of items.slice(0, MAX_UNUSED_IMAGES)) {
    const bytes = await startOf(path);
    if (bytes === null) continue;
    const type = detectImageType(bytes);
    // What begins as none may be JPEG XL, which its decoder alone can tell.
    if (type === mediaType || (type === null && mediaType === 'image/jxl')) continue;
    if (type === null) {
      warnings.add('image_unreadable', `The size of ${quote(path)} cannot be read.`, path);
    } else {
      const message = `${quote(path)} is listed as ${mediaType}, but is ${type}.`;
      warnings.add('media_type', message, path);
    }
  }

  async function startOf(path: string): Promise<Uint8Array | null> {
    try {
      return await archive.read(path, MAX_IMAGE_BYTES);
    } catch (cause) {
      if (cause instanceof Failure) return null;
      throw cause;
    }
  }
}

/** What a drawing in a file of its own would take from elsewhere; only its tags are looked at. */
export function checkSvg(bytes: Uint8Array, path: string, warnings: Warnings): void {
  const text = Buffer.from(bytes.subarray(0, MAX_SCANNED_BYTES)).toString('latin1');
  for (const [, href = ''] of text.matchAll(
    /<(?:\w{1,20}:)?use\s[^<>]{0,500}?href=["']([^"'<>]{0,500})/g,
  )) {
    if (href.includes('#')) continue;
    const message = `${quote(path)} uses ${quote(href)}, which names no part of a drawing.`;
    warnings.add('link_broken', message, path);
  }
  const [, sheet] =
    /<\?xml-stylesheet\s[^<>]{0,500}?href=["']((?:https?|file):[^"'<>]{0,500})/.exec(text) ?? [];
  if (sheet === undefined) return;
  const message = `${quote(path)} names ${quote(sheet)}, which lies outside of the book: it is left out.`;
  warnings.add('resource_remote', message, path);
}

/** Whether a drawing that is a page of fixed layout says how large it is drawn. */
export function hasViewBox(bytes: Uint8Array): boolean {
  const start = Buffer.from(bytes.subarray(0, 16_384)).toString('latin1');
  return /<(?:\w{1,20}:)?svg\b[^<>]*\sviewBox\s*=/.test(start);
}
