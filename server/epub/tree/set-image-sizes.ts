import type { Resource, TreeAttributes } from '../contract.ts';
import type { UnsizedImage } from './tree-context.ts';

/**
 * Sets the size of every image in pixels to prevent a layout shift when it loads. If the author
 * states only one side, the other is computed. Percentages are left unchanged. Calls
 * `markDrawing` with each dark drawing.
 */
export async function setImageSizes(
  images: UnsizedImage[],
  load: (path: string) => Promise<Resource | null>,
  markDrawing: (attributes: TreeAttributes) => void,
): Promise<void> {
  for (const { attributes, path } of images) {
    const resource = await load(path);
    if (!resource) delete attributes['src'];
    if (resource?.isDarkDrawing) markDrawing(attributes);
    const width = normalizeSide(attributes, 'width');
    const height = normalizeSide(attributes, 'height');
    if (!resource?.width || !resource.height) continue;
    if (width === null && height === null) {
      attributes['width'] = String(resource.width);
      attributes['height'] = String(resource.height);
    } else if (typeof width === 'number' && height === null) {
      attributes['height'] = String(Math.round((width * resource.height) / resource.width));
    } else if (typeof height === 'number' && width === null) {
      attributes['width'] = String(Math.round((height * resource.width) / resource.height));
    }
  }
}

/** Returns the author's number of pixels, or `share` for a percentage. Removes any other value. */
function normalizeSide(
  attributes: Record<string, string>,
  name: 'width' | 'height',
): number | 'share' | null {
  const stated = attributes[name]?.trim() ?? '';
  const [, number, unit] = /^(\d+(?:\.\d+)?)\s*(px|%)?$/.exec(stated) ?? [];
  if (unit === '%') return 'share';
  if (number === undefined || Number(number) === 0) {
    delete attributes[name];
    return null;
  }
  attributes[name] = number;
  return Number(number);
}
