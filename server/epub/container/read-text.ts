import { decodeText } from '../xml/decode-text.ts';
import type { Archive } from './open-archive.ts';

/** Far above the largest honest chapter; parsing needs many times the size in memory. */
const MOST_TEXT_BYTES = 32_000_000;

/**
 * Text of a markup or style file.
 *
 * @throws Failure `epub_unsafe` past 32 MB, `epub_invalid` when it cannot be unpacked.
 */
export async function readText(archive: Archive, path: string): Promise<string> {
  return decodeText(await archive.read(path, MOST_TEXT_BYTES));
}
