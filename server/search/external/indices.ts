import type { Json } from './engine.ts';

/**
 * Version of the documents. Increase it with every change to a book's document, for example to how
 * words are extracted. All books are then indexed again, in an index beside the previous version's.
 */
export const documentVersion = 3;

/** A generation of indices. Searches use one generation while the next one is filled. */
export interface Generation {
  /** Index of the books. */
  books: string;
  /** Index of the words of the books. */
  words: string;
}

/**
 * Returns the names of the aliases that searches use. Each document version has its own aliases.
 */
export function aliasesOf(prefix: string): Generation {
  return {
    books: `${prefix}-books-v${documentVersion}`,
    words: `${prefix}-words-v${documentVersion}`,
  };
}

/** Returns the names of new indices. Later generations sort after earlier ones. */
export function newGeneration(prefix: string, now: Date): Generation {
  const stamp = now.toISOString().replaceAll(/\D/g, '');
  const { books, words } = aliasesOf(prefix);
  return { books: `${books}-${stamp}`, words: `${words}-${stamp}` };
}

/** Words that are only looked up. */
const tokens = { type: 'keyword', doc_values: false, norms: false };
/** Values that are counted and filtered. */
const values = { type: 'keyword', ignore_above: 8000 };

const shared = {
  number_of_replicas: 0,
  auto_expand_replicas: '0-1',
  refresh_interval: '1s',
  // A delayed change must not restore a removed book.
  gc_deletes: '1h',
};

export const booksIndex: Json = {
  settings: { index: { ...shared, number_of_shards: 1, max_result_window: 10_000 } },
  mappings: {
    dynamic: 'strict',
    // Updates replace the whole book.
    _source: { enabled: false },
    properties: {
      book: { type: 'keyword', index: false, doc_values: false, store: true },
      all: tokens,
      title: tokens,
      subtitle: tokens,
      contributor: tokens,
      alias: tokens,
      series: tokens,
      subject: tokens,
      publisher: tokens,
      identifier: tokens,
      mainTitle: tokens,
      titleShare: { type: 'short', index: false },
      mainShare: { type: 'short', index: false },
      ordinal: { type: 'long' },
      revision: { type: 'long' },
      popularity: { type: 'long' },
      published: { type: 'long' },
      updatedMs: { type: 'long' },
      sortTitle: { type: 'keyword', ignore_above: 8000, index: false },
      accountId: values,
      isPrivate: { type: 'boolean' },
      isTest: { type: 'boolean' },
      isReadable: { type: 'boolean' },
      workId: values,
      firstAuthor: values,
      firstLanguage: values,
      authors: values,
      languages: values,
      subjects: values,
      publishers: values,
      languageKeys: values,
      authorKeys: tokens,
      subjectKeys: tokens,
      publisherKeys: tokens,
    },
  },
};

export const wordsIndex: Json = {
  settings: { index: { ...shared, number_of_shards: 1 } },
  mappings: {
    dynamic: 'strict',
    _source: { enabled: false },
    properties: {
      word: { type: 'keyword', norms: false },
      typed: tokens,
      beginnings: tokens,
      sounds: tokens,
      checkpoint: { type: 'keyword', index: false, doc_values: false, store: true },
    },
  },
};
