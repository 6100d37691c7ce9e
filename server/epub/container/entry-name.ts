import type { Entry } from 'yauzl';
import { epubFailure } from '../failure-reasons.ts';

const MAX_NAME_LENGTH = 1024;
const MAX_QUOTE_LENGTH = 120;

/**
 * Normalized path of a zip entry: relative, separated by `/`, in NFC.
 *
 * @throws Failure `epub_invalid` if the name is not in UTF-8, `epub_unsafe` if it could leave the
 * container or is ambiguous between systems (`..`, absolute path, backslash, drive letter, control
 * characters).
 */
export function entryName(entry: Entry): string {
  const name = decodeName(entry);
  const problem = nameProblem(name);
  if (problem) throw epubFailure('zip_unsafe_name', `The entry ${quote(name)} ${problem}.`);
  return name.replace(/^(?:\.\/)+/, '').normalize('NFC');
}

/** Formats a name for a message: quoted, shortened, on one line. */
export function quote(name: string): string {
  // Text from a book may be megabytes long. A character has at most two UTF-16 code units.
  const start = name.slice(0, 2 * (MAX_QUOTE_LENGTH + 1));
  const line = start.replaceAll(/[\p{Cc}\p{Cf}]/gu, '\uFFFD');
  return `“${line.length > MAX_QUOTE_LENGTH ? `${line.slice(0, MAX_QUOTE_LENGTH)}…` : line}”`;
}

// EPUB requires UTF-8, but many zip programs write it without setting the corresponding flag.
function decodeName({ fileNameRaw }: Entry): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(fileNameRaw);
  } catch {
    // References inside the book cannot match a name in an unknown encoding.
    const name = quote(new TextDecoder().decode(fileNameRaw));
    throw epubFailure(
      'zip_name_encoding',
      `The entry name ${name} is not in UTF-8. Export the book again with file names in UTF-8.`,
    );
  }
}

function nameProblem(name: string): string | null {
  if (name === '') return 'has no name';
  if (name.length > MAX_NAME_LENGTH) return `has a name of more than ${MAX_NAME_LENGTH} characters`;
  if (/\p{Cc}/u.test(name)) return 'has control characters in its name';
  if (name.includes('\\')) return 'has a backslash in its name';
  if (name.startsWith('/')) return 'has an absolute path';
  if (/^[a-z]:/i.test(name)) return 'has a drive letter in its name';
  if (name.split('/').includes('..')) return 'has “..” in its path';
  return null;
}
