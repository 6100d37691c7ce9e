import type { Entry } from 'yauzl';
import { refuse } from '../refusals.ts';

const LONGEST_NAME = 1024;
const LONGEST_QUOTED = 120;

/**
 * Path of a zip entry, as the rest of the compiler names it: relative, with `/`, in NFC.
 *
 * @throws Failure `epub_invalid` for a name that is not in UTF-8, `epub_unsafe` for one that could
 * leave the container or means another place on another system: `..`, absolute, backslash, drive
 * letter, control characters.
 */
export function entryName(entry: Entry): string {
  const name = decodeName(entry);
  const fault = faultOf(name);
  if (fault) throw refuse('zip_unsafe_name', `The entry ${quoted(name)} ${fault}.`);
  return name.replace(/^(?:\.\/)+/, '').normalize('NFC');
}

/** A name as it may stand in a message: short, on one line. */
export function quoted(name: string): string {
  // What is quoted may have megabytes, many times over; a character has two units at most.
  const start = name.slice(0, 2 * (LONGEST_QUOTED + 1));
  const line = start.replaceAll(/[\p{Cc}\p{Cf}]/gu, '\uFFFD');
  return `“${line.length > LONGEST_QUOTED ? `${line.slice(0, LONGEST_QUOTED)}…` : line}”`;
}

// EPUB requires UTF-8, but many zip programs write it without setting the flag that says so.
function decodeName({ fileNameRaw }: Entry): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(fileNameRaw);
  } catch {
    // What the book's own files call it cannot be known, so it could never be found.
    const name = quoted(new TextDecoder().decode(fileNameRaw));
    throw refuse(
      'zip_name_encoding',
      `The name of the entry ${name} is not in UTF-8: export the book again with file names in UTF-8.`,
    );
  }
}

function faultOf(name: string): string | null {
  if (name === '') return 'has no name';
  if (name.length > LONGEST_NAME) return `has a name of more than ${LONGEST_NAME} characters`;
  if (/\p{Cc}/u.test(name)) return 'has control characters in its name';
  if (name.includes('\\')) return 'has a backslash in its name';
  if (name.startsWith('/')) return 'has an absolute path';
  if (/^[a-z]:/i.test(name)) return 'has a drive letter in its name';
  if (name.split('/').includes('..')) return 'has “..” in its path';
  return null;
}
