import { fold } from '../../values/fold.ts';
import { bookOwnersFor } from '../../values/environment.ts';
import type { BookQuery } from '../contract.ts';
import { dateKey } from '../document-table.ts';
import { isSingleHanCharacter, isWholeWord } from '../query-terms.ts';
import { tokenize } from '../tokenize.ts';
import type { Json } from './engine.ts';

/** Matches the books that an account may see. See `DocumentTable.visibility`. */
export function visibilityQuery({ accountId, privateOrdinals }: BookQuery): Json {
  const owned: Json[] = [{ terms: { accountId: bookOwnersFor(accountId) } }, isFalse('isTest')];
  if (privateOrdinals) owned.push({ terms: { ordinal: privateOrdinals } });
  return {
    bool: {
      should: [
        isFalse('isPrivate'),
        { bool: { filter: owned } },
        { bool: { filter: [{ term: { accountId } }, { term: { isTest: true } }] } },
      ],
    },
  };
}

/** Returns all conditions of the query except the search text and the filters by words. */
export function filterQueries(query: BookQuery): Json[] {
  const { languages, workId, readable, ordinals, publishedFrom, publishedTo } = query;
  const filters: Json[] = [visibilityQuery(query)];
  if (languages) {
    filters.push({
      bool: {
        should: [
          { terms: { languageKeys: languages } },
          ...languages.map((tag) => ({ prefix: { languageKeys: `${tag}-` } })),
        ],
      },
    });
  }
  if (workId !== null) filters.push({ term: { workId } });
  if (readable !== null) filters.push({ term: { isReadable: readable } });
  if (ordinals) filters.push({ terms: { ordinal: ordinals } });
  const gte = publishedFrom === null ? null : dateKey(publishedFrom);
  const lte = publishedTo === null ? null : dateKey(publishedTo, 'last');
  if (gte !== null || lte !== null) filters.push({ range: { published: { gte, lte } } });
  if (query.updatedSinceMs !== null) {
    filters.push({ range: { updatedMs: { gte: query.updatedSinceMs } } });
  }
  return filters;
}

/** A filter by the words of a field or, if a book has it, by a complete value. */
export interface WordFilter {
  /** Matches books with all words. Null if there are no words, so that no book can match. */
  words: Json | null;
  /** Matches books with the complete value. Null for fields without facets. */
  value: Json | null;
}

/** The filters by author, title, subject, publisher and ISBN. */
export function wordFilters(query: BookQuery): WordFilter[] {
  const { author, title, subject, publisher, isbn } = query;
  const all = [
    { text: author, fields: ['contributor', 'alias'], value: 'authorKeys' },
    { text: title, fields: ['title', 'subtitle'], value: null },
    { text: subject, fields: ['subject'], value: 'subjectKeys' },
    { text: publisher, fields: ['publisher'], value: 'publisherKeys' },
    { text: isbn, fields: ['identifier'], value: null },
  ];
  return all.flatMap(({ text, fields, value }) => {
    if (text === null) return [];
    const words = tokenize(text)
      .filter(isWholeWord)
      .map(({ word }) => (isSingleHanCharacter(word) ? 'prefix' : 'term') + ` ${word}`);
    const queries = [...new Set(words)].map((one) => {
      const [kind = '', word = ''] = one.split(' ');
      return { bool: { should: fields.map((field) => ({ [kind]: { [field]: word } })) } };
    });
    return [
      {
        words: queries.length > 0 ? { bool: { filter: queries } } : null,
        value: value === null ? null : { term: { [value]: fold(text).trim() } },
      },
    ];
  });
}

function isFalse(field: string): Json {
  return { term: { [field]: false } };
}
