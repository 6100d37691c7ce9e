import { epubFailure } from '../failure-reasons.ts';
import { checkRenditions } from '../checks/check-renditions.ts';
import type { Warnings } from '../warnings.ts';
import { attributeOf, descendantsOf } from '../xml/node.ts';
import { parseDocument } from '../xml/parse-document.ts';
import { quote } from './entry-name.ts';
import type { Archive } from './open-archive.ts';
import { tryReadText } from './read-text.ts';
import { resolveReference } from './resolve-reference.ts';
import type { Failure } from '../../failure.ts';

const containerPath = 'META-INF/container.xml';
const PACKAGE_TYPE = 'application/oebps-package+xml';

/**
 * Returns the path of the first package document listed in the container (EPUB 3.3, section
 * 4.2.6.3.1). If no listed document exists, the `.opf` file nearest to the root is used.
 *
 * @throws Failure `epub_invalid` if there is no package document.
 */
export async function findPackagePath(archive: Archive, warnings: Warnings): Promise<string> {
  const named = await namedPackagePaths(archive, warnings);
  const found = named.map((name) => archive.find(name)).find((name) => name !== null);
  if (found) return found;

  const [nearest] = archive.paths
    .filter((name) => name.toLowerCase().endsWith('.opf'))
    .sort((one, other) => one.split('/').length - other.split('/').length);
  if (nearest === undefined) {
    throw epubFailure(
      'package_missing',
      `${containerPath} lists no package document that exists in the archive. Export the book again as EPUB.`,
    );
  }
  warnings.add(
    'package_guessed',
    `${containerPath} lists no package document that exists. ${quote(nearest)} was used instead.`,
    nearest,
  );
  return nearest;
}

async function namedPackagePaths(archive: Archive, warnings: Warnings): Promise<string[]> {
  const path = archive.find(containerPath);
  const text = path && (await tryReadText(archive, path, warnings));
  const document = path && text ? parseDocument(text, path, 'xml', warnings) : null;
  if (!document) return [];
  await checkRenditions(document.root, archive, warnings);
  return [...descendantsOf(document.root, 'rootfile')]
    .filter((root) => (attributeOf(root, 'media-type') ?? PACKAGE_TYPE) === PACKAGE_TYPE)
    .flatMap((root) => toLocalPaths(attributeOf(root, 'full-path') ?? ''));
}

function toLocalPaths(fullPath: string): string[] {
  const reference = resolveReference('', fullPath);
  return reference.kind === 'local' && reference.path !== '' ? [reference.path] : [];
}

/**
 * Returns the archive as the container, or its only folder that contains a book if a whole folder
 * was zipped.
 *
 * @throws Failure `epub_invalid` for a zip file without a book.
 */
export function locateContainer(archive: Archive, warnings: Warnings): Archive {
  if (archive.find(containerPath) !== null) return archive;
  const folders = archive.paths
    .filter((path) => path.endsWith(`/${containerPath}`) && !path.startsWith('__MACOSX/'))
    .map((path) => path.slice(0, -containerPath.length));
  const [folder] = folders;
  if (folders.length > 1) {
    const message = `This zip file contains ${folders.length} books in folders such as ${quote(folder ?? '')}. Import each book separately.`;
    throw epubFailure('zip_several_books', message);
  }
  if (folder === undefined) throw noContainerFailure(archive);
  warnings.add('container_folder', `The book is in the folder ${quote(folder)} of the zip file.`);
  return archiveInFolder(archive, folder);
}

function archiveInFolder(archive: Archive, folder: string): Archive {
  return {
    ...archive,
    paths: archive.paths
      .filter((path) => path.startsWith(folder))
      .map((path) => path.slice(folder.length)),
    find: (path) => archive.find(folder + path)?.slice(folder.length) ?? null,
    isCompressed: (path) => archive.isCompressed(folder + path),
    hasExtraField: (path) => archive.hasExtraField(folder + path),
    read: (path, maxBytes) => archive.read(folder + path, maxBytes),
  };
}

function noContainerFailure({ paths }: Archive): Failure {
  const inner = paths.find((path) => /\.epub$/i.test(path));
  if (inner !== undefined) {
    const message = `This zip file is not an EPUB, but contains ${quote(inner)}. Unpack it and import that file.`;
    return epubFailure('zip_nested', message);
  }
  return epubFailure(
    'container_missing',
    `This zip file is not an EPUB: it has no ${containerPath}. Ask for the book as an EPUB file, or export it again.`,
  );
}
