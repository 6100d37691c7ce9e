import sharp from 'sharp';

/** Returns a `data:` URL of bytes or text. */
export function toDataUrl(type: string, bytes: Uint8Array | string): string {
  return `data:${type};base64,${Buffer.from(bytes).toString('base64')}`;
}

export async function pngDataUrl(
  width: number,
  height: number,
  color = '#aa0000',
): Promise<string> {
  const image = sharp({ create: { width, height, channels: 4, background: color } });
  return toDataUrl('image/png', await image.png().toBuffer());
}

/** An SVG image of 120 × 40 pixels with additional content. */
export function svgDataUrl(more = '', attributes = ''): string {
  return toDataUrl(
    'image/svg+xml',
    `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ` +
      `width="120" height="40" ${attributes}><rect width="120" height="40" fill="#aa0000"/>${more}</svg>`,
  );
}

/** A WOFF2 header followed by as many bytes as it declares. */
export function woff2DataUrl(
  change: (bytes: Buffer) => void = () => undefined,
  size = 200,
): string {
  const bytes = Buffer.alloc(size, 7);
  bytes.write('wOF2', 'latin1');
  bytes.writeUInt32BE(0x00010000, 4);
  bytes.writeUInt32BE(size, 8);
  bytes.writeUInt16BE(9, 12);
  bytes.writeUInt16BE(0, 14);
  bytes.writeUInt32BE(4096, 16);
  bytes.writeUInt32BE(size - 48, 20);
  change(bytes);
  return toDataUrl('font/woff2', bytes);
}
