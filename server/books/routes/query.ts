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

/** Excludes `enrichment`, which is selected by `include`. */
const bookFieldNames = Object.keys(Book.omit({ enrichment: true }).shape);

const BookField = z.string().refine(isBookField, {
  error: ({ input }) => `A book has no member \`${String(input)}\`.`,
});

/**
 * Parameters that select the members of each book in the response. Used for single books and lists.
 */
const viewParameters = {
  fields: commaSeparatedList(BookField, bookFieldNames.length)
    .optional()
    .describe('Members to include, comma-separated. `id` is always included.')
    .meta({ example: 'id,title,cover' }),
  include: z
    .enum(['enrichment', 'warnings'])
    .optional()
    .describe(
      '`enrichment` adds the origin, time and confidence of each value. `warnings` adds problems in the files of ' +
        'your own books (secret keys only).',
    ),
  currency: z
    .string()
    .regex(/^[A-Za-z]{3}$/, 'Must be an ISO 4217 code, such as EUR.')
    .toUpperCase()
    .optional()
    .describe('ISO 4217 code. Adds each book’s price in this currency as `convertedPrice`.')
    .meta({ example: 'EUR' }),
};

export const ViewQuery = z.strictObject(viewParameters);

/** A syntactically valid BCP 47 tag. */
export const LanguageTagParameter = z
  .string()
  .regex(/^[a-z]{2,3}(-[a-z0-9]{2,8})*$/i, {
    error: 'Every entry must be a BCP 47 language tag, such as `en` or `pt-BR`.',
  })
  .toLowerCase();

export const LanguageTagsParameter = commaSeparatedList(LanguageTagParameter, 50)
  .describe(
    'BCP 47 tags, comma-separated. Returns books in any of these languages. `en` includes `en-US`.',
  )
  .meta({ example: 'en,de' });

const ListParameters = z.strictObject({
  q: searchTextParameter(200)
    .optional()
    .describe(
      'Search query as typed: words of the title, names, subjects, series or publisher, in any order ' +
        'and language, or an ISBN. Function words are optional, the last word may be a prefix, and ' +
        'words may contain typos. If no book contains every word, books with most of them match.',
    )
    .meta({ example: 'whale' }),
  language: LanguageTagsParameter.optional(),
  author: searchTextParameter(500)
    .optional()
    .describe('A full name as listed in facets, or words from contributors’ names.')
    .meta({ example: 'melville' }),
  title: searchTextParameter(200)
    .optional()
    .describe('Words from the title.')
    .meta({ example: 'moby' }),
  subject: searchTextParameter(500)
    .optional()
    .describe('A subject as listed in facets, or words from the subjects.')
    .meta({ example: 'whaling' }),
  publisher: searchTextParameter(500)
    .optional()
    .describe('A publisher as listed in facets, or words from the name.')
    .meta({ example: 'penguin' }),
  isbn: z
    .string()
    .max(40)
    .transform((text, context) => {
      const isbn = toIsbn13(text);
      if (isbn) return isbn;
      context.addIssue('Must be an ISBN-10 or ISBN-13 with a valid check digit.');
      return z.NEVER;
    })
    .optional()
    .describe('ISBN-10 or ISBN-13, with or without hyphens.')
    .meta({ example: '978-0-14-243724-7' }),
  ids: commaSeparatedList(BookId, 100, 5000)
    .optional()
    .describe('At most 100 book identifiers, comma-separated. Unknown identifiers are ignored.')
    .meta({ example: 'bk_01KAJ0Q1V4T2M8Y6ZP3W5X7E9R' }),
  publishedFrom: PartialDate.optional()
    .describe('Year, month or day (ISO 8601). Returns books published at its start or later.')
    .meta({ example: '1851' }),
  publishedTo: PartialDate.optional()
    .describe('Year, month or day (ISO 8601). Returns books published before its end.')
    .meta({ example: '1899-12' }),
  updatedSince: z
    .union([z.iso.datetime({ offset: true }), z.iso.date()], {
      error: 'Must be a time, such as 2026-11-21T12:00:00Z, or a date.',
    })
    .transform((text) => Date.parse(text))
    .optional()
    .describe('Time, or date in UTC (ISO 8601). Returns books changed at that time or later.')
    .meta({ example: '2026-11-20T12:00:00Z' }),
  readable: BooleanText.optional().describe(
    'Whether the text is available to the embedded reader.',
  ),
  sort: BookSort.optional().describe(
    'Sort order. Defaults to `relevance` with `q`, and to `-popularity` without it. `relevance` requires `q`.',
  ),
  facets: commaSeparatedList(FacetKind, FacetKind.options.length)
    .default([])
    .describe(
      'Kinds of values to count in the whole result, comma-separated. Returned in `meta.facets`.',
    )
    .meta({ example: 'language,author' }),
  highlight: BooleanText.default(false).describe(
    'If `true`, each book includes the offsets of the words from `q` in its fields.',
  ),
  workId: z
    .string()
    .regex(/^wrk_[A-Za-z0-9]{1,40}$/, 'Must be the `workId` of a book.')
    .optional()
    .describe('Returns the editions of one work.')
    .meta({ example: 'wrk_czvtvF8NMKWIgqClE92P' }),
  collapse: z
    .enum(['work', 'none'])
    .optional()
    .describe(
      '`work`: editions of one work are one result, the best match with the number of `editions`; ' +
        '`none`: every book is a result. The default is `work` if sorted by relevance and no `workId` ' +
        'or `ids` is given, otherwise `none`. `total` and facets count results.',
    ),
  explain: BooleanText.default(false).describe(
    'If `true`, each book includes an explanation of its rank. Requires `q` and a secret key.',
  ),
  limit: limitParameter(100, 20, 'Books per page'),
  cursor: Cursor.optional(),
  ...viewParameters,
});

/** Query parameters for `GET /v1/books`. */
export const ListQuery = ListParameters.superRefine(checkListQuery);
export type ListQuery = z.infer<typeof ListQuery>;

/** Query parameters for the OPDS feed, without those that select or add members. */
export const FeedQuery = ListParameters.omit({
  fields: true,
  include: true,
  currency: true,
  highlight: true,
  explain: true,
}).superRefine(checkListQuery);

function checkListQuery(
  query: Pick<z.infer<typeof ListParameters>, 'sort' | 'q' | 'publishedFrom' | 'publishedTo'> & {
    explain?: boolean;
  },
  context: z.RefinementCtx,
): void {
  if (query.sort === 'relevance' && query.q === undefined) {
    context.addIssue({
      code: 'custom',
      path: ['sort'],
      message: '`relevance` requires `q`.',
    });
  }
  if (query.explain && query.q === undefined) {
    context.addIssue({ code: 'custom', path: ['explain'], message: '`explain` requires `q`.' });
  }
  const { publishedFrom: from, publishedTo: to } = query;
  if (from !== undefined && to !== undefined && firstDay(from) > lastDay(to)) {
    context.addIssue({
      code: 'custom',
      path: ['publishedFrom'],
      message: 'Must not be later than `publishedTo`.',
    });
  }
}

/** The books that a viewer can find. */
export type VisibleBooks = Pick<BookQuery, 'accountId' | 'privateOrdinals'>;

/** Converts the request's query to a search query. `ordinals` are those of `ids`. */
export function toBookQuery(
  query: ListQuery,
  visible: VisibleBooks,
  { ordinals, after }: { ordinals: number[] | null; after: BookListPosition | null },
): BookQuery {
  return {
    ...visible,
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
    collapse: collapsesWorks(query),
    workId: query.workId ?? null,
    explain: query.explain,
  };
}

/** Unless requested, only searches by relevance group editions. Other lists are complete. */
function collapsesWorks({ collapse, q, sort, ids, workId }: ListQuery): boolean {
  if (collapse) return collapse === 'work';
  const isByRelevance = q !== undefined && (sort === undefined || sort === 'relevance');
  return isByRelevance && ids === undefined && workId === undefined;
}

/** Returns a query for all books that a viewer can find. */
export function allBooksQuery(visible: VisibleBooks, changes: Partial<BookQuery>): BookQuery {
  const query = ListParameters.parse({});
  return { ...toBookQuery(query, visible, { ordinals: null, after: null }), ...changes };
}

/**
 * Returns the scope of a list's cursors, which consists of every parameter that affects the list.
 */
export function cursorScope({ limit: _limit, cursor: _cursor, ...query }: ListQuery): string {
  return JSON.stringify(['books', Object.entries(query).sort()]);
}

export type ViewQuery = z.infer<typeof ViewQuery>;

function isBookField(name: string): boolean {
  return bookFieldNames.includes(name);
}
