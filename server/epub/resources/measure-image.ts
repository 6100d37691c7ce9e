import sharp from 'sharp';
import { decodeText } from '../xml/decode-text.ts';

export interface ImageFacts {
  /** The type by the bytes, whatever the book says. */
  mediaType: string;
  /** CSS pixels, as the image stands upright. */
  width: number;
  height: number;
}

const mediaTypes: Record<string, string> = {
  jpeg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  webp: 'image/webp',
  heif: 'image/avif',
};

// Only headers are read here: caches and threads would be memory for nothing.
sharp.cache(false);
sharp.concurrency(1);

/** Type and size of a raster image from its header; null when it is none. */
export async function measureImage(bytes: Uint8Array): Promise<ImageFacts | null> {
  try {
    const { format, width, height, autoOrient } = await sharp(bytes, {
      limitInputPixels: false,
    }).metadata();
    const mediaType = format === undefined ? undefined : mediaTypes[format];
    if (!mediaType || !width || !height) return null;
    return { mediaType, width: autoOrient?.width ?? width, height: autoOrient?.height ?? height };
  } catch {
    return null;
  }
}

/**
 * Size of an SVG image from `width` and `height`, else from its `viewBox`; null when it has neither.
 * Read from the start tag alone: the image itself is never interpreted here.
 */
export function measureSvg(bytes: Uint8Array): ImageFacts | null {
  const tag = /<(?:\w+:)?svg\b[^>]*>/.exec(decodeText(bytes.subarray(0, 16_384)).text)?.[0];
  if (tag === undefined) return null;
  const [, , boxWidth, boxHeight] = attribute(tag, 'viewBox')
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  const width = pixels(attribute(tag, 'width')) ?? null;
  const height = pixels(attribute(tag, 'height')) ?? null;
  if (width && height) return svgFacts(width, height);
  if (!boxWidth || !boxHeight) return null;
  if (width) return svgFacts(width, (width * boxHeight) / boxWidth);
  if (height) return svgFacts((height * boxWidth) / boxHeight, height);
  return svgFacts(boxWidth, boxHeight);
}

const pixelsPerUnit: Record<string, number> = {
  '': 1,
  px: 1,
  pt: 4 / 3,
  pc: 16,
  in: 96,
  cm: 96 / 2.54,
  mm: 96 / 25.4,
  em: 16,
  rem: 16,
};

function pixels(length: string): number | null {
  const [, number, unit = ''] = /^\s*(\d*\.?\d+(?:e[+-]?\d+)?)\s*([a-z]*)\s*$/i.exec(length) ?? [];
  const factor = pixelsPerUnit[unit.toLowerCase()];
  return number === undefined || factor === undefined ? null : Number(number) * factor;
}

function attribute(tag: string, name: string): string {
  return (
    new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`)
      .exec(tag)
      ?.slice(1)
      .find((value) => value !== undefined) ?? ''
  );
}

function svgFacts(width: number, height: number): ImageFacts | null {
  if (!(width > 0 && height > 0 && width < 1e7 && height < 1e7)) return null;
  return { mediaType: 'image/svg+xml', width: Math.round(width), height: Math.round(height) };
}
