import { z } from 'zod';
import { BookId, ChapterId } from '../books/contract.ts';
import { cleanLine } from '../values/clean-text.ts';

export const ChapterState = z
  .enum(['draft', 'scheduled', 'published', 'unpublished'])
  .describe('State of a chapter; readers see only published chapters.');

const Title = z
  .string()
  .max(500)
  .transform(cleanLine)
  .pipe(z.string().min(1, 'Must not be empty.'));
const Format = z
  .enum(['xhtml', 'text'])
  .describe(
    '`xhtml`: the body of a document; unsupported elements are removed. `text`: plain text with ' +
      'empty lines between paragraphs.',
  );
const Content = z
  .string()
  .min(1)
  .max(1_000_000)
  .refine(
    (text) => text.isWellFormed() && !text.includes('\0'),
    'Must be well-formed text without null characters.',
  )
  .describe('Compiled like an EPUB document; images are removed.');
const Position = z
  .int()
  .min(0)
  .max(1_000_000_000)
  .describe('Sort position among the chapters; chapters with the same position sort by age.');
const PublishAt = z.iso
  .datetime({ offset: true })
  .transform((time) => new Date(time).toISOString())
  .describe('Publication time; must not be in the past.');

export const NewChapter = z
  .strictObject({
    title: Title,
    content: Content,
    format: Format.optional().describe(
      'Defaults to `xhtml` if the content begins with `<`, otherwise `text`.',
    ),
    position: Position.optional().describe('Defaults to after all other chapters.'),
    publishAt: PublishAt.optional().describe(
      'Schedules the chapter. Without it, the chapter is a draft.',
    ),
  })
  .meta({ id: 'NewChapter' });
export type NewChapter = z.infer<typeof NewChapter>;

export const ChapterPatch = z
  .strictObject({ title: Title, content: Content, format: Format, position: Position })
  .partial()
  .refine(({ content, format }) => content !== undefined || format === undefined, {
    path: ['format'],
    message: 'Must be sent together with `content`.',
  })
  .meta({ id: 'ChapterPatch' });
export type ChapterPatch = z.infer<typeof ChapterPatch>;

export const PublishRequest = z
  .strictObject({ publishAt: PublishAt.optional().describe('Defaults to now.') })
  .meta({ id: 'PublishOrder' });
export type PublishRequest = z.infer<typeof PublishRequest>;

/** A chapter of serial fiction, without its text. */
export const SerialChapter = z
  .object({
    id: ChapterId,
    bookId: BookId,
    title: z.string(),
    position: Position,
    state: ChapterState,
    publishAt: z.iso
      .datetime()
      .nullable()
      .describe('Scheduled publication time; null if not scheduled.'),
    publishedAt: z.iso.datetime().nullable().describe('Time of the last publication.'),
    words: z.int().min(0),
    length: z.int().min(0).describe('Length of the text in UTF-16 code units.'),
    contentDigest: z.string().describe('Changes whenever the content changes.'),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  })
  .meta({ id: 'SerialChapter' });
export type SerialChapter = z.infer<typeof SerialChapter>;

export const ChapterView = SerialChapter.extend({
  content: z
    .object({ format: Format, source: z.string() })
    .nullable()
    .describe('Content as sent; null for accounts other than the book’s own.'),
}).meta({ id: 'ChapterView' });
export type ChapterView = z.infer<typeof ChapterView>;

/** Position at which a page of chapters ends. */
export const ChapterListPosition = z.object({ position: z.int(), id: z.string() });
export type ChapterListPosition = z.infer<typeof ChapterListPosition>;
