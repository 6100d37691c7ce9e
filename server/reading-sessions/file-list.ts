import { z } from 'zod';
import { allowedEnd, isSectionAllowed, type Licence } from '../books/licence/licence.ts';
import type { AllowedFiles } from '../books/licence/licences.ts';
import type { BookContents } from '../books/book-contents.ts';

export const ListedFile = z.object({
  path: z
    .string()
    .describe(
      'Below `session.content`. Those under `resources/` want `session.resourceQuery`, all others the token.',
    ),
  bytes: z.int().min(0).describe('About so many bytes come over the network.'),
});
export type ListedFile = z.infer<typeof ListedFile>;

/** All that a session may fetch of a book. */
export const FileList = z
  .object({
    files: z.array(ListedFile).describe('Sections in the reading order, style sheets, resources.'),
    bytes: z.int().min(0).describe('Of all of them together.'),
  })
  .meta({ id: 'FileList' });
export type FileList = z.infer<typeof FileList>;

/** What a version holds, with sizes in bytes as they are stored. */
export interface StoredSizes {
  sections: ReadonlyMap<number, number>;
  styles: readonly { id: string; bytes: number }[];
  resources: readonly { path: string; bytes: number }[];
}

/** Lists what of a reading is licensed; `files` null licenses every file. */
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
    // Chapters are not stored compressed: their text is about as long.
    const whole = (chapter ? null : sizes.sections.get(index)) ?? length;
    const bytes = end === null ? whole : Math.ceil((whole * end) / Math.max(1, length));
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
