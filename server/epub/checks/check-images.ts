import { quote } from '../container/entry-name.ts';
import type { Archive } from '../container/open-archive.ts';
import { Failure } from '../../failure.ts';
import type { ManifestItem } from '../package/manifest.ts';
import { detectImageType } from '../package/media-type.ts';
import type { Warnings } from '../warnings.ts';

/** Far beyond the offset at which the shapes in any real SVG file begin. */
const MAX_SCANNED_BYTES = 1_000_000;
/** Maximum number of checked images. Unused images are rare. */
const MAX_UNUSED_IMAGES = 20;
const MAX_IMAGE_BYTES = 1_000_000;

/** Checks that unused images in the manifest have the media type that it states. */
export async function checkUnusedImages(
  items: readonly ManifestItem[],
  archive: Archive,
  warnings: Warnings,
): Promise<void> {
  for (const { path, mediaType } of items.slice(0, MAX_UNUSED_IMAGES)) {
    const bytes = await readStart(path);
    if (bytes === null) continue;
    const type = detectImageType(bytes);
    // An unrecognized signature may be JPEG XL, which only its decoder can identify.
    if (type === mediaType || (type === null && mediaType === 'image/jxl')) continue;
    if (type === null) {
      warnings.add('image_unreadable', `Could not read the dimensions of ${quote(path)}.`, path);
    } else {
      const message = `${quote(path)} is listed as ${mediaType}, but is ${type}.`;
      warnings.add('media_type', message, path);
    }
  }

  async function readStart(path: string): Promise<Uint8Array | null> {
    try {
      return await archive.read(path, MAX_IMAGE_BYTES);
    } catch (cause) {
      if (cause instanceof Failure) return null;
      throw cause;
    }
  }
}

/** Checks the external references in an SVG file. Only its tags are scanned. */
export function checkSvg(bytes: Uint8Array, path: string, warnings: Warnings): void {
  const text = Buffer.from(bytes.subarray(0, MAX_SCANNED_BYTES)).toString('latin1');
  for (const [, href = ''] of text.matchAll(
    /<(?:\w{1,20}:)?use\s[^<>]{0,500}?href=["']([^"'<>]{0,500})/g,
  )) {
    if (href.includes('#')) continue;
    const message = `${quote(path)} uses ${quote(href)}, which needs a fragment that identifies an SVG element.`;
    warnings.add('link_broken', message, path);
  }
  const [, styleSheet] =
    /<\?xml-stylesheet\s[^<>]{0,500}?href=["']((?:https?|file):[^"'<>]{0,500})/.exec(text) ?? [];
  if (styleSheet === undefined) return;
  const message = `${quote(path)} uses the remote resource ${quote(styleSheet)}, which was omitted.`;
  warnings.add('resource_remote', message, path);
}

/** Whether the root element of an SVG file has a `viewBox`. */
export function hasViewBox(bytes: Uint8Array): boolean {
  const start = Buffer.from(bytes.subarray(0, 16_384)).toString('latin1');
  return /<(?:\w{1,20}:)?svg\b[^<>]*\sviewBox\s*=/.test(start);
}
