/** How raster images begin, and of what type they then are. */
const signatures: [signature: RegExp, mediaType: string][] = [
  [/^\u00FF\u00D8\u00FF/, 'image/jpeg'],
  [/^\u0089PNG\r\n/, 'image/png'],
  [/^GIF8/, 'image/gif'],
  [/^BM/, 'image/bmp'],
  [/^RIFF.{4}WEBP/s, 'image/webp'],
  [/^.{4}ftypavi[fs]/s, 'image/avif'],
];

/** The type of the raster image that the bytes begin as; null for none. */
export function pictureType(bytes: Uint8Array): string | null {
  const start = Buffer.from(bytes.subarray(0, 16)).toString('latin1');
  return signatures.find(([signature]) => signature.test(start))?.[1] ?? null;
}

/** Whether the bytes begin as a raster image does. */
export function isPicture(bytes: Uint8Array): boolean {
  return pictureType(bytes) !== null;
}
