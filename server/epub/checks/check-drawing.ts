import { quoted } from '../container/entry-name.ts';
import type { Warnings } from '../warnings.ts';

/** Far above what stands before a drawing's first shapes. */
const LONGEST = 1_000_000;

/** What a drawing in a file of its own would take from elsewhere; only its tags are looked at. */
export function checkDrawing(bytes: Uint8Array, path: string, warnings: Warnings): void {
  const text = Buffer.from(bytes.subarray(0, LONGEST)).toString('latin1');
  for (const [, href = ''] of text.matchAll(
    /<(?:\w{1,20}:)?use\s[^<>]{0,500}?href=["']([^"'<>]{0,500})/g,
  )) {
    if (href.includes('#')) continue;
    const message = `${quoted(path)} uses ${quoted(href)}, which names no part of a drawing.`;
    warnings.add('link_broken', message, path);
  }
  const [, sheet] =
    /<\?xml-stylesheet\s[^<>]{0,500}?href=["']((?:https?|file):[^"'<>]{0,500})/.exec(text) ?? [];
  if (sheet === undefined) return;
  const message = `${quoted(path)} names ${quoted(sheet)}, which lies outside of the book: it is left out.`;
  warnings.add('resource_remote', message, path);
}

/** Whether a drawing that is a page of fixed layout says how large it is drawn. */
export function hasViewBox(bytes: Uint8Array): boolean {
  const start = Buffer.from(bytes.subarray(0, 16_384)).toString('latin1');
  return /<(?:\w{1,20}:)?svg\b[^<>]*\sviewBox\s*=/.test(start);
}
