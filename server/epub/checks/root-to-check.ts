import { Failure } from '../../failure.ts';
import type { Archive } from '../container/open-archive.ts';
import { readSoundText } from '../container/read-text.ts';
import type { Warnings } from '../warnings.ts';
import type { XmlElement } from '../xml/node.ts';
import { parseDocument } from '../xml/parse-document.ts';

/**
 * The root of a file that nothing is shown of; null where there is none, or where the file is too large or
 * too deep to be read: that costs the check, never the book.
 */
export async function rootToCheck(
  path: string,
  archive: Archive,
  warnings: Warnings,
): Promise<XmlElement | null> {
  try {
    const text = await readSoundText(archive, path, warnings);
    return (text && parseDocument(text, path, 'xml', warnings)?.root) || null;
  } catch (cause) {
    if (cause instanceof Failure) return null;
    throw cause;
  }
}
