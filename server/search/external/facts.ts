import { LRUCache } from 'lru-cache';
import type { IndexedBook } from '../indexed-book.ts';
import type { Engine, Json } from './engine.ts';
import { EngineError } from './engine.ts';
import { aliasesOf, type Generation } from './indices.ts';

/** One search in a request that contains several. */
export interface Question<Answer> {
  index: 'books' | 'words';
  body: Json;
  read(response: Json): Answer;
}

/** Data about an author that ranking uses. */
export interface AuthorFacts {
  books: number;
  languages: number;
}

/** How long facts about the whole catalog are cached. */
const memoryMs = 60_000;

/** Cache of facts about the whole catalog, shared by all queries. Takes a few megabytes. */
export function createMemory() {
  const limits = { ttl: memoryMs, perf: performance };
  return {
    frequencies: new LRUCache<string, number>({ max: 50_000, ...limits }),
    lists: new LRUCache<string, string[]>({
      maxSize: 200_000,
      sizeCalculation: (words) => 1 + words.length,
      ...limits,
    }),
    authors: new LRUCache<string, AuthorFacts>({ max: 20_000, ...limits }),
    editions: new LRUCache<string, number>({ max: 50_000, ...limits }),
    catalog: new LRUCache<string, CatalogFacts>({ max: 1, ttl: memoryMs / 2, perf: performance }),
  };
}

export type Memory = ReturnType<typeof createMemory>;

interface CatalogFacts {
  books: number;
  /** Number of books by their first language. */
  languages: ReadonlyMap<string, number>;
}

/**
 * Facts from the engine that one query needs. The ranking runs with the facts that are known and
 * registers those that are missing. `fetch` requests all missing facts together, and then the
 * ranking runs again.
 */
export class Facts {
  readonly #engine: Engine;
  readonly #memory: Memory;
  readonly #aliases: Generation;
  readonly #answers = new Map<string, unknown>();
  readonly #questions = new Map<string, Question<unknown>>();
  readonly #missingWords = new Set<string>();
  /** Kept for the whole query, even if the cache drops them. */
  readonly #authors = new Map<string, AuthorFacts>();
  readonly #editions = new Map<string, number>();
  readonly books = new Map<number, IndexedBook>();
  /** Called with each book that is read. */
  readonly #onBook: (book: IndexedBook) => void;
  #catalog: CatalogFacts = { books: 0, languages: new Map() };

  constructor(engine: Engine, memory: Memory, onBook: (book: IndexedBook) => void) {
    this.#engine = engine;
    this.#memory = memory;
    this.#aliases = aliasesOf(engine.prefix);
    this.#onBook = onBook;
  }

  get catalog(): CatalogFacts {
    return this.#catalog;
  }

  /** Whether facts are missing. */
  get hasMissing(): boolean {
    return this.#questions.size + this.#missingWords.size > 0;
  }

  /** Number of books that contain the word, or undefined if it is not known yet. */
  frequencyOf(word: string): number | undefined {
    const known = this.#memory.frequencies.get(word) ?? this.#answers.get(`frequency ${word}`);
    if (typeof known === 'number') return known;
    this.#missingWords.add(word);
    return undefined;
  }

  /** The words that a search finds, or undefined if they are not known yet. */
  words(key: string, body: () => Json): string[] | undefined {
    const known = this.#memory.lists.get(key);
    if (known) return known;
    return this.answer(key, () => ({
      index: 'words',
      body: { size: maxWords, _source: false, docvalue_fields: ['word'], ...body() },
      read: ({ hits }) => {
        const found = hits.hits.map((hit: Json) => hit.fields.word[0] as string);
        this.#memory.lists.set(key, found);
        return found;
      },
    }));
  }

  /** The result of a search, which is sent once, or undefined if it is not known yet. */
  answer<Answer>(key: string, ask: () => Question<Answer>): Answer | undefined {
    if (this.#answers.has(key)) return this.#answers.get(key) as Answer;
    if (!this.#questions.has(key)) this.#questions.set(key, ask());
    return undefined;
  }

  authorOf(name: string): AuthorFacts | undefined {
    return this.#authors.get(name);
  }

  editionsOf(workId: string): number | undefined {
    return this.#editions.get(workId);
  }

  /** Adds a book that a search returned. */
  addBook(hit: Json): void {
    const book = JSON.parse(hit.fields.book[0]) as IndexedBook;
    if (this.books.has(book.ordinal)) return;
    this.books.set(book.ordinal, book);
    this.#onBook(book);
  }

  async prepare(): Promise<void> {
    const known = this.#memory.catalog.get('');
    if (known) {
      this.#catalog = known;
      return;
    }
    const found = await this.#search({
      size: 0,
      track_total_hits: true,
      aggs: { languages: { terms: { field: 'firstLanguage', size: 1000 } } },
    });
    const languages = new Map<string, number>(
      found.aggregations.languages.buckets.map((bucket: Json) => [bucket.key, bucket.doc_count]),
    );
    this.#catalog = { books: found.hits.total.value, languages };
    this.#memory.catalog.set('', this.#catalog);
  }

  /** Requests all missing facts, and then those about the books and words that were found. */
  async fetch(): Promise<void> {
    const questions = [...this.#questions];
    const words = [...this.#missingWords];
    this.#questions.clear();
    this.#missingWords.clear();
    const [found] = await Promise.all([
      this.#askAll(questions.map(([, question]) => question)),
      this.#fetchFrequencies(words),
    ]);
    const listed: string[] = [];
    questions.forEach(([key], at) => {
      const answer = found[at];
      this.#answers.set(key, answer);
      if (isWordList(answer)) listed.push(...answer);
    });
    await Promise.all([this.#fetchFrequencies(listed), this.#fetchPeers()]);
  }

  async #askAll(questions: Question<unknown>[]): Promise<unknown[]> {
    if (questions.length === 0) return [];
    const body = questions.flatMap((question) => [
      { index: this.#aliases[question.index] },
      question.body,
    ]);
    const found = await this.#engine.request('POST', '/_msearch', body);
    if (!found) throw new EngineError('The books are not indexed yet.');
    return questions.map(({ read }, at) => {
      const response = found.responses[at];
      if (response.error) {
        throw new EngineError(`A search failed: ${JSON.stringify(response.error).slice(0, 500)}`);
      }
      return read(response);
    });
  }

  async #search(body: Json): Promise<Json> {
    const found = await this.#engine.request('POST', `/${this.#aliases.books}/_search`, body);
    if (!found) throw new EngineError('The books are not indexed yet.');
    return found;
  }

  /** Requests the number of books that contain each word. */
  async #fetchFrequencies(words: string[]): Promise<void> {
    const unknown = words.filter((word) => !this.#memory.frequencies.has(word));
    if (unknown.length === 0) return;
    const found = await this.#engine.request('POST', `/${this.#aliases.books}/_termvectors`, {
      doc: { all: unknown },
      fields: ['all'],
      term_statistics: true,
      field_statistics: false,
      positions: false,
      offsets: false,
      payloads: false,
    });
    if (!found) throw new EngineError('The books are not indexed yet.');
    const terms: Json = found.term_vectors.all?.terms ?? {};
    for (const word of unknown) {
      const frequency = Object.hasOwn(terms, word) ? (terms[word].doc_freq ?? 0) : 0;
      this.#memory.frequencies.set(word, frequency);
      this.#answers.set(`frequency ${word}`, frequency);
    }
  }

  /**
   * For all books that were read, requests the number of their authors' books and of their works'
   * editions.
   */
  async #fetchPeers(): Promise<void> {
    const { authors, editions } = this.#memory;
    const names = new Set<string>();
    const works = new Set<string>();
    for (const book of this.books.values()) {
      const [name] = book.authors;
      if (name !== undefined && !copyKnown(name, authors, this.#authors)) names.add(name);
      if (!copyKnown(book.workId, editions, this.#editions)) works.add(book.workId);
    }
    const questions: Question<void>[] = [];
    if (names.size > 0)
      questions.push(
        authorsQuestion([...names], (name, found) => {
          authors.set(name, found);
          this.#authors.set(name, found);
        }),
      );
    if (works.size > 0)
      questions.push(
        editionsQuestion([...works], (work, found) => {
          editions.set(work, found);
          this.#editions.set(work, found);
        }),
      );
    await this.#askAll(questions);
  }
}

/**
 * Copies a value from the shared cache to a query's own values. Returns whether the value is known.
 */
function copyKnown<Value extends object | number>(
  key: string,
  memory: LRUCache<string, Value>,
  own: Map<string, Value>,
): boolean {
  if (own.has(key)) return true;
  const known = memory.get(key);
  if (known !== undefined) own.set(key, known);
  return known !== undefined;
}

/** Maximum number of words in a list. */
export const maxWords = 1000;

function authorsQuestion(
  names: string[],
  onFound: (name: string, found: AuthorFacts) => void,
): Question<void> {
  return {
    index: 'books',
    body: {
      size: 0,
      query: { terms: { firstAuthor: names } },
      aggs: {
        authors: {
          terms: { field: 'firstAuthor', include: names, size: names.length },
          aggs: { languages: { cardinality: { field: 'languageKeys' } } },
        },
      },
    },
    read({ aggregations }) {
      for (const { key, doc_count: books, languages } of aggregations.authors.buckets) {
        onFound(key, { books, languages: languages.value });
      }
    },
  };
}

function editionsQuestion(
  works: string[],
  onFound: (work: string, found: number) => void,
): Question<void> {
  return {
    index: 'books',
    body: {
      size: 0,
      query: { terms: { workId: works } },
      aggs: { works: { terms: { field: 'workId', include: works, size: works.length } } },
    },
    read({ aggregations }) {
      for (const { key, doc_count: books } of aggregations.works.buckets) onFound(key, books);
    },
  };
}

function isWordList(answer: unknown): answer is string[] {
  return Array.isArray(answer) && typeof answer[0] === 'string';
}
