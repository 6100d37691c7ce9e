import { Failure } from '../../failure.ts';
import type { Warnings } from '../warnings.ts';
import { decodeText } from '../xml/decode-text.ts';
import { quote } from './entry-name.ts';
import type { Archive } from './open-archive.ts';
import type { XmlElement } from '../xml/node.ts';
import { parseDocument } from '../xml/parse-document.ts';

/** Far above the largest honest chapter; parsing needs many times the size in memory. */
const MAX_TEXT_BYTES = 32_000_000;

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
  const { text, problem } = decodeText(await archive.read(path, MAX_TEXT_BYTES));
  if (problem !== null) warnings.add('encoding', `${quote(path)} ${problem}.`, path);
  return text;
}

/**
 * Text of a file that the book can be read without; null, told once, when it cannot be unpacked.
 *
 * @throws Failure `epub_unsafe` past 32 MB.
 */
export async function tryReadText(
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

/**
 * The root of a file that nothing is shown of; null where there is none, or where the file is too large or
 * too deep to be read: that costs the check, never the book.
 */
export async function tryReadRoot(
  path: string,
  archive: Archive,
  warnings: Warnings,
): Promise<XmlElement | null> {
  try {
    const text = await tryReadText(archive, path, warnings);
    return (text && parseDocument(text, path, 'xml', warnings)?.root) || null;
  } catch (cause) {
    if (cause instanceof Failure) return null;
    throw cause;
  }
}
