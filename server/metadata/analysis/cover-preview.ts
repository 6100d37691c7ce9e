import sharp from 'sharp';
import { rgbaToThumbHash } from 'thumbhash';

export interface CoverPreview {
  /** Base64; https://evanw.github.io/thumbhash/ */
  thumbhash: string;
  /** `#rrggbb` */
  color: string;
}

// One cover at a time, none twice: what is kept for the next would only take memory.
sharp.cache(false);
sharp.concurrency(1);

/** The hash takes no image larger than this. */
const thumbSize = 100;
/** A poster at 300 dpi; more would be memory for nothing. */
const maxPixels = 100_000_000;
/** Seconds; the slowest cover of the sample books takes a tenth of one. */
const timeoutSeconds = 5;

/** A blurred preview and the main colour of a cover; null when it is no image that can be drawn. */
export async function previewCover(bytes: Uint8Array): Promise<CoverPreview | null> {
  try {
    const small = await sharp(bytes, { limitInputPixels: maxPixels, failOn: 'none' })
      .timeout({ seconds: timeoutSeconds })
      .rotate()
      .resize(thumbSize, thumbSize, { fit: 'inside' })
      .toColourspace('srgb')
      // A transparent cover is meant for paper.
      .flatten({ background: '#ffffff' })
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

interface ColorBin {
  pixels: number;
  red: number;
  green: number;
  blue: number;
}

/** What a grey counts beside a full colour: a black label is not what people remember of a cover. */
const grayWeight = 0.1;

/**
 * The mean of the pixels that share one colour, eight steps to a channel: the most of them, where
 * the more colourful count for more.
 */
function mainColor(rgba: Uint8Array): string {
  const bins = new Map<number, ColorBin>();
  for (let at = 0; at < rgba.length; at += 4) {
    const [red = 0, green = 0, blue = 0] = rgba.subarray(at, at + 3);
    const key = ((red >> 5) << 6) | ((green >> 5) << 3) | (blue >> 5);
    const bin = bins.get(key) ?? { pixels: 0, red: 0, green: 0, blue: 0 };
    bins.set(key, bin);
    bin.pixels += 1;
    bin.red += red;
    bin.green += green;
    bin.blue += blue;
  }
  const main = [...bins.values()].reduce((best, bin) =>
    binWeight(bin) > binWeight(best) ? bin : best,
  );
  const channels = [main.red, main.green, main.blue].map((sum) => Math.round(sum / main.pixels));
  return `#${channels.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}

function binWeight({ pixels, red, green, blue }: ColorBin): number {
  const chroma = (Math.max(red, green, blue) - Math.min(red, green, blue)) / 255;
  return pixels * grayWeight + chroma;
}
