import { z } from 'zod';
import { Cursor, commaList, Flag, limitUpTo, searchText } from '../../http/query-parameters.ts';
import { type BookPosition, type BookQuery, BookSort, FacetKind } from '../../search/contract.ts';
import { isbn13 } from '../../text/isbn.ts';
import { BookId } from '../contract.ts';
import { viewParameters } from './view-query.ts';

const PartialDate = z
  .string()
  .regex(/^\d{4}(-\d{2}(-\d{2})?)?$/, dateFault())
  .refine((date) => isDate(firstDay(date)), dateFault());

/** BCP 47, as far as its shape goes. */
export const LanguageTag = z
  .string()
  .regex(/^[a-z]{2,3}(-[a-z0-9]{2,8})*$/i, {
    error: 'Every entry must be a BCP 47 language tag, such as `en` or `pt-BR`.',
  })
  .toLowerCase();

export const LanguageList = commaList(LanguageTag, 50).describe(
  'BCP 47 tags, comma-separated: books in any of them. `en` includes `en-US`.',
);

const ListParameters = z.strictObject({
  q: searchText(200)
    .optional()
    .describe(
      'What to look for, as typed: every word must be in the title, a name, a subject or the ' +
        'publisher; the last may be a beginning, and longer ones may have a typo.',
    ),
  language: LanguageList.optional(),
  author: searchText(500)
    .optional()
    .describe('A whole name as facets have it, or words of contributors’ names.'),
  title: searchText(200).optional().describe('Words of the title.'),
  subject: searchText(500)
    .optional()
    .describe('A subject as facets name it, or words of the subjects.'),
  publisher: searchText(500)
    .optional()
    .describe('A publisher as facets name it, or words of the name.'),
  isbn: z
    .string()
    .max(40)
    .transform((text, context) => {
      const isbn = isbn13(text);
      if (isbn) return isbn;
      context.addIssue('Must be an ISBN-10 or ISBN-13 with a right check digit.');
      return z.NEVER;
    })
    .optional()
    .describe('ISBN-10 or ISBN-13, with hyphens or without.'),
  ids: commaList(BookId, 100, 5000)
    .optional()
    .describe('At most 100 identifiers of books, comma-separated; unknown ones are left out.'),
  publishedFrom: PartialDate.optional().describe(
    'Year, month or day (ISO 8601): published then or later.',
  ),
  publishedTo: PartialDate.optional().describe(
    'Year, month or day (ISO 8601): published before its end.',
  ),
  updatedSince: z
    .union([z.iso.datetime({ offset: true }), z.iso.date()], {
      error: 'Must be a time such as 2026-11-21T12:00:00Z, or a day.',
    })
    .transform((text) => Date.parse(text))
    .optional()
    .describe('A time, or a day in UTC (ISO 8601): changed then or later.'),
  readable: Flag.optional().describe('Whether the text is here, for the embedded reader.'),
  sort: BookSort.optional().describe(
    '`relevance`, the default with `q`, needs `q`; `-popularity` is the default without.',
  ),
  facets: commaList(FacetKind, FacetKind.options.length)
    .default([])
    .describe('What to count the whole result by, comma-separated: `meta.facets`.'),
  highlight: Flag.default(false).describe(
    '`true`: each book says where in its texts the words of `q` are, in offsets, without markup.',
  ),
  limit: limitUpTo(100, 20, 'Books on a page'),
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
  { ordinals, after }: { ordinals: number[] | null; after: BookPosition | null },
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
export function everyBook(accountId: string, more: Partial<BookQuery>): BookQuery {
  const query = ListParameters.parse({});
  return { ...toBookQuery(query, accountId, { ordinals: null, after: null }), ...more };
}

/** What a cursor of a list is bound to: every parameter that shapes the list. */
export function scopeOf({ limit: _limit, cursor: _cursor, ...query }: ListQuery): string {
  return JSON.stringify(['books', Object.entries(query).sort()]);
}

function firstDay(date: string): string {
  return date + '-01-01'.slice(date.length - 4);
}

function lastDay(date: string): string {
  return date + '-12-31'.slice(date.length - 4);
}

function isDate(day: string): boolean {
  const ms = Date.parse(`${day}T00:00:00Z`);
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(day);
}

function dateFault(): string {
  return 'Must be a year, a month or a day, such as 1851, 1851-10 or 1851-10-18.';
}
