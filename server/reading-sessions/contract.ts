import { z } from 'zod';
import { Book, ChapterId, BookId } from '../books/contract.ts';
import { PageMeta } from '../http/query-parameters.ts';
import { Money } from '../values/money.ts';
import { Deployment } from '../deployments/contract.ts';
import type { Section } from '../epub/contract.ts';

export const SessionId = z
  .string()
  .regex(/^ses_[0-9A-Za-z]{16,40}$/)
  .describe('Identifier of a reading session.')
  .meta({ example: 'ses_01KAJ0Q1V4T2M8Y6ZP3W5X7E9R' });

const Origin = z
  .string()
  .max(300)
  .refine(
    isOrigin,
    'Must be an origin, such as https://books.example: no path, no slash at its end.',
  )
  .describe('The page that reads, such as `https://books.example`; no other may use the token.');

/** The body that opens a reading session for a reader of one's own. */
export const NewReaderSession = z
  .strictObject({
    bookId: BookId,
    readerId: z
      .string()
      .min(1)
      .max(200)
      .regex(/^[^\p{Cc}]+$/u, 'Must have no control characters.')
      .describe('What you call the reader; opaque to us, and no name or address of a person.'),
    access: z.strictObject({
      mode: z
        .enum(['full', 'sample'])
        .describe('`full`: all of the book, which must be free or of your own account.'),
      expiresAt: z.iso
        .datetime()
        .nullable()
        .default(null)
        .describe('When the reader may read no more, in mid-book, too; null: never.'),
    }),
    origin: Origin.nullable()
      .default(null)
      .describe('Null: the first page that opens the book with the token.'),
  })
  .meta({
    id: 'NewReaderSession',
    example: {
      bookId: 'bk_01KAJ0Q1V4T2M8Y6ZP3W5X7E9R',
      readerId: 'customer-4711',
      access: { mode: 'full', expiresAt: '2026-12-24T00:00:00.000Z' },
      origin: 'https://books.example',
    },
  });

export const OpenedSession = z
  .object({
    id: SessionId,
    token: z
      .string()
      .describe('For the `token` attribute of the reader, or as `Bearer` to `/v1/reader/embed`.'),
    expiresAt: z.iso
      .datetime()
      .describe('Until then a page must have opened the book; it refreshes the token itself.'),
  })
  .meta({
    id: 'OpenedSession',
    example: {
      id: 'ses_01KAJ0Q1V4T2M8Y6ZP3W5X7E9R',
      token: 'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJib29rSWQiOiJia18ifQ.c2lnbmF0dXJl',
      expiresAt: '2026-11-21T12:15:00.000Z',
    },
  });
const Tree: z.ZodType = z
  .unknown()
  .meta({ description: 'JsonML: `[tag, attributes, …children]` or a string.' });

const ChapterReference = z.object({
  id: ChapterId,
  revision: z.int().min(1).describe('Another one after every change of the chapter.'),
  position: z
    .int()
    .min(0)
    .describe('Chapters stand by their position, of the same one by their id.'),
});

const OverlayClip = z.object({
  id: z.string().describe('Of the element that is spoken; empty for the whole section.'),
  start: z.int().min(0),
  end: z.int().min(0),
  src: z.string().describe('`resource:` address of the recording.'),
  beginSeconds: z.number().min(0),
  endSeconds: z.number().min(0).nullable().describe('Null: to the end of the recording.'),
  types: z.array(z.string()).describe('EPUB structural semantics, such as `footnote`.'),
  escape: z
    .int()
    .min(0)
    .nullable()
    .describe('Index of the clip behind the table, list or note that this one is in.'),
});

/** A recording of a section’s text, piece by piece. */
export const Overlay = z
  .object({
    activeClass: z.string().nullable().describe('The publisher’s class of what is spoken.'),
    playbackClass: z.string().nullable().describe('Of the section while it is spoken.'),
    clips: z.array(OverlayClip),
  })
  .meta({ id: 'Overlay' });

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
    partEnd: z
      .int()
      .min(1)
      .optional()
      .describe(
        'Only where `part` of the embed has asked for it: the text offset at which `tree` breaks off. All ' +
          'else is that of the whole section, which lies at its own address.',
      ),
    overlay: Overlay.optional().describe('The recording of the text, where the book has one.'),
    chapter: ChapterReference.optional().describe(
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
  isNarrated: z
    .boolean()
    .optional()
    .describe('There is a recording of it; books that were imported long ago do not say.'),
  layout: z.enum(['reflowable', 'fixed']),
  flow: z
    .enum(['paginated', 'scrolled-continuous', 'scrolled-doc'])
    .optional()
    .describe(
      'How the publisher wants it read. Fixed pages have one where they follow each other without a gap.',
    ),
  spread: z.enum(['left', 'right', 'center']).nullable(),
  spreadsUpright: z
    .boolean()
    .optional()
    .describe('Of a fixed page that stands beside another on an upright screen, too.'),
  chapter: ChapterReference.nullable().describe(
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
    data: ReadingOrderItem.extend({ chapter: ChapterReference }),
  })
  .meta({ id: 'ReaderEvent' });
export type ReaderEvent = z.infer<typeof ReaderEvent>;

/** A place of the open book where what was looked for stands. */
export const SearchHit = z
  .object({
    section: z.int().min(0).describe('Place in the reading order.'),
    chapter: ChapterId.nullable().describe('Of a published chapter; null in the book’s file.'),
    start: z.int().min(0).describe('In UTF-16 code units of the section’s text.'),
    end: z.int().min(1),
    before: z.string().describe('What stands in front of the hit, within its paragraph.'),
    match: z.string().describe('The hit as it is spelled.'),
    after: z.string(),
  })
  .meta({ id: 'SearchHit' });
export type SearchHit = z.infer<typeof SearchHit>;

export const SearchMeta = PageMeta.extend({
  isTotalExact: z
    .boolean()
    .describe('False where there are more than `total`: it counts no further.'),
});
export type SearchMeta = z.infer<typeof SearchMeta>;

const PositionFields = { section: z.int().min(0), offset: z.int().min(0) };

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

/** What of the book the session may read. */
export const EmbedAccess = z
  .object({
    mode: z.enum(['full', 'sample']),
    until: z
      .object(PositionFields)
      .nullable()
      .describe(
        'Where a sample ends. When that is within a section, it lies at `sections/{section}?end={offset}`.',
      ),
    sections: z
      .array(z.int().min(0))
      .nullable()
      .describe('Of a sample: the places of the reading order that may be read; null: all.'),
    expiresAt: z.iso
      .datetime()
      .nullable()
      .describe('When nothing more may be read (`access_expired`); null: never.'),
  })
  .meta({ id: 'EmbedAccess' });
export type EmbedAccess = z.infer<typeof EmbedAccess>;

/** How the book is bought. */
export const Purchase = z
  .object({
    price: Money.nullable(),
    converted: Money.nullable().describe(
      'The price in `currency` by the newest rates, rounded to its minor units; null where no other ' +
        'currency was asked for, or there is no rate.',
    ),
    rateAgeSeconds: z.int().min(0).nullable().describe('How old these rates are.'),
    stale: z.boolean().describe('They are older than two days.'),
    buyUrl: z
      .string()
      .nullable()
      .describe('Where a press of the buy button leads: it tells whom the sale is owed to.'),
  })
  .meta({ id: 'Purchase' });
export type Purchase = z.infer<typeof Purchase>;

/** As much of a deployment as a page needs. */
export const EmbedDeployment = Deployment.pick({
  id: true,
  name: true,
  logo: true,
  fonts: true,
  features: true,
})
  .extend({
    links: Deployment.shape.links.omit({ buy: true }),
    consent: z
      .enum(['none', 'required', 'granted'])
      .describe('`required`: nothing is kept of this reading until the reader has consented.'),
  })
  .meta({ id: 'EmbedDeployment' });
export type EmbedDeployment = z.infer<typeof EmbedDeployment>;

export const EmbedAffiliate = z
  .object({
    id: z.string(),
    code: z.string(),
    campaign: z.string().nullable(),
    sub: z.string().nullable(),
    clickId: z.string().describe('Of a press of the buy button in this reading; for the sale.'),
    windowDays: z.int().min(1).describe('So long after the press the sale counts.'),
  })
  .meta({ id: 'EmbedAffiliate' });
export type EmbedAffiliate = z.infer<typeof EmbedAffiliate>;

/** Everything the reader needs for its first page: one request of quota for one reading session. */
export const Embed = z
  .object({
    session: ReaderSession,
    book: Book,
    readingOrder: z.array(ReadingOrderItem),
    toc: z.array(TocEntry),
    pageList: z.array(z.object({ title: z.string(), ...PositionFields })),
    landmarks: z.array(z.object({ type: z.string(), title: z.string(), ...PositionFields })),
    positions: z.int().min(1),
    first: SectionContent.describe('The section to open at, inline.'),
    styleSheets: z.record(z.string(), z.string()).describe('The sheets that `first` uses, by id.'),
    fonts: z.array(FontFaceContent),
    mode: z
      .literal('scroll')
      .optional()
      .describe('Set for a book that its publisher wants to be read as one strip.'),
    traceId: z
      .string()
      .describe('Of this reading: every step that it leads to, up to a sale, is found by it.'),
    theme: z.object({
      name: z
        .enum(['light', 'dark', 'sepia', 'contrast', 'system'])
        .nullable()
        .describe('As asked for, else as the deployment has it.'),
      tokens: Deployment.shape.theme.shape.tokens.describe(
        'Custom properties, `--svc-…`, to set: one value for every theme, or one for each.',
      ),
    }),
    locale: z
      .string()
      .nullable()
      .describe('Of the reader’s interface: as asked for, else as the deployment has it.'),
    deployment: EmbedDeployment.nullable(),
    changes: z
      .object({
        url: z.string().describe('Server-sent events, for the token of the session.'),
        lastEventId: z.string().describe('Send it as `Last-Event-ID`: then nothing is missed.'),
      })
      .nullable()
      .describe('Where an open reader hears of new chapters; null for a book that gets none.'),
    access: EmbedAccess,
    purchase: Purchase.nullable().describe('Null for a book that is not sold.'),
    affiliate: EmbedAffiliate.nullable().describe(
      'The partner who brought the reader; null where none was named, and for one who is not known, ' +
        'or paused: the book opens all the same.',
    ),
  })
  .meta({ id: 'Embed' });
export type Embed = z.infer<typeof Embed>;

function isOrigin(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : null;
  return url !== null && /^https?:$/.test(url.protocol) && url.origin === text;
}
