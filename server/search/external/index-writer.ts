import { LRUCache } from 'lru-cache';
import type { IndexedBook } from '../indexed-book.ts';
import { toDocument, toWordDocument } from './documents.ts';
import { type Engine, EngineError, type Json } from './engine.ts';
import { booksIndex, type Generation, wordsIndex } from './indices.ts';

/** A book with the revision of its last change. */
export interface BookChange {
  book: IndexedBook;
  revision: number;
}

/**
 * Id of the document that contains the last indexed revision. The space prevents a conflict with a
 * word.
 */
const checkpointId = 'last revision';
/** Words that are known to be in the index. */
const maxKnownWords = 100_000;

/**
 * Writes to one generation of indices. Writes can be repeated, and outdated ones have no effect.
 */
export function indexWriter(engine: Engine, { books, words }: Generation) {
  const knownWords = new LRUCache<string, true>({ max: maxKnownWords });

  /** Sends operations. `isExpected` returns whether a failed operation is not an error. */
  const bulk = async (operations: Json[], isExpected: (status: number) => boolean) => {
    if (operations.length === 0) return;
    const done = await engine.request('POST', '/_bulk', operations);
    for (const item of done?.items ?? []) {
      const [result] = Object.values(item) as Json[];
      if (result?.status < 300 || isExpected(result?.status)) continue;
      throw new EngineError(`A book was not indexed: ${JSON.stringify(result?.error)}`);
    }
  };

  return {
    async create(): Promise<void> {
      await engine.request('PUT', `/${books}`, booksIndex);
      await engine.request('PUT', `/${words}`, wordsIndex);
    },

    /** Writes the current version of each book. */
    async put(changes: BookChange[]): Promise<void> {
      const fresh = new Set<string>();
      const operations = changes.flatMap(({ book, revision }) => {
        const made = toDocument(book, revision);
        for (const word of made.words) if (!knownWords.has(word)) fresh.add(word);
        const target = { _index: books, _id: String(book.ordinal), ...versionOf(revision) };
        return [{ index: target }, made.document];
      });
      // Write the words first, because a search with a typo finds a book only through its words.
      await bulk(
        [...fresh].flatMap((word) => [
          { create: { _index: words, _id: word } },
          toWordDocument(word),
        ]),
        (status) => status === 409,
      );
      for (const word of fresh) knownWords.set(word, true);
      await bulk(operations, (status) => status === 409);
    },

    async remove(removals: { ordinal: number; revision: number }[]): Promise<void> {
      await bulk(
        removals.map(({ ordinal, revision }) => ({
          delete: { _index: books, _id: String(ordinal), ...versionOf(revision) },
        })),
        (status) => status === 409 || status === 404,
      );
    },

    /** Records in the index that all changes up to this revision are indexed. */
    async setCheckpoint(revision: number): Promise<void> {
      await engine.request('PUT', `/${words}/_doc/${encodeURIComponent(checkpointId)}`, {
        checkpoint: String(revision),
      });
    },

    /** The last indexed revision, or null if the indices do not exist. */
    async checkpoint(): Promise<number | null> {
      const path = `/${words}/_doc/${encodeURIComponent(checkpointId)}?stored_fields=checkpoint`;
      const found = await engine.request('GET', path);
      const value = found?.['fields']?.checkpoint?.[0];
      return value === undefined ? null : Number(value);
    },

    /** Makes everything written so far searchable. */
    async refresh(): Promise<void> {
      await engine.request('POST', `/${books},${words}/_refresh`);
    },
  };
}

export type IndexWriter = ReturnType<typeof indexWriter>;

function versionOf(revision: number): Json {
  return { version: revision, version_type: 'external_gte' };
}
