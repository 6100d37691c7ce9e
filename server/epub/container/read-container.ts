import { refuse } from '../refusals.ts';
import { checkRenditions } from '../checks/check-renditions.ts';
import type { Warnings } from '../warnings.ts';
import { attributeOf, descendantsOf } from '../xml/node.ts';
import { parseDocument } from '../xml/parse-document.ts';
import { quoted } from './entry-name.ts';
import type { Archive } from './open-archive.ts';
import { readSoundText } from './read-text.ts';
import { resolveReference } from './resolve-reference.ts';

export const CONTAINER = 'META-INF/container.xml';
const PACKAGE_TYPE = 'application/oebps-package+xml';

/**
 * Path of the package document: the first that the container names (EPUB 3.3, section 4.2.6.3.1).
 * Where it names none that is there, the `.opf` nearest to the root is taken.
 *
 * @throws Failure `epub_invalid` when there is none.
 */
export async function readContainer(archive: Archive, warnings: Warnings): Promise<string> {
  const named = await packagesNamed(archive, warnings);
  const found = named.map((name) => archive.find(name)).find((name) => name !== null);
  if (found) return found;

  const [nearest] = archive.paths
    .filter((name) => name.toLowerCase().endsWith('.opf'))
    .sort((one, other) => one.split('/').length - other.split('/').length);
  if (nearest === undefined) {
    throw refuse(
      'package_missing',
      `${CONTAINER} names no package document that is in the archive: export the book again as EPUB.`,
    );
  }
  warnings.add(
    'package_guessed',
    `${CONTAINER} names no package that is there; ${quoted(nearest)} was taken.`,
    nearest,
  );
  return nearest;
}

async function packagesNamed(archive: Archive, warnings: Warnings): Promise<string[]> {
  const path = archive.find(CONTAINER);
  const text = path && (await readSoundText(archive, path, warnings));
  const document = path && text ? parseDocument(text, path, 'xml', warnings) : null;
  if (!document) return [];
  await checkRenditions(document.root, archive, warnings);
  return [...descendantsOf(document.root, 'rootfile')]
    .filter((root) => (attributeOf(root, 'media-type') ?? PACKAGE_TYPE) === PACKAGE_TYPE)
    .flatMap((root) => pathOf(attributeOf(root, 'full-path') ?? ''));
}

function pathOf(fullPath: string): string[] {
  const reference = resolveReference('', fullPath);
  return reference.kind === 'local' && reference.path !== '' ? [reference.path] : [];
}
