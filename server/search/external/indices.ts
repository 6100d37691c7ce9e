import type { Json } from './engine.ts';

/**
 * Increment it whenever a book's document changes, for example because words are read from it in
 * another way: the books are then indexed again, beside the index of the version before.
 */
export const documentVersion = 2;

/** The indices of one filling: a new one is filled while the other is searched. */
export interface Generation {
  /** Index of the books. */
  books: string;
  /** Index of the words of the books. */
  words: string;
}

/**
 * Names of the aliases through which the indices are searched. Each version of the documents has
 * its own.
 */
export function aliasesOf(prefix: string): Generation {
  return {
    books: `${prefix}-books-v${documentVersion}`,
    words: `${prefix}-words-v${documentVersion}`,
  };
}

/** Names of new indices: those of later fillings sort after those of earlier ones. */
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
  // A change that arrives late must not bring back a removed book.
  gc_deletes: '1h',
};

export const booksIndex: Json = {
  settings: { index: { ...shared, number_of_shards: 1, max_result_window: 10_000 } },
  mappings: {
    dynamic: 'strict',
    // Books are always sent whole.
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
