import { Failure } from '../../failure.ts';
import type { Warnings } from '../warnings.ts';
import type { Archive } from './open-archive.ts';

const NAME = 'mimetype';
const TYPE = 'application/epub+zip';
const LONGEST = 4096;

/** The file that says what the archive is (EPUB 3.3, section 4.3.3). No reader needs it. */
export async function checkMimetype(archive: Archive, warnings: Warnings): Promise<void> {
  const path = archive.find(NAME);
  const faults =
    path === null
      ? ['is missing']
      : [faultOfText(await textOf(archive, path)), faultOfPlace(archive, path)];
  for (const fault of faults) {
    if (fault !== null) warnings.add('mimetype', `The file “${NAME}” ${fault}.`, path ?? NAME);
  }
}

async function textOf(archive: Archive, path: string): Promise<string | null> {
  try {
    return Buffer.from(await archive.read(path, LONGEST)).toString('utf8');
  } catch (cause) {
    if (cause instanceof Failure) return null;
    throw cause;
  }
}

function faultOfText(text: string | null): string | null {
  if (text === TYPE) return null;
  const isSurrounded = text?.replace(/^\uFEFF/, '').trim() === TYPE;
  return isSurrounded ? `has more in it than ${TYPE}` : `does not say ${TYPE}`;
}

function faultOfPlace(archive: Archive, path: string): string | null {
  if (archive.paths[0] !== path) return 'is not the first in the archive';
  if (archive.isCompressed(path)) return 'is compressed';
  return archive.hasExtraField(path) ? 'has an extra field in the zip file' : null;
}
