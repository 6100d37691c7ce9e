import { z } from 'zod';
import { PageMeta } from '../http/query-parameters.ts';
import { Money } from '../values/money.ts';
import { FacetKind, HitExplanation, TextSpan } from '../search/contract.ts';

export const BookId = z
  .string()
  .regex(/^bk_[0-9A-Za-z]{16,40}$/, 'Must be a book id, such as bk_01KAJ0Q1V4T2M8Y6ZP3W5X7E9R.')
  .describe('Book identifier.')
  .meta({ example: 'bk_01KAJ0Q1V4T2M8Y6ZP3W5X7E9R' });

export const Contributor = z.object({
  name: z.string(),
  sortName: z.string().nullable(),
  role: z.string().describe('MARC relator code, such as `aut`.'),
  direction: z
    .enum(['ltr', 'rtl'])
    .optional()
    .describe('Base direction of the name, if the book’s file states it.'),
  birthYear: z.int().nullable(),
  deathYear: z.int().nullable(),
});

export const Cover = z.object({
  url: z.string().describe('Absolute URL of the image. Requires no key.'),
  width: z.int().nullable(),
  height: z.int().nullable(),
  thumbhash: z
    .string()
    .nullable()
    .describe('ThumbHash, a blurred preview of about 25 bytes, in base64.'),
  color: z.string().nullable().describe('Main color, such as `#2457d6`.'),
});

/** How much of a book's text everyone may read. */
export const BookAccess = z
  .union([
    z.strictObject({ mode: z.literal('free') }),
    z.strictObject({
      mode: z.literal('sample'),
      share: z
        .number()
        .gt(0)
        .lt(1)
        .describe(
          'Fraction of the positions in the main flow, from the beginning. For example, 0.1 is a tenth.',
        ),
    }),
    z.strictObject({
      mode: z.literal('sample'),
      sections: z
        .array(z.string().min(1).max(1000))
        .min(1)
        .max(200)
        .describe('Paths of the sections in the sample, from the embed’s `readingOrder[].href`.'),
    }),
  ])
  .meta({ id: 'BookAccess' });
export type BookAccess = z.infer<typeof BookAccess>;

/** Accessibility features and hazards in schema.org terms. */
export const Accessibility = z.object({
  conformsTo: z.array(z.string()),
  accessModes: z.array(z.string()),
  features: z.array(z.string()),
  hazards: z.array(z.string()),
  summary: z.string().nullable(),
  accessModesSufficient: z
    .array(z.string())
    .default([])
    .describe('Sets of access modes that suffice to read the book, such as `textual,visual`.'),
  certifiedBy: z
    .string()
    .nullable()
    .default(null)
    .describe('Who checked that the book conforms to `conformsTo`.'),
  certifierCredential: z.string().nullable().default(null),
  certifierReport: z.string().nullable().default(null).describe('URL of the certifier’s report.'),
  certifiedAt: z.string().nullable().default(null).describe('Date as the book states it.'),
  exemptions: z
    .array(z.string())
    .default([])
    .describe('Legal exemptions that the book claims, such as `eaa-microenterprise`.'),
});
export type Accessibility = z.infer<typeof Accessibility>;

/** Origin of a metadata value. Sources are listed from highest to lowest precedence. */
export const Provenance = z.object({
  source: z.enum([
    'manual',
    'onix',
    'epub',
    'catalogue',
    'opds',
    'openlibrary',
    'googlebooks',
    'text',
  ]),
  fetchedAt: z.iso.datetime(),
  confidence: z.number().min(0).max(1),
});
export type Provenance = z.infer<typeof Provenance>;

const exampleBook = {
  id: 'bk_01KAJ0Q1V4T2M8Y6ZP3W5X7E9R',
  workId: 'wrk_czvtvF8NMKWIgqClE92P',
  title: 'Moby-Dick',
  subtitle: 'or, The Whale',
  contributors: [
    {
      name: 'Herman Melville',
      sortName: 'Melville, Herman',
      role: 'aut',
      birthYear: 1819,
      deathYear: 1891,
    },
  ],
  languages: ['en'],
  description: 'A captain hunts the whale that took his leg.',
  subjects: [{ scheme: 'BISAC', code: 'FIC002000', label: 'Sea stories' }],
  identifiers: [{ scheme: 'isbn', value: '9780142437247' }],
  publisher: 'Penguin Classics',
  publishedAt: '1851-10-18',
  series: null,
  layout: 'reflowable',
  readingProgression: 'ltr',
  wordCount: 212_758,
  readingMinutes: 894,
  pageCount: 720,
  readability: 38.2,
  accessibility: null,
  cover: {
    url: 'https://api.example.com/content/ver_01KAJ0Q1V4T2M8Y6ZP3W5X7E9R/cover',
    width: 1600,
    height: 2400,
    thumbhash: 'YJqGPQw7sFlslqhFafSE+Q6oJ1h2iHB2Rw',
    color: '#2457d6',
  },
  formats: ['application/epub+zip'],
  readable: true,
  visibility: 'public',
  rights: 'Public domain',
  price: { amount: '9.99', currency: 'USD' },
  access: { mode: 'sample', share: 0.1 },
  buyUrl: 'https://shop.example/{isbn}?ref={affiliate}&click={clickId}',
  rating: { average: 4.25, count: 8 },
  popularity: 1200,
  createdAt: '2026-11-20T12:00:00.000Z',
  updatedAt: '2026-11-21T12:00:00.000Z',
};

/** A book as returned by every route. */
export const Book = z
  .object({
    id: BookId,
    workId: z.string().describe('Identical for all editions of a work.'),
    title: z.string(),
    titleDirection: z
      .enum(['ltr', 'rtl'])
      .optional()
      .describe('Base direction of the title, if the book’s file states it.'),
    subtitle: z.string().nullable(),
    contributors: z.array(Contributor),
    languages: z.array(z.string()).describe('BCP 47 tags, starting with the main language.'),
    description: z.string().nullable(),
    subjects: z.array(
      z.object({ scheme: z.string().nullable(), code: z.string().nullable(), label: z.string() }),
    ),
    identifiers: z.array(z.object({ scheme: z.string(), value: z.string() })),
    publisher: z.string().nullable(),
    publishedAt: z.string().nullable().describe('ISO 8601 date with year, month or day precision.'),
    series: z.object({ name: z.string(), position: z.string().nullable() }).nullable(),
    layout: z.enum(['reflowable', 'fixed']),
    readingProgression: z.enum(['ltr', 'rtl']),
    wordCount: z.int().nullable(),
    readingMinutes: z.int().nullable(),
    pageCount: z.int().nullable(),
    readability: z
      .number()
      .nullable()
      .describe('LIX score: about 20 for a children’s book, 60 for legal texts.'),
    accessibility: Accessibility.nullable(),
    cover: Cover.nullable(),
    formats: z.array(z.string()).describe('Media types available on this server.'),
    readable: z.boolean().describe('Whether the text is available to the embedded reader.'),
    visibility: z.enum(['public', 'private']),
    rights: z.string().nullable(),
    price: Money.nullable(),
    access: BookAccess.nullable().describe(
      'How much of the text everyone may read, or null for all of it. The rest requires a session opened by the ' +
        'account’s own server.',
    ),
    buyUrl: z
      .string()
      .nullable()
      .describe('Template of the purchase URL, with placeholders such as `{isbn}`.'),
    rating: z
      .object({ average: z.number().min(1).max(5), count: z.int().min(1) })
      .nullable()
      .describe('Average of all ratings, rounded to two decimals, or null without reviews.'),
    popularity: z.int().describe('Higher values are more popular.'),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
    enrichment: z
      .record(z.string(), Provenance)
      .optional()
      .describe('Origin of each value, by field. Included with `include=enrichment`.'),
  })
  .meta({ id: 'Book', example: exampleBook });
export type Book = z.infer<typeof Book>;

/** A non-fatal problem in the book's file. */
export const BookWarning = z.object({
  code: z.string().describe('Kind of problem, such as `file_missing`.'),
  message: z.string().describe('One line that names the affected item.'),
  path: z.string().nullable().describe('The affected file in the book, if any.'),
});
export type BookWarning = z.infer<typeof BookWarning>;

export const BookWarnings = z
  .array(BookWarning)
  .describe('Non-fatal problems in the file. At most 20 of each kind are listed individually.');

const Spans = z.array(TextSpan).describe('Ranges `[start, end)` in UTF-16 code units, in order.');

/** Positions of the searched words in a book's fields. */
export const BookHighlight = z.object({
  title: Spans,
  subtitle: Spans,
  contributors: z
    .array(z.object({ index: z.int().min(0), spans: Spans }))
    .describe('Matching names, by index in `contributors`. Names without a match are omitted.'),
  subjects: z
    .array(z.object({ index: z.int().min(0), spans: Spans }))
    .describe('Matching labels, by index in `subjects`. Labels without a match are omitted.'),
});
export type BookHighlight = z.infer<typeof BookHighlight>;

/** A book, or the members selected by `fields`, with the requested additions. */
export const BookView = Book.partial()
  .required({ id: true })
  .extend({
    convertedPrice: Money.nullable()
      .optional()
      .describe('With `currency`: the price at today’s rate; null if no rate exists.'),
    highlight: BookHighlight.optional().describe('With `highlight=true`.'),
    editions: z
      .int()
      .min(1)
      .optional()
      .describe(
        'If editions are grouped: the number of books in the result that this one represents, including itself. List them with `workId`.',
      ),
    explanation: HitExplanation.optional().describe('Included with `explain=true`.'),
    warnings: BookWarnings.optional().describe(
      'Included with `include=warnings`, only for the account’s own books and secret keys. Non-fatal problems in ' +
        'the file.',
    ),
  })
  .meta({
    id: 'BookView',
    example: { ...exampleBook, convertedPrice: { amount: '8.79', currency: 'EUR' } },
  });
export type BookView = z.infer<typeof BookView>;

export const BookListMeta = PageMeta.extend({
  facets: z
    .partialRecord(FacetKind, z.array(z.object({ value: z.string(), count: z.int().min(1) })))
    .optional()
    .describe('Number of books with each value in the whole result. Included with `facets`.'),
  suggestion: z.string().optional().describe('Suggested query if no book matches `q` as typed.'),
});
export type BookListMeta = z.infer<typeof BookListMeta>;

/** A completion of a partially typed query. */
export const Completion = z.object({
  text: z.string(),
  kind: z.enum(['title', 'author']),
  bookId: BookId.nullable().describe('For a title, the first book with that title.'),
  spans: Spans,
});
export type Completion = z.infer<typeof Completion>;

export const LanguageCount = z.object({
  language: z.string().describe('BCP 47 tag, as accepted by the `language` parameter.'),
  name: z.string().describe('The language’s name for itself.'),
  englishName: z.string(),
  count: z.int().min(1).describe('Number of books in this language.'),
});
export type LanguageCount = z.infer<typeof LanguageCount>;

export const ChapterId = z
  .string()
  .regex(/^ch_[0-9A-Za-z]{16,44}$/, 'Must be a chapter id, such as ch_01KAJ0Q1V4T2M8Y6ZP3W5X7E9R.')
  .describe('Chapter identifier. Identifiers sort in reading order within a book.')
  .meta({ example: 'ch_01KAJ0Q1V4T2M8Y6ZP3W5X7E9R' });

/** A document in the reading order. */
export const Chapter = z
  .object({
    id: ChapterId,
    index: z
      .int()
      .min(0)
      .nullable()
      .describe(
        'Index in the reading order, as in the reader’s `chapter`. Null for a chapter that is not published.',
      ),
    title: z
      .string()
      .describe('From the table of contents, otherwise the first heading, otherwise empty.'),
    words: z.int().min(0),
    length: z.int().min(0).describe('Length of the text in UTF-16 code units.'),
    linear: z.boolean().describe('False for content outside the main flow, such as notes.'),
    headings: z
      .array(
        z.object({
          title: z.string(),
          offset: z
            .int()
            .min(0)
            .describe('Start of the section, in UTF-16 code units from the start of the text.'),
          level: z.int().min(1).describe('Depth in the table of contents.'),
        }),
      )
      .describe('Table of contents entries that point into this chapter.'),
    serial: z
      .object({
        position: z.int().min(0),
        state: z.enum(['draft', 'scheduled', 'published', 'unpublished']),
        publishAt: z.iso.datetime().nullable(),
        publishedAt: z.iso.datetime().nullable(),
      })
      .nullable()
      .describe(
        'Included for a chapter written on this server. Null for a document in the book’s file.',
      ),
  })
  .meta({ id: 'Chapter' });
export type Chapter = z.infer<typeof Chapter>;

/** A match in a book's text. */
export const TextHit = z
  .object({
    chapterId: ChapterId,
    sectionIndex: z.int().min(0).describe('Index in the reading order.'),
    chapterTitle: z
      .string()
      .describe('Title of the part that contains the match, from the table of contents.'),
    offset: z.int().min(0).describe('In UTF-16 code units from the start of the section’s text.'),
    length: z.int().min(1).describe('In UTF-16 code units.'),
    snippet: z
      .object({ before: z.string(), match: z.string(), after: z.string() })
      .describe('Plain text around the match, within its paragraph.'),
  })
  .meta({ id: 'TextHit' });
export type TextHit = z.infer<typeof TextHit>;
