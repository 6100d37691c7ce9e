import { z } from 'zod';
import { BookId, ChapterId } from '../books/contract.ts';
import { cleanLine } from '../values/clean-text.ts';

export const ChapterState = z
  .enum(['draft', 'scheduled', 'published', 'unpublished'])
  .describe('Chapter state. Readers see only published chapters.');

const Title = z
  .string()
  .max(500)
  .transform(cleanLine)
  .pipe(z.string().min(1, 'Must not be empty.'));
const Format = z
  .enum(['xhtml', 'text'])
  .describe(
    '`xhtml`: the body of a document, from which unsupported elements are removed. `text`: plain text with ' +
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
  .describe('Compiled like an EPUB document. Images are removed.');
const Position = z
  .int()
  .min(0)
  .max(1_000_000_000)
  .describe('Sort position among the chapters. Chapters with the same position are sorted by age.');
const PublishAt = z.iso
  .datetime({ offset: true })
  .transform((time) => new Date(time).toISOString())
  .describe('Publication time. Must not be in the past.');

export const NewChapter = z
  .strictObject({
    title: Title,
    content: Content,
    format: Format.optional().describe(
      'Defaults to `xhtml` if the content begins with `<`, and to `text` otherwise.',
    ),
    position: Position.optional().describe('Defaults to the position after all other chapters.'),
    publishAt: PublishAt.optional().describe(
      'Schedules the chapter. Without it, the chapter is a draft.',
    ),
  })
  .meta({
    id: 'NewChapter',
    example: {
      title: 'Loomings',
      content: '<p>Call me Ishmael.</p>',
      publishAt: '2026-11-24T06:00:00.000Z',
    },
  });
export type NewChapter = z.infer<typeof NewChapter>;

export const ChapterPatch = z
  .strictObject({ title: Title, content: Content, format: Format, position: Position })
  .partial()
  .refine(({ content, format }) => content !== undefined || format === undefined, {
    path: ['format'],
    message: 'Must be sent together with `content`.',
  })
  .meta({ id: 'ChapterPatch', example: { title: 'Loomings' } });
export type ChapterPatch = z.infer<typeof ChapterPatch>;

export const PublishRequest = z
  .strictObject({ publishAt: PublishAt.optional().describe('Defaults to now.') })
  .meta({ id: 'PublishOrder', example: { publishAt: '2026-11-24T06:00:00.000Z' } });
export type PublishRequest = z.infer<typeof PublishRequest>;

const exampleChapter = {
  id: 'ch_01KAJ0Q1V4T2M8Y6ZP3W5X7E9R',
  bookId: 'bk_01KAJ0Q1V4T2M8Y6ZP3W5X7E9R',
  title: 'Loomings',
  position: 0,
  state: 'scheduled',
  publishAt: '2026-11-24T06:00:00.000Z',
  publishedAt: null,
  words: 3,
  length: 16,
  contentDigest: '0d1b0b0f9a1a4a3f3f9d7f1f54b6f3a0f2d1d8c6e8b7a6958473625140302010',
  createdAt: '2026-11-21T12:00:00.000Z',
  updatedAt: '2026-11-21T12:00:00.000Z',
};

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
      .describe('Scheduled publication time. Null if not scheduled.'),
    publishedAt: z.iso.datetime().nullable().describe('Time of the last publication.'),
    words: z.int().min(0),
    length: z.int().min(0).describe('Length of the text in UTF-16 code units.'),
    contentDigest: z.string().describe('Changes whenever the content changes.'),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  })
  .meta({ id: 'SerialChapter', example: exampleChapter });
export type SerialChapter = z.infer<typeof SerialChapter>;

export const ChapterView = SerialChapter.extend({
  content: z
    .object({ format: Format, source: z.string() })
    .nullable()
    .describe('Content as sent. Null for accounts other than the book’s own.'),
}).meta({
  id: 'ChapterView',
  example: { ...exampleChapter, content: { format: 'xhtml', source: '<p>Call me Ishmael.</p>' } },
});
export type ChapterView = z.infer<typeof ChapterView>;

/** Position at which a page of chapters ends. */
export const ChapterListPosition = z.object({ position: z.int(), id: z.string() });
export type ChapterListPosition = z.infer<typeof ChapterListPosition>;
