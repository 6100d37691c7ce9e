import { loadSharp } from '../../values/load-sharp.ts';
import { decodeText } from '../xml/decode-text.ts';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type * as Decoder from 'jxl-oxide-wasm';

/** Decoding takes more than four bytes of memory per pixel. */
const maxPixels = 40_000_000;

/** High enough to avoid visible loss. JPEG XL's smaller size cannot be kept. */
const webpQuality = 90;

let decoder: Promise<typeof Decoder> | null = null;
export interface ImageInfo {
  /** Media type detected from the bytes. */
  mediaType: string;
  /** Width in CSS pixels, after applying the orientation. */
  width: number;
  /** Height in CSS pixels, after applying the orientation. */
  height: number;
}

const mediaTypes: Record<string, string> = {
  jpeg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  webp: 'image/webp',
  heif: 'image/avif',
};

/** Reads the type and size of a raster image from its header. Returns null for other files. */
export async function measureImage(bytes: Uint8Array): Promise<ImageInfo | null> {
  const sharp = await loadSharp();
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

/** Size to which images are reduced for the analysis, in px, and the longest time it may take. */
const analyzedSide = 64;
const analysisSeconds = 2;

/** Larger images need too much memory to analyze. */
const maxAnalyzedPixels = 16_000_000;

/** Larger SVG files are not drawings of lines, and take long to render. */
const maxAnalyzedSvgBytes = 1_000_000;

/** Share of the image that a drawing covers at most. Photographs cover more. */
const maxCoverage = 0.5;

/** Luminance below which a color has too little contrast on a dark page. */
const maxDarkLuminance = 0.18;
const minDarkShare = 0.6;

/** Light parts of a drawing are visible on a dark page as they are. */
const minLightLuminance = 0.5;
const maxLightShare = 0.1;

/**
 * Whether an image is a dark drawing on a transparent background, such as a formula or diagram,
 * which would be invisible on a dark page. False for images that cannot be decoded in time, and for
 * those that adapt to dark pages themselves.
 */
export async function isDarkDrawing(bytes: Uint8Array, mediaType: string): Promise<boolean> {
  const isSvg = mediaType === 'image/svg+xml';
  if (isSvg && bytes.length > maxAnalyzedSvgBytes) return false;
  if (isSvg && decodeText(bytes).text.includes('prefers-color-scheme')) return false;
  if (!isSvg && !/^image\/(?:png|gif|webp)$/.test(mediaType)) return false;
  const sharp = await loadSharp();
  try {
    const image = sharp(bytes, { limitInputPixels: maxAnalyzedPixels });
    if (!isSvg && !(await image.metadata()).hasAlpha) return false;
    const pixels = await image
      .timeout({ seconds: analysisSeconds })
      .resize(analyzedSide, analyzedSide, { fit: 'inside' })
      .toColorspace('srgb')
      .ensureAlpha()
      .raw()
      .toBuffer();
    return isDark(pixels);
  } catch {
    return false;
  }
}

/**
 * Whether the drawn part of an image is small and dark.
 *
 * @param pixels - Red, green, blue and alpha of each pixel.
 */
function isDark(pixels: Uint8Array): boolean {
  let [drawn, dark, light] = [0, 0, 0];
  for (let at = 0; at + 3 < pixels.length; at += 4) {
    const [red = 0, green = 0, blue = 0, alpha = 0] = pixels.subarray(at, at + 4);
    const luminance = 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
    drawn += alpha;
    if (luminance < maxDarkLuminance) dark += alpha;
    if (luminance > minLightLuminance) light += alpha;
  }
  const isSparse = drawn > 0 && drawn <= (pixels.length / 4) * 255 * maxCoverage;
  return isSparse && dark >= drawn * minDarkShare && light <= drawn * maxLightShare;
}

/** Linear value of a component in sRGB, from 0 to 1. */
function linear(component: number): number {
  return (component / 255) ** 2.2;
}

/**
 * Reads the size of an SVG image from `width` and `height`, otherwise from its `viewBox`. Returns
 * null if it has neither. Reads only the start tag.
 */
export function measureSvg(bytes: Uint8Array): ImageInfo | null {
  const tag = /<(?:\w+:)?svg\b[^>]*>/.exec(decodeText(bytes.subarray(0, 16_384)).text)?.[0];
  if (tag === undefined) return null;
  const [, , boxWidth, boxHeight] = readAttribute(tag, 'viewBox')
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  const width = toPixels(readAttribute(tag, 'width')) ?? null;
  const height = toPixels(readAttribute(tag, 'height')) ?? null;
  if (width && height) return svgInfo(width, height);
  if (!boxWidth || !boxHeight) return null;
  if (width) return svgInfo(width, (width * boxHeight) / boxWidth);
  if (height) return svgInfo((height * boxWidth) / boxHeight, height);
  return svgInfo(boxWidth, boxHeight);
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

function toPixels(length: string): number | null {
  const [, number, unit = ''] = /^\s*(\d*\.?\d+(?:e[+-]?\d+)?)\s*([a-z]*)\s*$/i.exec(length) ?? [];
  const factor = pixelsPerUnit[unit.toLowerCase()];
  return number === undefined || factor === undefined ? null : Number(number) * factor;
}

function readAttribute(tag: string, name: string): string {
  return (
    new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`)
      .exec(tag)
      ?.slice(1)
      .find((value) => value !== undefined) ?? ''
  );
}

function svgInfo(width: number, height: number): ImageInfo | null {
  if (!(width > 0 && height > 0 && width < 1e7 && height < 1e7)) return null;
  return { mediaType: 'image/svg+xml', width: Math.round(width), height: Math.round(height) };
}

/**
 * Converts a JPEG XL image to WebP, which every browser supports. Keeps only the first frame of an
 * animation. Returns null if the image is damaged or too large.
 */
export async function decodeJxl(bytes: Uint8Array): Promise<Uint8Array | null> {
  decoder ??= loadDecoder();
  const [{ JxlImage }, sharp] = await Promise.all([decoder, loadSharp()]);
  const image = new JxlImage();
  try {
    image.forceSrgb = true;
    image.feedBytes(bytes);
    const isDecodable = image.tryInit() && (image.width ?? 0) * (image.height ?? 0) <= maxPixels;
    if (!isDecodable || !image.loaded) return null;
    const png = image.render().encodeToPng();
    return await sharp(png, { limitInputPixels: maxPixels })
      .webp({ quality: webpQuality })
      .toBuffer();
  } catch {
    return null;
  } finally {
    image.free();
  }
}

async function loadDecoder(): Promise<typeof Decoder> {
  const module = await import('jxl-oxide-wasm');
  const code = fileURLToPath(import.meta.resolve('jxl-oxide-wasm/module.wasm'));
  await module.default({ module_or_path: await readFile(code) });
  return module;
}
