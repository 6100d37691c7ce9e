import { z } from 'zod';
import { Book, ChapterId } from '../books/contract.ts';
import type { Section } from '../epub/contract.ts';

const Tree: z.ZodType = z
  .unknown()
  .meta({ description: 'JsonML: `[tag, attributes, …children]` or a string.' });

const ChapterPlace = z.object({
  id: ChapterId,
  revision: z.int().min(1).describe('Another one after every change of the chapter.'),
  position: z
    .int()
    .min(0)
    .describe('Chapters stand by their position, of the same one by their id.'),
});

/** A section as the reader receives it: `server/epub/contract.ts` says what each field means. */
export const SectionContent = z
  .object({
    index: z.int().min(0),
    href: z.string(),
    title: z.string(),
    language: z.string(),
    direction: z.enum(['ltr', 'rtl']),
    writingMode: z.enum(['horizontal-tb', 'vertical-rl', 'vertical-lr']),
    layout: z.enum(['reflowable', 'fixed']),
    viewport: z.object({ width: z.number(), height: z.number() }).nullable(),
    tree: Tree as z.ZodType<Section['tree']>,
    styles: z.array(z.string()),
    css: z.string(),
    length: z.int().min(0),
    words: z.int().min(0),
    ids: z.record(z.string(), z.int().min(0)),
    chapter: ChapterPlace.optional().describe(
      'Of a published chapter, whose `index` is 0 but in an embed; sections of a file have none.',
    ),
  })
  .meta({ id: 'Section' });
export type SectionContent = z.infer<typeof SectionContent>;

export const ReadingOrderItem = z.object({
  href: z.string(),
  title: z.string(),
  length: z.int().min(0),
  words: z.int().min(0),
  positions: z.int().min(1),
  linear: z.boolean(),
  layout: z.enum(['reflowable', 'fixed']),
  spread: z.enum(['left', 'right', 'center']).nullable(),
  chapter: ChapterPlace.nullable().describe(
    'Of a published chapter, whose text is at `{content}/chapters/{id}/{revision}`; null for a section ' +
      'of the book’s file, at `{content}/sections/{index}`.',
  ),
});
export type ReadingOrderItem = z.infer<typeof ReadingOrderItem>;

/** An event of the stream of changes. */
export const ReaderEvent = z
  .object({
    id: z.string().describe('For `Last-Event-ID`.'),
    type: z
      .enum(['chapter.published', 'chapter.updated', 'chapter.unpublished'])
      .describe('The `event` of the stream.'),
    data: ReadingOrderItem.extend({ chapter: ChapterPlace }),
  })
  .meta({ id: 'ReaderEvent' });
export type ReaderEvent = z.infer<typeof ReaderEvent>;

const Place = { section: z.int().min(0), offset: z.int().min(0) };

export interface TocEntryContent {
  title: string;
  section: number | null;
  offset: number;
  children: TocEntryContent[];
}
const TocEntry: z.ZodType<TocEntryContent> = z
  .object({
    title: z.string(),
    section: z.int().min(0).nullable(),
    offset: z.int().min(0),
    get children() {
      return z.array(TocEntry);
    },
  })
  .meta({ id: 'TocEntry' });

export const FontFaceContent = z.object({
  family: z.string(),
  src: z.string().describe('`resource:` address of the font file.'),
  weight: z.string(),
  style: z.string(),
  stretch: z.string(),
  unicodeRange: z.string(),
});

/**
 * A reading session. Sections are at `{content}/sections/{index}`, published chapters at
 * `{content}/chapters/{id}/{revision}` and style sheets at
 * `{content}/styles/{id}`, both with `Authorization: Bearer {token}`; resources at
 * `{content}/resources/{path}?{resourceQuery}`, because an image sends no header.
 */
export const ReaderSession = z.object({
  token: z.string(),
  expiresAt: z.iso.datetime(),
  content: z.string().describe('Absolute address below which the text of the book lies.'),
  resourceQuery: z.string().describe('Signed query string for images and fonts.'),
});

/** Everything the reader needs for its first page: one request of quota for one reading session. */
export const Embed = z
  .object({
    session: ReaderSession,
    book: Book,
    readingOrder: z.array(ReadingOrderItem),
    toc: z.array(TocEntry),
    pageList: z.array(z.object({ title: z.string(), ...Place })),
    landmarks: z.array(z.object({ type: z.string(), title: z.string(), ...Place })),
    positions: z.int().min(1),
    first: SectionContent.describe('The section to open at, inline.'),
    styleSheets: z.record(z.string(), z.string()).describe('The sheets that `first` uses, by id.'),
    fonts: z.array(FontFaceContent),
    theme: z.object({
      name: z.enum(['light', 'dark', 'sepia', 'system']).nullable().describe('As asked for.'),
      tokens: z.record(z.string(), z.string()).describe('Custom properties, `--svc-…`, to set.'),
    }),
    locale: z.string().nullable().describe('Of the reader’s interface, as asked for.'),
    changes: z
      .object({
        url: z.string().describe('Server-sent events, for the token of the session.'),
        lastEventId: z.string().describe('Send it as `Last-Event-ID`: then nothing is missed.'),
      })
      .nullable()
      .describe('Where an open reader hears of new chapters; null for a book that gets none.'),
    access: z.object({ mode: z.enum(['full', 'sample']), until: z.int().nullable() }),
    purchase: z
      .object({
        buyUrl: z
          .string()
          .nullable()
          .describe('Where a buy button leads; null: the host sells it.'),
      })
      .nullable()
      .describe('Null for a book that is not sold.'),
    traceId: z.string().describe('Of this reading and of all it leads to, sales included.'),
    affiliate: z
      .object({
        id: z.string(),
        code: z.string(),
        campaign: z.string().nullable(),
        sub: z.string().nullable(),
        clickId: z.string().describe('Of a press of the buy link; a sale is told with it.'),
        windowDays: z.int().describe('How many days after the press a sale still counts.'),
      })
      .nullable()
      .describe('The partner who brought the reader; null for none, an unknown or a paused one.'),
  })
  .meta({ id: 'Embed' });
export type Embed = z.infer<typeof Embed>;
