import { BookLists, type ListedRows } from './book-lists.ts';
import { readBookWords, mainTitleLength } from './book-words.ts';
import { CandidateFinder } from './candidates.ts';
import { countWorks } from './count-works.ts';
import {
  type BookListPosition,
  type BookQuery,
  type BookSearchPage,
  emptyPage,
} from './contract.ts';
import { DocumentTable } from './document-table.ts';
import { explainHit } from './explain-hit.ts';
import { countFacets, FacetIndex } from './facets.ts';
import { buildFilter, hasFilter } from './filter.ts';
import type { IndexedBook } from './indexed-book.ts';
import { inOtherLayouts } from './keyboard-layouts.ts';
import { Matcher, type RequiredWord } from './matcher.ts';
import { asAlias, NameTable } from './name-table.ts';
import { Postings } from './postings.ts';
import { isSingleHanCharacter, isWholeWord, type TermSource, typedTerms } from './query-terms.ts';
import { isFallbackKey, leastRelevanceKeys, relevanceKey, sortOrder } from './ranking.ts';
import { fieldBits, searchFields, type Term } from './term.ts';
import { TextMatcher, type TextMatches } from './text-matcher.ts';
import { leastTitleShare } from './title-score.ts';
import { tokenize } from './tokenize.ts';
import { selectHits } from './select-hits.ts';
import { separateWords } from './separate-words.ts';
import { sortTitleOf } from './sort-title.ts';
import { Vocabulary } from './vocabulary.ts';

/** The parts of an index. The parts for external search contain only some of the books. */
export interface IndexParts {
  vocabulary: Vocabulary;
  postings: Postings;
  documents: DocumentTable;
  candidates: CandidateFinder;
}

function emptyParts(): IndexParts {
  const [vocabulary, postings, documents] = [new Vocabulary(), new Postings(), new DocumentTable()];
  const candidates = new CandidateFinder(postings, documents, vocabulary);
  return { vocabulary, postings, documents, candidates };
}

/** The in-memory search index with every word of every book. Independent of the database. */
export class BookIndex {
  readonly #vocabulary: Vocabulary;
  readonly #postings: Postings;
  readonly #documents: DocumentTable;
  readonly #candidates: CandidateFinder;
  readonly #names = new NameTable();
  readonly #facetValues = new FacetIndex();
  readonly #matcher: Matcher;
  readonly #texts: TextMatcher;
  readonly #lists: BookLists;
  #wordFields: number[] = [];

  constructor(parts: IndexParts = emptyParts()) {
    const { vocabulary, postings, documents, candidates } = parts;
    this.#vocabulary = vocabulary;
    this.#postings = postings;
    this.#documents = documents;
    this.#candidates = candidates;
    this.#matcher = new Matcher(postings, documents);
    this.#texts = new TextMatcher(candidates, documents, this.#names, vocabulary);
    this.#lists = new BookLists(documents, this.#facetValues, this.#matcher);
  }

  /** Number of searchable books. */
  get size(): number {
    return this.#documents.bookCount;
  }

  /** Whether the index contains so many removed rows that it should be rebuilt. */
  get needsRebuild(): boolean {
    return this.#documents.removedCount > 10_000 && this.#documents.removedCount > this.size;
  }

  /** Whether any book in the index belongs to this account. */
  hasAccount(accountId: string): boolean {
    return this.#documents.hasAccount(accountId);
  }

  /** Adds a book or replaces its previous version. */
  put(book: IndexedBook): void {
    const words: number[] = [];
    const title: number[] = [];
    const subtitle: number[] = [];
    readBookWords(book, (spelling, bit, isInOrder) => {
      const word = this.#vocabulary.add(spelling);
      const known = this.#wordFields[word] ?? 0;
      if (known === 0) words.push(word);
      this.#wordFields[word] = known | bit;
      if (isInOrder && bit === searchFields.title) title.push(word);
      if (isInOrder && bit === searchFields.subtitle) subtitle.push(word);
    });
    const [article = -1, ...others] = [...title, ...subtitle];
    const mainLength = mainTitleLength(book.title) || title.length;
    const facets = this.#facetsOf(book);
    const row = this.#documents.add({
      ...book,
      sortTitle: sortTitleOf(book.title),
      titleWords: [...title, ...subtitle],
      titleLength: title.length,
      mainTitleLength: mainLength,
      titleShare: leastTitleShare(
        [...title, ...subtitle],
        [mainLength, title.length, title.length + subtitle.length],
        this.#vocabulary,
      ),
      leadingArticle:
        this.#vocabulary.isArticle(article) && !others.includes(article) ? article : -1,
      names: this.#namesOf(book),
      ...facets,
    });
    this.#facetValues.addRow(facets.facets, row);
    for (const word of words) {
      this.#postings.push(word, row * 2 ** fieldBits + (this.#wordFields[word] ?? 0));
      this.#wordFields[word] = 0;
    }
    this.#lists.update();
  }

  #namesOf({ contributors, surnames, otherNames }: IndexedBook): number[] {
    const wordOf = (word: string) => this.#vocabulary.add(word);
    const own = contributors.map((name, at) =>
      this.#names.add({ name, surname: surnames[at] ?? null }, wordOf),
    );
    const others = otherNames.map((name) => this.#names.add({ name, surname: null }, wordOf));
    return [...new Set(own), ...new Set(others.map(asAlias))];
  }

  #facetsOf(book: IndexedBook) {
    const facets = new Set<number>();
    let languageBits = 0;
    let first: number | null = null;
    for (const language of book.languages) {
      const facet = this.#facetValues.add('language', language);
      first ??= facet;
      facets.add(facet);
      languageBits |= 1 << (facet % 32);
    }
    const authors = book.authors.map((author) => this.#facetValues.add('author', author));
    for (const author of authors) facets.add(author);
    for (const subject of book.subjects) facets.add(this.#facetValues.add('subject', subject));
    if (book.publisher) facets.add(this.#facetValues.add('publisher', book.publisher));
    return {
      facets: [...facets],
      author: authors[0] ?? null,
      language: first,
      languageBits: languageBits >>> 0,
    };
  }

  remove(ordinal: number): void {
    this.#documents.remove(ordinal);
  }

  find(query: BookQuery): BookSearchPage {
    if (!hasFilter(query)) {
      const all = this.#lists.all(query);
      if (all) return all;
    }
    const narrowing = this.#narrowing(query);
    const typed = query.text === null ? [] : this.#typedTerms(query.text);
    if (!narrowing || (query.text !== null && typed.length === 0)) return emptyPage(query.facets);
    const matchesFilters = buildFilter(query, this.#documents, narrowing.facets);
    if (typed.length === 0)
      return this.#list(query, this.#lists.find(query, narrowing, matchesFilters));
    const isAccepted = this.#withWords(narrowing.words, matchesFilters);

    const isAmongFallbacks = query.after !== null && isFallbackKey(query.sort, query.after.key);
    const isVisible = this.#documents.visibility(query);
    const find = (terms: Term[]) =>
      this.#texts.find(terms, { isAccepted, isVisible, isAmongFallbacks });
    const found = find(typed);
    const separated = found.isFallback ? null : this.#separated(query.text ?? '', typed);
    if (!found.isFallback && separated === null) return this.#page(query, found);
    const rewritten = separated === null ? this.#rewritten(query.text ?? '', found) : [separated];
    for (const text of rewritten) {
      const again = find(this.#typedTerms(text));
      if (!again.isFallback) return { ...this.#page(query, again), suggestion: text };
    }
    // A search overwrites the results of an earlier one.
    const closest = rewritten.length === 0 ? found : find(typed);
    const page = this.#page(query, closest);
    return { ...page, suggestion: this.#suggestion(typed, closest, page) };
  }

  /**
   * The query with spaces in words that match only as two words of one field, because their parts
   * may also be in different fields: “emmaausten”. Null if there are none.
   */
  #separated(text: string, terms: Term[]): string | null {
    const joined = terms.filter(
      ({ variants }) => variants.length > 0 && variants.every((one) => one.withWord !== undefined),
    );
    const words = new Set(joined.map(({ typed }) => typed));
    return words.size === 0 ? null : separateWords(text, (word) => words.has(word), this.#source);
  }

  /**
   * Variants of the query with missing spaces added or typed with other keyboard layouts, if books
   * contain the resulting words.
   */
  #rewritten(text: string, { terms }: TextMatches): string[] {
    const known = new Set(terms.flatMap(({ typed, variants }) => (variants[0] ? [typed] : [])));
    const separated = separateWords(text, (word) => !known.has(word), this.#source);
    const isSpelled = terms.some(({ variants }) => variants.some(({ kind }) => kind === 'exact'));
    const texts = isSpelled ? [] : inOtherLayouts(text).filter((one) => this.#hasWords(one));
    return separated === null ? texts : [separated, ...texts];
  }

  /** Whether books contain every word of a string, of which the last may be incomplete. */
  #hasWords(text: string): boolean {
    const words = tokenize(text).filter(isWholeWord);
    return words.every(({ word }, at) => {
      if (this.#vocabulary.numberOf(word) !== undefined) return true;
      return at === words.length - 1 && this.#vocabulary.withPrefix(word).length > 0;
    });
  }

  /** The query with its typos corrected to match the first hit. */
  #suggestion(typed: Term[], found: TextMatches, { hits: [first] }: BookSearchPage): string | null {
    return first ? this.#wordsOf(typed, found.terms, first) : null;
  }

  #list(query: BookQuery, found: ListedRows): BookSearchPage {
    const matches = { ...found, scoreOf: () => 0, bounds: null, terms: [], isFallback: false };
    return found.hits ? this.#pageOf(query, matches, found.hits) : this.#page(query, matches);
  }

  #typedTerms(text: string): Term[] {
    return typedTerms(text, this.#source);
  }

  get #source(): TermSource {
    return {
      vocabulary: this.#vocabulary,
      size: this.size,
      frequencyOf: (word) => this.#postings.lengthOf(word),
      frequencyOfBoth: (one, other) => this.#candidates.frequencyOfBoth(one, other),
    };
  }

  /**
   * Returns the words and facets that the word filters require. Null if a filter contains no word,
   * so that no book can match.
   */
  #narrowing(query: BookQuery) {
    const { author, title, subject, publisher, isbn, languages } = query;
    const isVisible = this.#documents.visibility(query);
    const words: RequiredWord[] = [];
    const facets: ReadonlySet<number>[] = [];
    if (languages) facets.push(this.#facetValues.languages(languages));
    const names = searchFields.contributor | searchFields.alias;
    const filters = [
      { text: author, fields: names, kind: 'author' },
      { text: title, fields: searchFields.title | searchFields.subtitle, kind: null },
      { text: subject, fields: searchFields.subject, kind: 'subject' },
      { text: publisher, fields: searchFields.publisher, kind: 'publisher' },
      { text: isbn, fields: searchFields.identifier, kind: null },
    ] as const;
    for (const { text, fields, kind } of filters) {
      if (text === null) continue;
      const own = this.#wordsIn(text, fields);
      if (own.length === 0) return null;
      const alike = kind ? this.#facetValues.find(kind, text) : noValues;
      // A whole facet value, which contains the words, if the caller may see a book that has it.
      if (this.#facetValues.hasRow(alike, isVisible)) facets.push(alike);
      else words.push(...own);
    }
    return { words, facets };
  }

  #wordsIn(text: string, fields: number): RequiredWord[] {
    const words = new Set(
      tokenize(text)
        .filter(isWholeWord)
        .map(({ word }) => word),
    );
    return [...words].map((word) => {
      const exact = this.#vocabulary.numberOf(word);
      const own = isSingleHanCharacter(word) ? this.#vocabulary.withPrefix(word) : [];
      return { words: own.length > 0 ? own : exact === undefined ? [] : [exact], fields };
    });
  }

  /** Returns a filter that also requires these words. */
  #withWords(words: RequiredWord[], isAccepted: (row: number) => boolean) {
    if (words.length === 0) return isAccepted;
    const rows = new Set(this.#matcher.match(words, isAccepted));
    return (row: number) => rows.has(row);
  }

  #page(query: BookQuery, found: TextMatches): BookSearchPage {
    const { sort, after, limit, collapse } = query;
    const { isFallback, bounds } = found;
    const keyOf = (score: number) => relevanceKey(score, isFallback);
    const order = sortOrder(sort, this.#documents, (row) => keyOf(found.scoreOf(row)));
    const hits = selectHits(this.#documents, {
      rows: found.rows,
      order,
      leastKeys: sort === 'relevance' && bounds ? leastRelevanceKeys(bounds(), isFallback) : null,
      after,
      limit: limit + 1,
      isCollapsed: collapse,
    });
    return this.#pageOf(query, found, hits);
  }

  /** @param hits - The hits of the page, and one more if there are more pages. */
  #pageOf(query: BookQuery, found: TextMatches, hits: BookListPosition[]): BookSearchPage {
    const { facets, limit, collapse } = query;
    const shown = hits.slice(0, limit);
    const ordinals = shown.map(({ ordinal }) => ordinal);
    const counted = collapse ? countWorks(found.rows, this.#documents, ordinals) : null;
    return {
      hits: shown,
      hasMore: hits.length > limit,
      total: counted?.works ?? found.rows.length,
      facets: countFacets(facets, found.rows, this.#documents, this.#facetValues, collapse),
      suggestion: null,
      matched: this.#matched(found.terms),
      editions: counted?.editions ?? new Map(),
      explanations: query.explain ? this.#explanations(ordinals, found) : new Map(),
    };
  }

  #explanations(ordinals: number[], { terms, scoreOf, bounds }: TextMatches) {
    const index = {
      matcher: this.#matcher,
      scorer: this.#texts.scorer,
      vocabulary: this.#vocabulary,
      hasShortForms: bounds === null,
    };
    const rows = ordinals.map((ordinal) => this.#documents.rowOf(ordinal) ?? 0);
    // Explaining a hit overwrites the data from which scores are computed.
    const scores = rows.map((row) => scoreOf(row));
    return new Map(
      rows.map((row, at) => [ordinals[at] ?? 0, explainHit(row, terms, scores[at] ?? 0, index)]),
    );
  }

  #matched(terms: Term[]): BookSearchPage['matched'] {
    const words = new Set<string>();
    const prefixes: string[] = [];
    for (const { variants, isPrefix, typed } of terms) {
      if (isPrefix) prefixes.push(typed);
      for (const { word, kind, withWord } of variants) {
        if (kind !== 'prefix') words.add(this.#vocabulary.spelling(word));
        if (withWord !== undefined) words.add(this.#vocabulary.spelling(withWord));
      }
    }
    return { words, prefixes };
  }

  /** Returns the query with the words that match in this book, or null if it does not change. */
  #wordsOf(typed: Term[], terms: Term[], { ordinal }: BookListPosition): string | null {
    const row = this.#documents.rowOf(ordinal);
    if (row === null) return null;
    const words = typed.map(({ typed: text }, at) => {
      const own = (terms[at]?.variants ?? [])
        .filter(({ word, kind }) => kind !== 'number' && this.#matcher.fieldsOf(word, row) !== 0)
        .map(({ word, typos }) => ({ typos, spelling: this.#vocabulary.spelling(word) }))
        .filter(({ spelling }) => !spelling.startsWith('^'))
        .sort((a, b) => a.typos - b.typos || a.spelling.length - b.spelling.length)[0];
      return own?.spelling ?? text;
    });
    const text = words.join(' ');
    return text === typed.map((term) => term.typed).join(' ') ? null : text;
  }
}

const noValues: ReadonlySet<number> = new Set();
