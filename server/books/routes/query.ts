import { z } from 'zod';
import { firstDay, lastDay, PartialDate } from '../../values/partial-date.ts';
import {
  Cursor,
  commaSeparatedList,
  BooleanText,
  limitParameter,
  searchTextParameter,
} from '../../http/query-parameters.ts';
import {
  type BookListPosition,
  type BookQuery,
  BookSort,
  FacetKind,
} from '../../search/contract.ts';
import { toIsbn13 } from '../../values/isbn.ts';
import { BookId, Book } from '../contract.ts';

/** `include` has its own parameter. */
const bookFieldNames = Object.keys(Book.omit({ enrichment: true }).shape);

const BookField = z.string().refine(isBookField, {
  error: ({ input }) => `There is no member \`${String(input)}\` of a book.`,
});

/** What of each book is answered, and how; the same for one book and for many. */
const viewParameters = {
  fields: commaSeparatedList(BookField, bookFieldNames.length)
    .optional()
    .describe('Members of the book to answer with, comma-separated; `id` always is.')
    .meta({ example: 'id,title,cover' }),
  include: z
    .enum(['enrichment', 'warnings'])
    .optional()
    .describe(
      '`enrichment`: where each value comes from, and when and how surely. `warnings`: the faults that ' +
        'the files of your own books have, for secret keys.',
    ),
  currency: z
    .string()
    .regex(/^[A-Za-z]{3}$/, 'Must be a code of ISO 4217, such as EUR.')
    .toUpperCase()
    .optional()
    .describe('ISO 4217 code: each book gets its price in this currency as `convertedPrice`.')
    .meta({ example: 'EUR' }),
};

export const ViewQuery = z.strictObject(viewParameters);

/** BCP 47, as far as its shape goes. */
export const LanguageTagParameter = z
  .string()
  .regex(/^[a-z]{2,3}(-[a-z0-9]{2,8})*$/i, {
    error: 'Every entry must be a BCP 47 language tag, such as `en` or `pt-BR`.',
  })
  .toLowerCase();

export const LanguageTagsParameter = commaSeparatedList(LanguageTagParameter, 50)
  .describe('BCP 47 tags, comma-separated: books in any of them. `en` includes `en-US`.')
  .meta({ example: 'en,de' });

const ListParameters = z.strictObject({
  q: searchTextParameter(200)
    .optional()
    .describe(
      'What to look for, as typed: every word must be in the title, a name, a subject or the ' +
        'publisher; the last may be a beginning, and longer ones may have a typo.',
    )
    .meta({ example: 'whale' }),
  language: LanguageTagsParameter.optional(),
  author: searchTextParameter(500)
    .optional()
    .describe('A whole name as facets have it, or words of contributors’ names.')
    .meta({ example: 'melville' }),
  title: searchTextParameter(200)
    .optional()
    .describe('Words of the title.')
    .meta({ example: 'moby' }),
  subject: searchTextParameter(500)
    .optional()
    .describe('A subject as facets name it, or words of the subjects.')
    .meta({ example: 'whaling' }),
  publisher: searchTextParameter(500)
    .optional()
    .describe('A publisher as facets name it, or words of the name.')
    .meta({ example: 'penguin' }),
  isbn: z
    .string()
    .max(40)
    .transform((text, context) => {
      const isbn = toIsbn13(text);
      if (isbn) return isbn;
      context.addIssue('Must be an ISBN-10 or ISBN-13 with a right check digit.');
      return z.NEVER;
    })
    .optional()
    .describe('ISBN-10 or ISBN-13, with hyphens or without.')
    .meta({ example: '978-0-14-243724-7' }),
  ids: commaSeparatedList(BookId, 100, 5000)
    .optional()
    .describe('At most 100 identifiers of books, comma-separated; unknown ones are left out.')
    .meta({ example: 'bk_01KAJ0Q1V4T2M8Y6ZP3W5X7E9R' }),
  publishedFrom: PartialDate.optional()
    .describe('Year, month or day (ISO 8601): published then or later.')
    .meta({ example: '1851' }),
  publishedTo: PartialDate.optional()
    .describe('Year, month or day (ISO 8601): published before its end.')
    .meta({ example: '1899-12' }),
  updatedSince: z
    .union([z.iso.datetime({ offset: true }), z.iso.date()], {
      error: 'Must be a time such as 2026-11-21T12:00:00Z, or a day.',
    })
    .transform((text) => Date.parse(text))
    .optional()
    .describe('A time, or a day in UTC (ISO 8601): changed then or later.')
    .meta({ example: '2026-11-20T12:00:00Z' }),
  readable: BooleanText.optional().describe('Whether the text is here, for the embedded reader.'),
  sort: BookSort.optional().describe(
    '`relevance`, the default with `q`, needs `q`; `-popularity` is the default without.',
  ),
  facets: commaSeparatedList(FacetKind, FacetKind.options.length)
    .default([])
    .describe('What to count the whole result by, comma-separated: `meta.facets`.')
    .meta({ example: 'language,author' }),
  highlight: BooleanText.default(false).describe(
    '`true`: each book says where in its texts the words of `q` are, in offsets, without markup.',
  ),
  limit: limitParameter(100, 20, 'Books on a page'),
  cursor: Cursor.optional(),
  ...viewParameters,
});

/** The query of `GET /v1/books`. */
export const ListQuery = ListParameters.superRefine((query, context) => {
  if (query.sort === 'relevance' && query.q === undefined) {
    context.addIssue({
      code: 'custom',
      path: ['sort'],
      message: '`relevance` needs something to be relevant to: give `q`, too.',
    });
  }
  const { publishedFrom: from, publishedTo: to } = query;
  if (from !== undefined && to !== undefined && firstDay(from) > lastDay(to)) {
    context.addIssue({
      code: 'custom',
      path: ['publishedFrom'],
      message: 'Must not be later than `publishedTo`.',
    });
  }
});
export type ListQuery = z.infer<typeof ListQuery>;

/** What the search is asked; `ordinals` are those of `ids`. */
export function toBookQuery(
  query: ListQuery,
  accountId: string,
  { ordinals, after }: { ordinals: number[] | null; after: BookListPosition | null },
): BookQuery {
  return {
    accountId,
    text: query.q ?? null,
    languages: query.language ?? null,
    author: query.author ?? null,
    title: query.title ?? null,
    subject: query.subject ?? null,
    publisher: query.publisher ?? null,
    isbn: query.isbn ?? null,
    ordinals,
    publishedFrom: query.publishedFrom ?? null,
    publishedTo: query.publishedTo ?? null,
    updatedSinceMs: query.updatedSince ?? null,
    readable: query.readable ?? null,
    sort: query.sort ?? (query.q === undefined ? '-popularity' : 'relevance'),
    facets: query.facets,
    after,
    limit: query.limit,
  };
}

/** The query of all that an account may see. */
export function allBooksQuery(accountId: string, more: Partial<BookQuery>): BookQuery {
  const query = ListParameters.parse({});
  return { ...toBookQuery(query, accountId, { ordinals: null, after: null }), ...more };
}

/** What a cursor of a list is bound to: every parameter that shapes the list. */
export function cursorScope({ limit: _limit, cursor: _cursor, ...query }: ListQuery): string {
  return JSON.stringify(['books', Object.entries(query).sort()]);
}

export type ViewQuery = z.infer<typeof ViewQuery>;

function isBookField(name: string): boolean {
  return bookFieldNames.includes(name);
}
