import { extname } from 'node:path/posix';

/** Signatures of raster image formats. */
const imageSignatures: [signature: RegExp, mediaType: string][] = [
  [/^\u00FF\u00D8\u00FF/, 'image/jpeg'],
  [/^\u0089PNG\r\n/, 'image/png'],
  [/^GIF8/, 'image/gif'],
  [/^BM/, 'image/bmp'],
  [/^RIFF.{4}WEBP/s, 'image/webp'],
  [/^.{4}ftypavi[fs]/s, 'image/avif'],
];
/** Use of a file by the compiler. */
export type MediaKind =
  | 'document'
  | 'svg'
  | 'image'
  | 'font'
  | 'audio'
  | 'video'
  | 'text'
  | 'css'
  | 'ncx'
  | 'other'
  | 'missing';

const kinds: Record<string, MediaKind> = {
  'application/xhtml+xml': 'document',
  'text/html': 'document',
  'application/x-dtbook+xml': 'document',
  'image/svg+xml': 'svg',
  'image/jpeg': 'image',
  'image/png': 'image',
  'image/gif': 'image',
  'image/webp': 'image',
  'image/avif': 'image',
  'image/jxl': 'image',
  'image/bmp': 'image',
  'font/ttf': 'font',
  'font/otf': 'font',
  'font/woff': 'font',
  'font/woff2': 'font',
  'audio/mpeg': 'audio',
  'audio/mp4': 'audio',
  'audio/ogg': 'audio',
  'audio/wav': 'audio',
  'video/mp4': 'video',
  'video/webm': 'video',
  'video/ogg': 'video',
  'text/vtt': 'text',
  'text/css': 'css',
  'application/x-dtbncx+xml': 'ncx',
};

/** Nonstandard media types found in real books. */
const aliases: Record<string, string> = {
  'image/jpg': 'image/jpeg',
  'image/pjpeg': 'image/jpeg',
  'image/x-png': 'image/png',
  'image/svg': 'image/svg+xml',
  'image/x-ms-bmp': 'image/bmp',
  'text/x-oeb1-document': 'text/html',
  'application/html': 'text/html',
  'text/x-oeb1-css': 'text/css',
  'application/font-sfnt': 'font/ttf',
  'application/x-font-ttf': 'font/ttf',
  'application/x-font-truetype': 'font/ttf',
  'application/x-truetype-font': 'font/ttf',
  'application/vnd.ms-opentype': 'font/otf',
  'application/x-font-opentype': 'font/otf',
  'application/x-font-otf': 'font/otf',
  'font/opentype': 'font/otf',
  'font/truetype': 'font/ttf',
  'application/font-woff': 'font/woff',
  'application/x-font-woff': 'font/woff',
  'application/font-woff2': 'font/woff2',
  'audio/mp3': 'audio/mpeg',
  'audio/mpeg3': 'audio/mpeg',
  'audio/x-m4a': 'audio/mp4',
  'audio/x-wav': 'audio/wav',
  'audio/opus': 'audio/ogg',
  'video/x-m4v': 'video/mp4',
};

const typesByExtension: Record<string, string> = {
  '.xhtml': 'application/xhtml+xml',
  '.html': 'text/html',
  '.htm': 'text/html',
  '.svg': 'image/svg+xml',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.png': 'image/png',
  '.gif': 'image/gif',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.jxl': 'image/jxl',
  '.bmp': 'image/bmp',
  '.ttf': 'font/ttf',
  '.otf': 'font/otf',
  '.woff': 'font/woff',
  '.woff2': 'font/woff2',
  '.mp3': 'audio/mpeg',
  '.m4a': 'audio/mp4',
  '.ogg': 'audio/ogg',
  '.opus': 'audio/ogg',
  '.wav': 'audio/wav',
  '.mp4': 'video/mp4',
  '.m4v': 'video/mp4',
  '.webm': 'video/webm',
  '.vtt': 'text/vtt',
  '.css': 'text/css',
  '.ncx': 'application/x-dtbncx+xml',
};

/** Types that do not identify the content. The file extension is used instead. */
const genericTypes = new Set([
  '',
  'application/octet-stream',
  'text/plain',
  'text/xml',
  'application/xml',
]);

/**
 * Normalizes a media type to lower case, removes its parameters, and replaces aliases and generic
 * types.
 */
export function normalizeMediaType(declared: string | undefined, path: string): string {
  const type = (declared ?? '').replace(/;.*$/s, '').trim().toLowerCase();
  const known = aliases[type] ?? type;
  return genericTypes.has(known) ? (mediaTypeByName(path) ?? known) : known;
}

/** Media type for the file's extension. */
export function mediaTypeByName(path: string): string | undefined {
  return typesByExtension[extname(path).toLowerCase()];
}

export function mediaKindOf(mediaType: string): MediaKind {
  return kinds[mediaType] ?? 'other';
}

/** Detects the media type of a raster image from its signature. Returns null if it is unknown. */
export function detectImageType(bytes: Uint8Array): string | null {
  const start = Buffer.from(bytes.subarray(0, 16)).toString('latin1');
  return imageSignatures.find(([signature]) => signature.test(start))?.[1] ?? null;
}

/** Whether the bytes start with the signature of a raster image. */
export function isRasterImage(bytes: Uint8Array): boolean {
  return detectImageType(bytes) !== null;
}
