import { Failure } from '../../failure.ts';
import type { Warnings } from '../warnings.ts';
import { attributeOf, descendantsOf } from '../xml/node.ts';
import { parseDocument } from '../xml/parse-document.ts';
import type { Archive } from './open-archive.ts';
import { readText } from './read-text.ts';

const CONTAINER = 'META-INF/container.xml';
const PACKAGE_TYPE = 'application/oebps-package+xml';

/**
 * Path of the package document: the first that the container names (EPUB 3.3, section 4.2.6.3.1).
 * Where the container file is missing or names nothing that is there, the only `.opf` is taken.
 *
 * @throws Failure `epub_invalid` when there is none.
 */
export async function readContainer(archive: Archive, warnings: Warnings): Promise<string> {
  await checkMediaType(archive, warnings);
  const path = archive.find(CONTAINER);
  const document = path && parseDocument(await readText(archive, path), path, 'xml', warnings);
  const named = document
    ? [...descendantsOf(document.root, 'rootfile')]
        .filter((root) => (attributeOf(root, 'media-type') ?? PACKAGE_TYPE) === PACKAGE_TYPE)
        .map((root) => decodePath(attributeOf(root, 'full-path') ?? ''))
    : [];
  const found = named.map((name) => archive.find(name)).find((name) => name !== null);
  if (found) return found;

  const packages = archive.paths.filter((name) => name.toLowerCase().endsWith('.opf'));
  const [only] = packages;
  if (only === undefined || packages.length > 1) {
    throw new Failure(
      'epub_invalid',
      path
        ? `${CONTAINER} names no package document that is in the archive.`
        : `This zip file is no EPUB: it has no ${CONTAINER}.`,
    );
  }
  warnings.add('container_missing', `${CONTAINER} names no package; “${only}” was taken.`, only);
  return only;
}

async function checkMediaType(archive: Archive, warnings: Warnings): Promise<void> {
  const path = archive.find('mimetype');
  const type =
    path &&
    Buffer.from(await archive.read(path, 4096))
      .toString('latin1')
      .trim();
  if (type !== 'application/epub+zip') {
    warnings.add(
      'mimetype',
      'The file “mimetype” is missing or does not say application/epub+zip.',
    );
  } else if (archive.paths[0] !== 'mimetype') {
    warnings.add('mimetype', 'The file “mimetype” is not the first in the archive.');
  }
}

function decodePath(path: string): string {
  const relative = path.trim().replace(/^\/+/, '');
  try {
    return decodeURIComponent(relative);
  } catch {
    return relative;
  }
}
