import type { Failure } from '../../failure.ts';
import { refuse } from '../refusals.ts';
import type { Warnings } from '../warnings.ts';
import { quoted } from './entry-name.ts';
import type { Archive } from './open-archive.ts';
import { CONTAINER } from './read-container.ts';

/**
 * The archive as the book's container: itself, or the one folder of it that holds a book, where a
 * whole folder was zipped.
 *
 * @throws Failure `epub_invalid` for a zip file without a book.
 */
export function findBook(archive: Archive, warnings: Warnings): Archive {
  if (archive.find(CONTAINER) !== null) return archive;
  const folders = archive.paths
    .filter((path) => path.endsWith(`/${CONTAINER}`) && !path.startsWith('__MACOSX/'))
    .map((path) => path.slice(0, -CONTAINER.length));
  const [folder] = folders;
  if (folders.length > 1) {
    const message = `This zip file has ${folders.length} books in it, in folders such as ${quoted(folder ?? '')}: import each on its own.`;
    throw refuse('zip_several_books', message);
  }
  if (folder === undefined) throw noBook(archive);
  warnings.add(
    'container_folder',
    `The book lies in the folder ${quoted(folder)} of the zip file.`,
  );
  return within(archive, folder);
}

function within(archive: Archive, folder: string): Archive {
  return {
    ...archive,
    paths: archive.paths
      .filter((path) => path.startsWith(folder))
      .map((path) => path.slice(folder.length)),
    find: (path) => archive.find(folder + path)?.slice(folder.length) ?? null,
    isCompressed: (path) => archive.isCompressed(folder + path),
    hasExtraField: (path) => archive.hasExtraField(folder + path),
    read: (path, mostBytes) => archive.read(folder + path, mostBytes),
  };
}

function noBook({ paths }: Archive): Failure {
  const inner = paths.find((path) => /\.epub$/i.test(path));
  if (inner !== undefined) {
    const message = `This zip file is no EPUB, but holds ${quoted(inner)}: unpack it and import that.`;
    return refuse('zip_nested', message);
  }
  return refuse(
    'container_missing',
    `This zip file is no EPUB: it has no ${CONTAINER}. Ask for the book as EPUB, or export it again.`,
  );
}
