import type { BookQuery } from '../contract.ts';
import { partWeights } from '../row-score.ts';
import { mainTitleShare } from '../title-score.ts';
import { fieldWeights, type SearchField, searchFields, type Term, type Variant } from '../term.ts';
import { manyRows } from '../text-matcher.ts';
import type { Vocabulary } from '../vocabulary.ts';
import { fieldNames } from './documents.ts';
import type { Json } from './engine.ts';
import type { Facts } from './facts.ts';

/** Number of books that the first request reads. The process ranks them. */
const firstBooks = 400;
/** Maximum number of books on all pages of a list sorted by relevance. */
export const maxBooks = 2000;
/** Tolerance for comparisons of weight sums. */
const rounding = 1e-6;

/** Finds the books for one query in the engine. */
export interface Retrieval {
  /**
   * Reads the books that may be among the first results. Returns the number of all matches, or 0 if
   * it is not known yet.
   */
  candidates(facts: Facts, terms: Term[], minimum: number, vocabulary: Vocabulary): number;
  /** Starts another ranking pass. For a list without search text, reads the first books. */
  begin(facts: Facts): void;
  /** Number of books with the word in a contributor's name. 0 if it is not known yet. */
  frequencyInNames(facts: Facts, word: string): number;
  /** Number of books with these words in one field. 0 if it is not known yet. */
  frequencyOfBoth(facts: Facts, words: string[]): number;
  /** Whether one of the words occurs in more than `limit` of the books visible to the caller. */
  occursInMoreThan(facts: Facts, words: string[], limit: number): boolean;
  /** Reads the editions of works, for a list with one result per work. */
  editions(facts: Facts, workIds: string[]): void;
  /** Reads more books of the list. Returns false if there are none. */
  readMore(): boolean;
  /** The query that all matching books satisfy, or null if all were read. */
  readonly unread: Json | null;
}

/** Sort order of a list that is not sorted by relevance. */
export interface EngineOrder {
  sort: Json[];
  /** Sort values of the book after which the list continues, or null. */
  after: unknown[] | null;
}

/**
 * @param filter - Conditions in addition to the search text.
 * @param visible - Matches the books that the caller may see.
 */
export function createRetrieval(
  query: BookQuery,
  { filter, visible, order }: { filter: Json[]; visible: Json; order: EngineOrder | null },
): Retrieval {
  const batchSize = query.collapse ? 4 * (query.limit + 1) : query.limit + 1;
  /** Sort values of the last book in each batch of a list. */
  const ends: (unknown[] | null)[] = [];
  let batches = 1;
  let unread: Json | null = null;
  let isFirst = true;

  const reading = (facts: Facts, required: Json[], more: Json) => ({
    index: 'books' as const,
    body: {
      track_total_hits: true,
      stored_fields: ['book'],
      query: { bool: { filter: [...filter, ...required] } as Json },
      ...more,
    },
    read({ hits }: Json) {
      for (const hit of hits.hits) facts.addBook(hit);
      return hits as Json;
    },
  });

  /** Reads the next books in the order of the list. */
  const readInOrder = (facts: Facts, { sort, after }: EngineOrder, required: Json[]) => {
    for (let batch = 0; batch < batches; batch += 1) {
      const start = batch === 0 ? after : ends[batch - 1];
      if (start === undefined) return;
      const hits = facts.answer(`batch ${batch}`, () =>
        reading(facts, required, {
          size: batchSize,
          sort,
          ...(start && { search_after: start }),
        }),
      );
      if (hits) ends[batch] = hits.hits.length < batchSize ? null : hits.hits.at(-1).sort;
    }
  };

  return {
    get unread() {
      return unread;
    },

    readMore() {
      if (!order || ends.length === 0 || ends.at(-1) === null) return false;
      batches = ends.length + 1;
      return true;
    },

    begin(facts) {
      isFirst = true;
      unread = query.text === null ? { match_all: {} } : null;
      if (order && query.text === null) readInOrder(facts, order, []);
    },

    candidates(facts, terms, minimum, vocabulary) {
      const required = requiredOf(terms, minimum, vocabulary);
      const read = (from: number, size: number) =>
        facts.answer(`books ${from} ${JSON.stringify(required)}`, () => {
          const { body, ...question } = reading(facts, [required], { from, size });
          body.query = { bool: { ...body.query.bool, should: scoresOf(terms, vocabulary) } };
          return { ...question, body };
        });
      const first = query.after && !order ? maxBooks : firstBooks;
      const count: number = read(0, first)?.total.value ?? 0;
      // If more than `manyRows` books match, only the best ones are read.
      if (count > first && count <= manyRows) read(first, manyRows - first);
      // Only a result of books that match every word as typed continues with unread books.
      const isStrictResult = isFirst;
      isFirst = false;
      if (count > manyRows && isStrictResult) {
        unread = required;
        if (order) readInOrder(facts, order, [required]);
      }
      return count;
    },

    editions(facts, workIds) {
      const works = { terms: { workId: workIds } };
      facts.answer(`editions ${workIds.join(' ')}`, () =>
        reading(facts, [...(unread ? [unread] : []), works], { size: maxBooks }),
      );
    },

    frequencyInNames(facts, word) {
      const known = facts.answer(`in names ${word}`, () => ({
        index: 'books',
        body: {
          size: 0,
          track_total_hits: true,
          query: anyOf([{ term: { contributor: word } }, { term: { alias: word } }]),
        },
        read: ({ hits }) => hits.total.value as number,
      }));
      return known ?? 0;
    },

    frequencyOfBoth(facts, words) {
      const inOneField = fieldNames.map((field) => ({
        bool: { filter: words.map((word) => ({ term: { [field]: word } })) },
      }));
      const known = facts.answer(`both ${words.join(' ')}`, () => ({
        index: 'books',
        body: { size: 0, track_total_hits: true, query: anyOf(inOneField) },
        read: ({ hits }) => hits.total.value as number,
      }));
      return known ?? 0;
    },

    occursInMoreThan(facts, words, limit) {
      const isMore = facts.answer(`more than ${limit} ${words.join(' ')}`, () => ({
        index: 'books',
        body: {
          size: 0,
          track_total_hits: Math.floor(limit) + 1,
          query: { bool: { filter: [visible, { terms: { all: words } }] } },
        },
        read: ({ hits }) => hits.total.value > limit,
      }));
      return isMore ?? false;
    },
  };
}

/** Whether the query contains every content word. */
export function isStrict(terms: Term[], minimum: number): boolean {
  const total = terms.reduce((sum, { weight, isContent }) => sum + (isContent ? weight : 0), 0);
  return minimum >= total - rounding;
}

/**
 * Returns the condition for books: as many content words as are needed to reach the minimum weight
 * with the heaviest words.
 */
export function requiredOf(terms: Term[], minimum: number, vocabulary: Vocabulary): Json {
  const content = terms.filter(({ isContent }) => isContent);
  const each = content.map((term) => anyWordOf(term, vocabulary));
  if (isStrict(terms, minimum)) return { bool: { filter: each } };
  let [least, sum] = [0, 0];
  for (const { weight } of content.toSorted((a, b) => b.weight - a.weight)) {
    if (sum >= minimum - rounding) break;
    sum += weight;
    least += 1;
  }
  return { bool: { should: each, minimum_should_match: Math.max(1, least) } };
}

function anyWordOf({ variants }: Term, vocabulary: Vocabulary): Json {
  const single = variants.filter(({ withWord }) => withWord === undefined);
  const words = single.map(({ word }) => vocabulary.spelling(word));
  const pairs = variants.filter(({ withWord }) => withWord !== undefined);
  return anyOf([
    { terms: { all: words } },
    ...pairs.flatMap((pair) => fieldNames.map((field) => pairIn(field, pair, vocabulary))),
  ]);
}

function pairIn(field: SearchField, { word, withWord }: Variant, vocabulary: Vocabulary): Json {
  const words = [word, withWord ?? word].map((one) => vocabulary.spelling(one));
  return { bool: { filter: words.map((one) => ({ term: { [field]: one } })) } };
}

function anyOf(queries: Json[]): Json {
  return queries.length === 1 ? (queries[0] ?? {}) : { bool: { should: queries } };
}

/** Fields with separate weights. Words in other fields have the weight of subjects. */
const scoredFields = ['title', 'contributor', 'subtitle', 'alias', 'series'] as const;
const otherWeight = fieldWeights[searchFields.subject] ?? 0;
/** Number of steps to which qualities are rounded. Limits the number of scored word groups. */
const qualitySteps = 20;

/**
 * Returns the scores by which the engine selects the books to rank. They approximate the parts of
 * the ranking's score with upper bounds, because the engine does not know the order of words or
 * complete names.
 */
function scoresOf(terms: Term[], vocabulary: Vocabulary): Json[] {
  const total = terms.reduce((sum, { weight }) => sum + weight, 0) || 1;
  const words = terms
    .filter(({ variants }) => variants.length > 0)
    .map((term) => ({
      dis_max: { queries: groupsOf(term, vocabulary, term.weight / total) },
    }));
  const quarters = ({ isContent }: Term) => (isContent ? 4 : 1);
  const title = constantOf(terms, vocabulary, ['title', 'subtitle'], quarters);
  const main = constantOf(terms, vocabulary, ['mainTitle'], quarters);
  const name = constantOf(terms, vocabulary, ['contributor', 'alias'], ({ weight }) => weight);
  const { title: titleWeight } = partWeights;
  return [
    ...words,
    {
      dis_max: {
        tie_breaker: 0.7,
        queries: [
          {
            dis_max: {
              queries: [
                titled(title.query, { field: 'titleShare', weight: titleWeight, all: title.sum }),
                titled(main.query, {
                  field: 'mainShare',
                  weight: titleWeight * mainTitleShare,
                  all: main.sum,
                }),
              ],
            },
          },
          scripted(name.query, nameScript, { weight: partWeights.name, all: name.sum }),
        ],
      },
    },
    scripted({ match_all: {} }, popularityScript, { weight: partWeights.popularity }),
  ];
}

const titleScript =
  'double q = _score; return params.weight * Math.min(1, q / Math.max(1, doc[params.field].value)) * Math.min(1, q / params.all);';
const nameScript = 'return params.weight * Math.min(1, _score / params.all);';
const popularityScript =
  "double p = doc['popularity'].value; if (p <= 0) return 0; double s = Math.log(1 + p) / 5.7; return params.weight * s / (1 + s);";

function titled(query: Json, params: Json): Json {
  return scripted(query, titleScript, params);
}

function scripted(query: Json, source: string, params: Json): Json {
  return { script_score: { query, script: { source, params } } };
}

/** Groups a term's words by field and quality. */
function groupsOf({ variants }: Term, vocabulary: Vocabulary, weight: number): Json[] {
  const byQuality = Map.groupBy(
    variants,
    ({ quality }) => Math.round(quality * qualitySteps) / qualitySteps,
  );
  return [...byQuality].flatMap(([quality, own]) => {
    const words = own.map(({ word }) => vocabulary.spelling(word));
    const boosted = (field: string, boost: number) => ({
      constant_score: { filter: { terms: { [field]: words } }, boost: boost * quality * weight },
    });
    const scored = scoredFields.map((field) =>
      boosted(field, fieldWeights[searchFields[field]] ?? 0),
    );
    return [...scored, boosted('all', otherWeight)];
  });
}

function constantOf(
  terms: Term[],
  vocabulary: Vocabulary,
  fields: string[],
  weightOf: (term: Term) => number,
): { query: Json; sum: number } {
  const should = terms.map((term) => {
    const words = term.variants.map(({ word }) => vocabulary.spelling(word));
    const filter = anyOf(fields.map((field) => ({ terms: { [field]: words } })));
    return { constant_score: { filter, boost: weightOf(term) } };
  });
  const sum = terms.reduce((all, term) => all + weightOf(term), 0) || 1;
  return { query: { bool: { should } }, sum };
}
