import { z } from 'zod';
import { PageMeta } from '../http/query-parameters.ts';
import { Money } from '../values/money.ts';
import { FacetKind, TextSpan } from '../search/contract.ts';

export const BookId = z
  .string()
  .regex(/^bk_[0-9A-Za-z]{16,40}$/)
  .describe('Identifier of a book.');

export const Contributor = z.object({
  name: z.string(),
  sortName: z.string().nullable(),
  role: z.string().describe('MARC relator code, such as `aut`.'),
  direction: z
    .enum(['ltr', 'rtl'])
    .optional()
    .describe('Base direction of the name, where the book’s file states one.'),
  birthYear: z.int().nullable(),
  deathYear: z.int().nullable(),
});

export const Cover = z.object({
  url: z.string().describe('Absolute address of the image; needs no key.'),
  width: z.int().nullable(),
  height: z.int().nullable(),
  thumbhash: z.string().nullable().describe('A blurred preview of about 25 bytes, in base64.'),
  color: z.string().nullable().describe('The main colour, such as `#2457d6`.'),
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
        .describe('Of the positions of its main flow, from the beginning: 0.1 is a tenth.'),
    }),
    z.strictObject({
      mode: z.literal('sample'),
      sections: z
        .array(z.string().min(1).max(1000))
        .min(1)
        .max(200)
        .describe('Paths of the sections that are the sample: `readingOrder[].href` of the embed.'),
    }),
  ])
  .meta({ id: 'BookAccess' });
export type BookAccess = z.infer<typeof BookAccess>;

/** Features and hazards, by the terms of schema.org. */
export const Accessibility = z.object({
  conformsTo: z.array(z.string()),
  accessModes: z.array(z.string()),
  features: z.array(z.string()),
  hazards: z.array(z.string()),
  summary: z.string().nullable(),
});

/** Where a value comes from. */
export const Provenance = z.object({
  source: z.enum([
    'manual',
    'onix',
    'epub',
    'opds',
    'catalogue',
    'openlibrary',
    'googlebooks',
    'text',
  ]),
  fetchedAt: z.iso.datetime(),
  confidence: z.number().min(0).max(1),
});
export type Provenance = z.infer<typeof Provenance>;

/** A book, as every route returns it. */
export const Book = z
  .object({
    id: BookId,
    workId: z.string().describe('The same for every edition of one work.'),
    title: z.string(),
    titleDirection: z
      .enum(['ltr', 'rtl'])
      .optional()
      .describe('Base direction of the title, where the book’s file states one.'),
    subtitle: z.string().nullable(),
    contributors: z.array(Contributor),
    languages: z.array(z.string()).describe('BCP 47, the main one first.'),
    description: z.string().nullable(),
    subjects: z.array(
      z.object({ scheme: z.string().nullable(), code: z.string().nullable(), label: z.string() }),
    ),
    identifiers: z.array(z.object({ scheme: z.string(), value: z.string() })),
    publisher: z.string().nullable(),
    publishedAt: z.string().nullable().describe('ISO 8601 date, as precise as it is known.'),
    series: z.object({ name: z.string(), position: z.string().nullable() }).nullable(),
    layout: z.enum(['reflowable', 'fixed']),
    readingProgression: z.enum(['ltr', 'rtl']),
    wordCount: z.int().nullable(),
    readingMinutes: z.int().nullable(),
    pageCount: z.int().nullable(),
    readability: z.number().nullable().describe('LIX: about 20 for a children’s book, 60 for law.'),
    accessibility: Accessibility.nullable(),
    cover: Cover.nullable(),
    formats: z.array(z.string()).describe('Media types this library holds.'),
    readable: z.boolean().describe('Whether the text is here, for the embedded reader.'),
    visibility: z.enum(['public', 'private']),
    rights: z.string().nullable(),
    price: Money.nullable(),
    access: BookAccess.nullable().describe(
      'How much of the text everyone may read; null for all. The rest is sent to sessions alone ' +
        'that the account’s own server opens.',
    ),
    buyUrl: z
      .string()
      .nullable()
      .describe('Template of the address where the book is sold, with `{isbn}` and the like.'),
    rating: z
      .object({ average: z.number().min(1).max(5), count: z.int().min(1) })
      .nullable()
      .describe('Of its reviews, to two digits; null while there are none.'),
    popularity: z.int().describe('Higher is more popular.'),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
    enrichment: z
      .record(z.string(), Provenance)
      .optional()
      .describe('Where each value comes from, by field; with `include=enrichment`.'),
  })
  .meta({ id: 'Book' });
export type Book = z.infer<typeof Book>;

/** A fault of the book's file that cost something, but not the book. */
export const BookWarning = z.object({
  code: z.string().describe('What kind of fault it is, such as `file_missing`.'),
  message: z.string().describe('One line that names the thing.'),
  path: z.string().nullable().describe('The file of the book that is at fault, where one is.'),
});
export type BookWarning = z.infer<typeof BookWarning>;

export const BookWarnings = z
  .array(BookWarning)
  .describe(
    'Faults of the file that cost something, but not the book. At most 20 of a kind are told one by one.',
  );

const Spans = z
  .array(TextSpan)
  .describe('Pieces `[start, end)` of the text, in UTF-16 code units; in their order.');

/** Where the words of a search are in the texts of a book. */
export const BookHighlight = z.object({
  title: Spans,
  subtitle: Spans,
  contributors: z
    .array(z.object({ index: z.int().min(0), spans: Spans }))
    .describe('Of the names, by place in `contributors`; those without a match are left out.'),
  subjects: z
    .array(z.object({ index: z.int().min(0), spans: Spans }))
    .describe('Of the labels, by place in `subjects`; those without a match are left out.'),
});
export type BookHighlight = z.infer<typeof BookHighlight>;

/** A book, or those members of it that `fields` names, with what else was asked for. */
export const BookView = Book.partial()
  .required({ id: true })
  .extend({
    convertedPrice: Money.nullable()
      .optional()
      .describe('With `currency`: the price at today’s rate; null where there is none.'),
    highlight: BookHighlight.optional().describe('With `highlight=true`.'),
    warnings: BookWarnings.optional().describe(
      'With `include=warnings`, of the account’s own books and for its secret keys alone: faults of the ' +
        'file that cost something, but not the book.',
    ),
  })
  .meta({ id: 'BookView' });
export type BookView = z.infer<typeof BookView>;

export const BookListMeta = PageMeta.extend({
  facets: z
    .partialRecord(FacetKind, z.array(z.object({ value: z.string(), count: z.int().min(1) })))
    .optional()
    .describe('With `facets`: how many books of the whole result have each value.'),
  suggestion: z
    .string()
    .optional()
    .describe('What was probably meant, where nothing matches `q` as written.'),
});
export type BookListMeta = z.infer<typeof BookListMeta>;

/** What a search text may become. */
export const Completion = z.object({
  text: z.string(),
  kind: z.enum(['title', 'author']),
  bookId: BookId.nullable().describe('Of a title: the first book that has it.'),
  spans: Spans,
});
export type Completion = z.infer<typeof Completion>;

export const LanguageCount = z.object({
  language: z.string().describe('BCP 47 tag, as `language` takes it.'),
  name: z.string().describe('In the language itself.'),
  englishName: z.string(),
  count: z.int().min(1).describe('Books in it.'),
});
export type LanguageCount = z.infer<typeof LanguageCount>;

export const ChapterId = z
  .string()
  .regex(/^ch_[0-9A-Za-z]{16,44}$/)
  .describe('Identifier of a chapter; those of a book sort in its reading order.');

/** A document of the reading order. */
export const Chapter = z
  .object({
    id: ChapterId,
    index: z
      .int()
      .min(0)
      .nullable()
      .describe(
        'Place in the reading order; the reader’s `chapter`. Null for one that is not published.',
      ),
    title: z.string().describe('From the table of contents, else the first heading, else empty.'),
    words: z.int().min(0),
    length: z.int().min(0).describe('Characters of text, in UTF-16 code units.'),
    linear: z.boolean().describe('False for what stands outside the main flow, such as notes.'),
    headings: z
      .array(
        z.object({
          title: z.string(),
          offset: z.int().min(0).describe('Where it starts, in UTF-16 code units of the text.'),
          level: z.int().min(1).describe('Depth in the table of contents.'),
        }),
      )
      .describe('Entries of the table of contents that lead into this chapter.'),
    serial: z
      .object({
        position: z.int().min(0),
        state: z.enum(['draft', 'scheduled', 'published', 'unpublished']),
        publishAt: z.iso.datetime().nullable(),
        publishedAt: z.iso.datetime().nullable(),
      })
      .nullable()
      .describe('Of a chapter that was written here; null for a document of the book’s file.'),
  })
  .meta({ id: 'Chapter' });
export type Chapter = z.infer<typeof Chapter>;

/** A place in a book's text where what was looked for is. */
export const TextHit = z
  .object({
    chapterId: ChapterId,
    sectionIndex: z.int().min(0).describe('Place in the reading order.'),
    chapterTitle: z.string().describe('Of the part that the hit is in, by the table of contents.'),
    offset: z.int().min(0).describe('In UTF-16 code units of the section’s text.'),
    length: z.int().min(1).describe('In UTF-16 code units.'),
    snippet: z
      .object({ before: z.string(), match: z.string(), after: z.string() })
      .describe('Plain text around the hit, within its paragraph.'),
  })
  .meta({ id: 'TextHit' });
export type TextHit = z.infer<typeof TextHit>;
