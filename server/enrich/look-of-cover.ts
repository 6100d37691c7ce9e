import sharp from 'sharp';
import { rgbaToThumbHash } from 'thumbhash';

export interface CoverLook {
  /** Base64; https://evanw.github.io/thumbhash/ */
  thumbhash: string;
  /** `#rrggbb` */
  color: string;
}

/** The hash takes no image larger than this. */
const thumbSize = 100;
/** A poster at 300 dpi; more would be memory for nothing. */
const mostPixels = 100_000_000;
/** Seconds; the slowest cover of the sample books takes a tenth of one. */
const patience = 5;

/** A blurred preview and the main colour of a cover; null when it is no image that can be drawn. */
export async function lookOfCover(bytes: Uint8Array): Promise<CoverLook | null> {
  try {
    const small = await sharp(bytes, { limitInputPixels: mostPixels, failOn: 'none' })
      .timeout({ seconds: patience })
      .rotate()
      .resize(thumbSize, thumbSize, { fit: 'inside' })
      .toColourspace('srgb')
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    const { data, info } = small;
    return {
      thumbhash: Buffer.from(rgbaToThumbHash(info.width, info.height, data)).toString('base64'),
      color: mainColor(data),
    };
  } catch {
    return null;
  }
}

interface Bin {
  pixels: number;
  red: number;
  green: number;
  blue: number;
}

/** The mean of the pixels that share the most common colour, sixteen steps to a channel. */
function mainColor(rgba: Uint8Array): string {
  const bins = new Map<number, Bin>();
  for (let at = 0; at < rgba.length; at += 4) {
    const [red = 0, green = 0, blue = 0, alpha = 0] = rgba.subarray(at, at + 4);
    if (alpha < 128) continue;
    const key = ((red >> 4) << 8) | ((green >> 4) << 4) | (blue >> 4);
    const bin = bins.get(key) ?? { pixels: 0, red: 0, green: 0, blue: 0 };
    bins.set(key, bin);
    bin.pixels += 1;
    bin.red += red;
    bin.green += green;
    bin.blue += blue;
  }
  const main = [...bins.values()].reduce((best, bin) => (bin.pixels > best.pixels ? bin : best), {
    pixels: 0,
    red: 0,
    green: 0,
    blue: 0,
  });
  const channels = [main.red, main.green, main.blue].map((sum) =>
    Math.round(sum / Math.max(1, main.pixels)),
  );
  return `#${channels.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}
