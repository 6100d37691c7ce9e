import { z } from 'zod';
import { Book, ChapterId, BookId } from '../books/contract.ts';
import { PageMeta } from '../http/query-parameters.ts';
import { Money } from '../values/money.ts';
import { Deployment } from '../deployments/contract.ts';
import type { Section } from '../epub/contract.ts';
import { SectionTree } from './section-tree.ts';

export const SessionId = z
  .string()
  .regex(
    /^ses_[0-9A-Za-z]{16,40}$/,
    'Must be a reading session id, such as ses_01KAJ0Q1V4T2M8Y6ZP3W5X7E9R.',
  )
  .describe('Reading session identifier.')
  .meta({ example: 'ses_01KAJ0Q1V4T2M8Y6ZP3W5X7E9R' });

const Origin = z
  .string()
  .max(300)
  .refine(
    isOrigin,
    'Must be an origin such as https://books.example, without a path or trailing slash.',
  )
  .describe(
    'Origin of the page that shows the book, such as `https://books.example`. The token is valid only there.',
  );

/** Request body that opens a reading session for one of the account's readers. */
export const NewReaderSession = z
  .strictObject({
    bookId: BookId,
    readerId: z
      .string()
      .min(1)
      .max(200)
      .regex(/^[^\p{Cc}]+$/u, 'Must not contain control characters.')
      .describe('Your opaque identifier for the reader. Do not use a name or an email address.'),
    access: z.strictObject({
      mode: z
        .enum(['full', 'sample'])
        .describe('`full` grants the whole book, which must be free or belong to your account.'),
      expiresAt: z.iso
        .datetime()
        .nullable()
        .default(null)
        .describe('When access ends, even while the book is open. Null if access does not end.'),
    }),
    origin: Origin.nullable()
      .default(null)
      .describe('Null to bind the token to the first page that opens the book with it.'),
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
      .describe(
        'Use it in the reader’s `token` attribute, or as a `Bearer` token for `/v1/reader/embed`.',
      ),
    expiresAt: z.iso
      .datetime()
      .describe(
        'A page must open the book before this time. After that, the reader refreshes the token.',
      ),
  })
  .meta({
    id: 'OpenedSession',
    example: {
      id: 'ses_01KAJ0Q1V4T2M8Y6ZP3W5X7E9R',
      token: 'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJib29rSWQiOiJia18ifQ.c2lnbmF0dXJl',
      expiresAt: '2026-11-21T12:15:00.000Z',
    },
  });
const ChapterReference = z.object({
  id: ChapterId,
  revision: z.int().min(1).describe('Increases with every change to the chapter.'),
  position: z.int().min(0).describe('Chapters are sorted by position, then by id.'),
});

const OverlayClip = z.object({
  id: z.string().describe('The narrated element’s id. Empty for the whole section.'),
  start: z.int().min(0),
  end: z.int().min(0),
  src: z.string().describe('`resource:` URL of the recording.'),
  beginSeconds: z.number().min(0),
  endSeconds: z.number().min(0).nullable().describe('Null for the end of the recording.'),
  types: z.array(z.string()).describe('EPUB structural semantics, such as `footnote`.'),
  escape: z
    .int()
    .min(0)
    .nullable()
    .describe('Index of the first clip after the table, list or note that contains this clip.'),
});

/** Recorded narration of a section, synchronized with its text (EPUB media overlay). */
export const Overlay = z
  .object({
    activeClass: z
      .string()
      .nullable()
      .describe('The publisher’s class for the element being narrated.'),
    playbackClass: z
      .string()
      .nullable()
      .describe('The publisher’s class for the section during playback.'),
    clips: z.array(OverlayClip),
  })
  .meta({ id: 'Overlay' });

/**
 * A section in the form that the reader receives. `server/epub/contract.ts` describes the fields.
 */
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
    tree: SectionTree as z.ZodType<Section['tree']>,
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
        'Text offset at which `tree` ends. Present only if the embed request’s `part` truncated the ' +
          'section. All other fields describe the complete section, which has its own URL.',
      ),
    overlay: Overlay.optional().describe('Recorded narration, if the book has any.'),
    chapter: ChapterReference.optional().describe(
      'Present only for published chapters, whose `index` is 0 outside an embed.',
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
    .describe(
      'Whether the section has recorded narration. Missing for books imported by early releases.',
    ),
  layout: z.enum(['reflowable', 'fixed']),
  flow: z
    .enum(['paginated', 'scrolled-continuous', 'scrolled-doc'])
    .optional()
    .describe(
      'Layout mode that the publisher specifies. For fixed-layout pages, present only if they scroll without gaps.',
    ),
  spread: z.enum(['left', 'right', 'center']).nullable(),
  spreadsUpright: z
    .boolean()
    .optional()
    .describe('Whether a fixed-layout page is part of a spread even in portrait orientation.'),
  chapter: ChapterReference.nullable().describe(
    'Present for a published chapter, whose text is at `{content}/chapters/{id}/{revision}`. Null for a section ' +
      'of the book’s file, whose text is at `{content}/sections/{index}`.',
  ),
});
export type ReadingOrderItem = z.infer<typeof ReadingOrderItem>;

/** An event in the change stream. */
export const ReaderEvent = z
  .object({
    id: z.string().describe('Value for `Last-Event-ID`.'),
    type: z
      .enum(['chapter.published', 'chapter.updated', 'chapter.unpublished'])
      .describe('The `event` field in the stream.'),
    data: ReadingOrderItem.extend({ chapter: ChapterReference }),
  })
  .meta({ id: 'ReaderEvent' });
export type ReaderEvent = z.infer<typeof ReaderEvent>;

/** One occurrence of the search text in the open book. */
export const SearchHit = z
  .object({
    section: z.int().min(0).describe('Index in the reading order.'),
    chapter: ChapterId.nullable().describe(
      'Id of the published chapter. Null for a section of the book’s file.',
    ),
    start: z.int().min(0).describe('Offset in the section’s text, in UTF-16 code units.'),
    end: z.int().min(1),
    before: z.string().describe('Text before the match, from the same paragraph.'),
    match: z.string().describe('The matching text as spelled in the book.'),
    after: z.string(),
  })
  .meta({ id: 'SearchHit' });
export type SearchHit = z.infer<typeof SearchHit>;

export const SearchMeta = PageMeta.extend({
  isTotalExact: z.boolean().describe('False if the book has more results than `total`.'),
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
  src: z.string().describe('`resource:` URL of the font file.'),
  weight: z.string(),
  style: z.string(),
  stretch: z.string(),
  unicodeRange: z.string(),
});

/**
 * A reading session. Sections are at `{content}/sections/{index}`, published chapters at
 * `{content}/chapters/{id}/{revision}` and style sheets at `{content}/styles/{id}`, all with
 * `Authorization: Bearer {token}`. Resources are at `{content}/resources/{path}?{resourceQuery}`
 * because browsers send no such header with image requests.
 */
export const ReaderSession = z.object({
  token: z.string(),
  expiresAt: z.iso.datetime(),
  content: z.string().describe('Absolute base URL of the book’s content.'),
  resourceQuery: z.string().describe('Signed query string for images and fonts.'),
});

/** The part of the book that the session may read. */
export const EmbedAccess = z
  .object({
    mode: z.enum(['full', 'sample']),
    until: z
      .object(PositionFields)
      .nullable()
      .describe(
        'Where a sample ends. A section that ends there is at `sections/{section}?end={offset}`.',
      ),
    sections: z
      .array(z.int().min(0))
      .nullable()
      .describe(
        'Reading order indexes of the sections in a sample. Null if all sections may be read.',
      ),
    expiresAt: z.iso
      .datetime()
      .nullable()
      .describe('When access ends with `access_expired`. Null if it does not end.'),
  })
  .meta({ id: 'EmbedAccess' });
export type EmbedAccess = z.infer<typeof EmbedAccess>;

/** Price and buy link. */
export const Purchase = z
  .object({
    price: Money.nullable(),
    converted: Money.nullable().describe(
      'The price in the requested `currency` at the latest rates, rounded to its minor units. Null if no ' +
        'other currency was requested or a rate is missing.',
    ),
    rateAgeSeconds: z.int().min(0).nullable().describe('Age of the rates.'),
    stale: z.boolean().describe('Whether the rates are older than two days.'),
    buyUrl: z.string().nullable().describe('URL of the buy button, signed to attribute the sale.'),
  })
  .meta({ id: 'Purchase' });
export type Purchase = z.infer<typeof Purchase>;

/** The fields of a deployment that a page needs. */
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
      .describe('`required`: nothing about this visit is stored until the reader consents.'),
  })
  .meta({ id: 'EmbedDeployment' });
export type EmbedDeployment = z.infer<typeof EmbedDeployment>;

export const EmbedAffiliate = z
  .object({
    id: z.string(),
    code: z.string(),
    campaign: z.string().nullable(),
    sub: z.string().nullable(),
    clickId: z
      .string()
      .describe('Identifies a click on the buy link of this visit, for the sale report.'),
    windowDays: z
      .int()
      .min(1)
      .describe('Number of days after the click during which a sale is attributed to it.'),
  })
  .meta({ id: 'EmbedAffiliate' });
export type EmbedAffiliate = z.infer<typeof EmbedAffiliate>;

/** Everything the reader needs for its first page. Costs one request of quota. */
export const Embed = z
  .object({
    session: ReaderSession,
    book: Book,
    readingOrder: z.array(ReadingOrderItem),
    toc: z.array(TocEntry),
    pageList: z.array(z.object({ title: z.string(), ...PositionFields })),
    landmarks: z.array(z.object({ type: z.string(), title: z.string(), ...PositionFields })),
    positions: z.int().min(1),
    first: SectionContent.describe('The section to open.'),
    styleSheets: z.record(z.string(), z.string()).describe('The style sheets of `first`, by id.'),
    fonts: z.array(FontFaceContent),
    mode: z
      .literal('scroll')
      .optional()
      .describe('Present if the publisher specifies continuous scrolling.'),
    traceId: z.string().describe('Identifies this visit and every later step, up to a sale.'),
    theme: z.object({
      name: z
        .enum(['light', 'dark', 'sepia', 'contrast', 'system'])
        .nullable()
        .describe('From the request, otherwise from the deployment.'),
      tokens: Deployment.shape.theme.shape.tokens.describe(
        'Custom properties (`--svc-…`) to set, with one value for all themes or one for each.',
      ),
    }),
    locale: z
      .string()
      .nullable()
      .describe('Interface language from the request, otherwise from the deployment.'),
    deployment: EmbedDeployment.nullable(),
    environment: z
      .literal('test')
      .optional()
      .describe(
        'Present if a key of the test environment opened the book. The reader shows a badge.',
      ),
    changes: z
      .object({
        url: z.string().describe('URL of the server-sent events. Requires the session’s token.'),
        lastEventId: z.string().describe('Send it as `Last-Event-ID` to receive every change.'),
      })
      .nullable()
      .describe('Stream of chapter changes. Null if the book cannot have chapters.'),
    access: EmbedAccess,
    purchase: Purchase.nullable().describe('Null for a book that is not sold.'),
    affiliate: EmbedAffiliate.nullable().describe(
      'The affiliate who referred the reader. Null if the request names no affiliate or one that is unknown or ' +
        'paused. The book still opens.',
    ),
  })
  .meta({ id: 'Embed' });
export type Embed = z.infer<typeof Embed>;

function isOrigin(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : null;
  return url !== null && /^https?:$/.test(url.protocol) && url.origin === text;
}
