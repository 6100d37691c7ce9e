import { Failure } from '../../failure.ts';
import type { Warnings } from '../warnings.ts';
import type { Archive } from '../container/open-archive.ts';
import { quote } from '../container/entry-name.ts';

/** Characters that some systems cannot have in names (EPUB 3.3, section 4.2.3). */
const forbiddenCharacters = /["*:<>?|\u007F\uE000-\uF8FF\uFFF0-\uFFFF\u{E0001}]|\.(?:\/|$)/u;
const MIMETYPE_PATH = 'mimetype';
const EPUB_MEDIA_TYPE = 'application/epub+zip';
const MAX_MIMETYPE_BYTES = 4096;

/** The file that says what the archive is (EPUB 3.3, section 4.3.3). No reader needs it. */
export async function checkMimetype(archive: Archive, warnings: Warnings): Promise<void> {
  const path = archive.find(MIMETYPE_PATH);
  const faults =
    path === null
      ? ['is missing']
      : [contentProblem(await readMimetype(archive, path)), positionProblem(archive, path)];
  for (const fault of faults) {
    if (fault !== null)
      warnings.add('mimetype', `The file “${MIMETYPE_PATH}” ${fault}.`, path ?? MIMETYPE_PATH);
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
    ? `has more in it than ${EPUB_MEDIA_TYPE}`
    : `does not say ${EPUB_MEDIA_TYPE}`;
}

function positionProblem(archive: Archive, path: string): string | null {
  if (archive.paths[0] !== path) return 'is not the first in the archive';
  if (archive.isCompressed(path)) return 'is compressed';
  return archive.hasExtraField(path) ? 'has an extra field in the zip file' : null;
}

/** Files whose names the programs of some reader cannot write. */
export function checkFileNames({ paths }: Archive, warnings: Warnings): void {
  for (const path of paths) {
    if (!forbiddenCharacters.test(path)) continue;
    const message = `The name of ${quote(path)} has characters that not every system can have in one.`;
    warnings.add('file_name', message, path);
  }
}
