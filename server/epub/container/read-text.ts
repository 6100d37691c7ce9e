import { Failure } from '../../failure.ts';
import type { Warnings } from '../warnings.ts';
import { decodeText } from '../xml/decode-text.ts';
import { quoted } from './entry-name.ts';
import type { Archive } from './open-archive.ts';

/** Far above the largest honest chapter; parsing needs many times the size in memory. */
const MOST_TEXT_BYTES = 32_000_000;

/**
 * Text of a markup or style file. An encoding that is not what it should be costs a warning.
 *
 * @throws Failure `epub_unsafe` past 32 MB, `epub_invalid` when it cannot be unpacked.
 */
export async function readText(
  archive: Archive,
  path: string,
  warnings: Warnings,
): Promise<string> {
  const { text, fault } = decodeText(await archive.read(path, MOST_TEXT_BYTES));
  if (fault !== null) warnings.add('encoding', `${quoted(path)} ${fault}.`, path);
  return text;
}

/**
 * Text of a file that the book can be read without; null, told once, when it cannot be unpacked.
 *
 * @throws Failure `epub_unsafe` past 32 MB.
 */
export async function readSoundText(
  archive: Archive,
  path: string,
  warnings: Warnings,
): Promise<string | null> {
  try {
    return await readText(archive, path, warnings);
  } catch (cause) {
    if (!(cause instanceof Failure) || cause.reason !== 'file_damaged') throw cause;
    warnings.add('file_damaged', cause.message, path);
    return null;
  }
}
