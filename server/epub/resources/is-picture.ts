/** How raster images begin. */
const signatures = [
  /^\u00FF\u00D8\u00FF/,
  /^\u0089PNG\r\n/,
  /^GIF8/,
  /^BM/,
  /^RIFF.{4}WEBP/s,
  /^.{4}ftypavi[fs]/s,
];

/** Whether the bytes begin as a raster image does. */
export function isPicture(bytes: Uint8Array): boolean {
  const start = Buffer.from(bytes.subarray(0, 16)).toString('latin1');
  return signatures.some((signature) => signature.test(start));
}
