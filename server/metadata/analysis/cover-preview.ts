import { rgbaToThumbHash } from 'thumbhash';
import { loadSharp } from '../../values/load-sharp.ts';

export interface CoverPreview {
  /** Base64; see https://evanw.github.io/thumbhash/. */
  thumbhash: string;
  /** `#rrggbb`. */
  color: string;
}

/** Maximum side length that ThumbHash supports. */
const thumbSize = 100;
/** The size of a poster at 300 dpi. Decoding larger images would waste memory. */
const maxPixels = 100_000_000;
/** The slowest cover of the sample books takes a tenth of a second. */
const timeoutSeconds = 5;

/** Returns a cover's blurred preview and main color, or null if the image cannot be decoded. */
export async function previewCover(bytes: Uint8Array): Promise<CoverPreview | null> {
  const sharp = await loadSharp();
  try {
    const small = await sharp(bytes, { limitInputPixels: maxPixels, failOn: 'none' })
      .timeout({ seconds: timeoutSeconds })
      .rotate()
      .resize(thumbSize, thumbSize, { fit: 'inside' })
      .toColourspace('srgb')
      // Transparent covers are designed for a white background.
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

/**
 * Weight of gray relative to full color. People remember a cover by its colors rather than by a
 * black label.
 */
const grayWeight = 0.1;

/**
 * Returns the mean of the pixels in the largest color bin. Each channel has eight bins, and
 * colorful pixels have a higher weight.
 */
function mainColor(rgba: Uint8Array): string {
  const bins = new Map<number, ColorBin>();
  for (let offset = 0; offset < rgba.length; offset += 4) {
    const [red = 0, green = 0, blue = 0] = rgba.subarray(offset, offset + 3);
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
