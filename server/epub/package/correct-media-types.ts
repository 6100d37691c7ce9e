import { isFont } from '../container/deobfuscate-font.ts';
import { quote } from '../container/entry-name.ts';
import type { Archive } from '../container/open-archive.ts';
import { Failure } from '../../failure.ts';
import { isRasterImage, mediaKindOf, mediaTypeByName, type MediaKind } from './media-type.ts';
import type { Warnings } from '../warnings.ts';
import { decodeText } from '../xml/decode-text.ts';
import type { Manifest } from './manifest.ts';

/** Far larger than any real chapter or image. */
const MAX_BYTES = 32_000_000;
const PROLOGUE_BYTES = 2048;

/** Kinds that can be detected from the start of a file. */
const detectableKinds: ReadonlySet<MediaKind> = new Set([
  'document',
  'svg',
  'image',
  'font',
  'css',
  'ncx',
]);

/**
 * Corrects items whose media type contradicts both the file's extension and its content. Items with
 * a fallback are skipped because they use an unsupported type on purpose.
 */
export async function correctMediaTypes(
  manifest: Manifest,
  archive: Archive,
  warnings: Warnings,
): Promise<void> {
  const kinds = new Map<string, MediaKind | null>();
  for (const item of manifest.items) {
    const type = mediaTypeByName(item.path);
    const kind = type === undefined ? 'other' : mediaKindOf(type);
    if (type === undefined || kind === item.kind || item.fallback !== null) continue;
    if (!detectableKinds.has(kind) || !(item.kind === 'other' || detectableKinds.has(item.kind)))
      continue;
    const detected = kinds.get(item.path) ?? (await detectFileKind(item.path));
    kinds.set(item.path, detected);
    if (detected !== kind) continue;
    const stated = item.mediaType || 'no type';
    const message = `${quote(item.path)} is listed as ${stated}, but is ${type}.`;
    warnings.add('media_type', message, item.path);
    item.mediaType = type;
    item.kind = kind;
  }

  async function detectFileKind(path: string): Promise<MediaKind | null> {
    try {
      return detectKind(await archive.read(path, MAX_BYTES), path);
    } catch (cause) {
      if (cause instanceof Failure) return null;
      throw cause;
    }
  }
}

function detectKind(bytes: Uint8Array, path: string): MediaKind | null {
  if (isFont(bytes)) return 'font';
  if (isRasterImage(bytes)) return 'image';
  const { text } = decodeText(bytes.subarray(0, PROLOGUE_BYTES));
  if (/<(?:\w+:)?ncx\b/.test(text)) return 'ncx';
  if (/<(?:\w+:)?html\b|<!doctype html|<body\b/i.test(text)) return 'document';
  if (/<(?:\w+:)?svg\b/.test(text)) return 'svg';
  return path.toLowerCase().endsWith('.css') && !text.includes('\0') ? 'css' : null;
}
