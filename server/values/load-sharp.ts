import type Sharp from 'sharp';

let loading: Promise<typeof Sharp> | null = null;

/**
 * Loads the image library. It takes a tenth of a second, and most commands need no images. Images
 * are processed one at a time and only once, so caches and threads would waste memory.
 */
export function loadSharp(): Promise<typeof Sharp> {
  loading ??= import('sharp').then(({ default: sharp }) => {
    sharp.cache(false);
    sharp.concurrency(1);
    return sharp;
  });
  return loading;
}
