import { z } from 'zod';
import { allowedEnd, isSectionAllowed, type Licence } from '../books/licence/licence.ts';
import type { AllowedFiles } from '../books/licence/licences.ts';
import type { BookContents } from '../books/book-contents.ts';

export const ListedFile = z.object({
  path: z
    .string()
    .describe(
      'Relative to `session.content`. Paths under `resources/` require `session.resourceQuery`, all others the ' +
        'token.',
    ),
  bytes: z.int().min(0).describe('Approximate transfer size.'),
});
export type ListedFile = z.infer<typeof ListedFile>;

/** All files of a book that a session may fetch. */
export const FileList = z
  .object({
    files: z
      .array(ListedFile)
      .describe('Sections in reading order, then style sheets, then resources.'),
    bytes: z.int().min(0).describe('Approximate transfer size of all files.'),
  })
  .meta({ id: 'FileList' });
export type FileList = z.infer<typeof FileList>;

/** The files of a book version with their stored sizes in bytes. */
export interface StoredSizes {
  sections: ReadonlyMap<number, number>;
  styles: readonly { id: string; bytes: number }[];
  resources: readonly { path: string; bytes: number }[];
}

/** Lists the licensed files of a book. `licensed` is null if all files are licensed. */
export function toFileList(
  { readingOrder }: BookContents,
  licence: Licence | null,
  sizes: StoredSizes,
  licensed: Pick<AllowedFiles, 'paths' | 'styles'> | null,
): FileList {
  const sections = readingOrder.flatMap(({ chapter, length }, index) => {
    if (!isSectionAllowed(licence, index)) return [];
    const end = allowedEnd(licence, index);
    const path = chapter ? `chapters/${chapter.id}/${chapter.revision}` : `sections/${index}`;
    // Chapters are stored uncompressed, so the length of their text approximates the transfer size.
    const fullBytes = (chapter ? null : sizes.sections.get(index)) ?? length;
    const bytes = end === null ? fullBytes : Math.ceil((fullBytes * end) / Math.max(1, length));
    return [{ path: end === null ? path : `${path}?end=${end}`, bytes }];
  });
  const styles = sizes.styles
    .filter(({ id }) => !licensed || licensed.styles.has(id))
    .map(({ id, bytes }) => ({ path: `styles/${id}`, bytes }));
  const resources = sizes.resources
    .filter(({ path }) => !licensed || licensed.paths.has(path))
    .map(({ path, bytes }) => ({ path: `resources/${encodePath(path)}`, bytes }));
  const files = [...sections, ...styles, ...resources];
  return { files, bytes: files.reduce((sum, one) => sum + one.bytes, 0) };
}

function encodePath(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/');
}
