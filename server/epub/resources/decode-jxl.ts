import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type * as Decoder from 'jxl-oxide-wasm';
import sharp from 'sharp';

/** A decoded picture takes so many times four bytes and more. */
const mostPixels = 40_000_000;
/** Of WebP: what JPEG XL saves is lost anyway, what is seen is not. */
const quality = 90;

let decoder: Promise<typeof Decoder> | null = null;

/**
 * A JPEG XL picture as WebP, which every browser shows; of an animation, the first frame. Null where it is
 * damaged or too large.
 */
export async function decodeJxl(bytes: Uint8Array): Promise<Uint8Array | null> {
  decoder ??= load();
  const { JxlImage } = await decoder;
  const image = new JxlImage();
  try {
    image.forceSrgb = true;
    image.feedBytes(bytes);
    const isThere = image.tryInit() && (image.width ?? 0) * (image.height ?? 0) <= mostPixels;
    if (!isThere || !image.loaded) return null;
    const png = image.render().encodeToPng();
    return await sharp(png, { limitInputPixels: mostPixels }).webp({ quality }).toBuffer();
  } catch {
    return null;
  } finally {
    image.free();
  }
}

async function load(): Promise<typeof Decoder> {
  const module = await import('jxl-oxide-wasm');
  const code = fileURLToPath(import.meta.resolve('jxl-oxide-wasm/module.wasm'));
  await module.default({ module_or_path: await readFile(code) });
  return module;
}
