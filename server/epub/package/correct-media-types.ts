import { isFont } from '../container/deobfuscate-font.ts';
import { quote } from '../container/entry-name.ts';
import type { Archive } from '../container/open-archive.ts';
import { Failure } from '../../failure.ts';
import { isRasterImage, mediaKindOf, mediaTypeByName, type MediaKind } from './media-type.ts';
import type { Warnings } from '../warnings.ts';
import { decodeText } from '../xml/decode-text.ts';
import type { Manifest } from './manifest.ts';

/** Far above the largest honest chapter or picture. */
const MAX_BYTES = 32_000_000;
const PROLOGUE_BYTES = 2048;

/** Kinds that can be told by how a file begins. */
const detectableKinds: ReadonlySet<MediaKind> = new Set([
  'document',
  'svg',
  'image',
  'font',
  'css',
  'ncx',
]);

/**
 * Believes a file's name where the manifest says something else of it and the file begins as its name
 * says. An item with a fallback is foreign on purpose.
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
    const found = kinds.get(item.path) ?? (await kindOf(item.path));
    kinds.set(item.path, found);
    if (found !== kind) continue;
    const stated = item.mediaType || 'nothing';
    const message = `${quote(item.path)} is listed as ${stated}, but is ${type}.`;
    warnings.add('media_type', message, item.path);
    item.mediaType = type;
    item.kind = kind;
  }

  async function kindOf(path: string): Promise<MediaKind | null> {
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
