import { Failure } from '../../failure.ts';
import type { Warnings } from '../warnings.ts';
import { decodeText } from '../xml/decode-text.ts';
import { quote } from './entry-name.ts';
import type { Archive } from './open-archive.ts';
import type { XmlElement } from '../xml/node.ts';
import { parseDocument } from '../xml/parse-document.ts';

/** Far larger than any real chapter. Parsing needs many times this size in memory. */
const MAX_TEXT_BYTES = 32_000_000;

/**
 * Reads the text of a markup or style file. Warns about an incorrect or undeclared encoding.
 *
 * @throws Failure `epub_unsafe` above 32 MB, `epub_invalid` if it cannot be unpacked.
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
 * Reads the text of an optional file. Returns null, with one warning, if it cannot be unpacked.
 *
 * @throws Failure `epub_unsafe` above 32 MB.
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
 * Parses a file whose content is only checked, never shown, and returns its root. Returns null if
 * the file is missing, too large or nested too deeply; the check is then skipped.
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
