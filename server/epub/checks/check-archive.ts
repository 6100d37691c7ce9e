import { Failure } from '../../failure.ts';
import type { Warnings } from '../warnings.ts';
import type { Archive } from '../container/open-archive.ts';
import { quote } from '../container/entry-name.ts';

/** Characters that file names must not contain (EPUB 3.3, section 4.2.3). */
const forbiddenCharacters = /["*:<>?|\u007F\uE000-\uF8FF\uFFF0-\uFFFF\u{E0001}]|\.(?:\/|$)/u;
const MIMETYPE_PATH = 'mimetype';
const EPUB_MEDIA_TYPE = 'application/epub+zip';
const MAX_MIMETYPE_BYTES = 4096;

/** Checks the `mimetype` file (EPUB 3.3, section 4.3.3). The compiler itself does not need it. */
export async function checkMimetype(archive: Archive, warnings: Warnings): Promise<void> {
  const path = archive.find(MIMETYPE_PATH);
  const problems =
    path === null
      ? ['is missing']
      : [contentProblem(await readMimetype(archive, path)), positionProblem(archive, path)];
  for (const problem of problems) {
    if (problem !== null)
      warnings.add('mimetype', `The file “${MIMETYPE_PATH}” ${problem}.`, path ?? MIMETYPE_PATH);
  }
}

async function readMimetype(archive: Archive, path: string): Promise<string | null> {
  try {
    return Buffer.from(await archive.read(path, MAX_MIMETYPE_BYTES)).toString('utf8');
  } catch (cause) {
    if (cause instanceof Failure) return null;
    throw cause;
  }
}

function contentProblem(text: string | null): string | null {
  if (text === EPUB_MEDIA_TYPE) return null;
  const isSurrounded = text?.replace(/^\uFEFF/, '').trim() === EPUB_MEDIA_TYPE;
  return isSurrounded
    ? `contains more than “${EPUB_MEDIA_TYPE}”`
    : `does not contain “${EPUB_MEDIA_TYPE}”`;
}

function positionProblem(archive: Archive, path: string): string | null {
  if (archive.paths[0] !== path) return 'is not the first entry in the archive';
  if (archive.isCompressed(path)) return 'is compressed';
  return archive.hasExtraField(path) ? 'has an extra field in its zip header' : null;
}

/** Warns about file names that some systems cannot store. */
export function checkFileNames({ paths }: Archive, warnings: Warnings): void {
  for (const path of paths) {
    if (!forbiddenCharacters.test(path)) continue;
    const message = `The file name ${quote(path)} contains characters that some systems do not allow.`;
    warnings.add('file_name', message, path);
  }
}
