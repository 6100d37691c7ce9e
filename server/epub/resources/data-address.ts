import { createHash } from 'node:crypto';
import { mediaKindOf, mediaTypeOf, type MediaKind } from '../package/media-type.ts';

export interface DataFile {
  path: string;
  mediaType: string;
  kind: MediaKind;
  bytes: Uint8Array;
}

const LONGEST_ADDRESS = 8_000_000;

/** The file that a `data:` address holds, with a path made from its content; null when unreadable. */
export function dataFileOf(address: string): DataFile | null {
  const [, header, body] = /^data:([^,]*),(.*)$/is.exec(address) ?? [];
  if (header === undefined || body === undefined || body.length > LONGEST_ADDRESS) return null;
  const mediaType = mediaTypeOf(header.split(';')[0], '');
  const text = unescaped(body);
  const bytes = /;\s*base64\s*$/i.test(header)
    ? Buffer.from(text, 'base64')
    : Buffer.from(text, 'utf8');
  const name = createHash('sha256').update(bytes).digest('hex').slice(0, 16);
  const extension = mediaType.replace(/^.*\//, '').replace(/\+.*$/, '');
  return { path: `svc-data/${name}.${extension}`, mediaType, kind: mediaKindOf(mediaType), bytes };
}

function unescaped(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
