import type { DatabaseLocation } from '../../../server/db/open.ts';
import type { BenchQuery } from './bench-queries.ts';
import type { BenchBook } from './books-of.ts';

/** A search engine in the calling process. */
export interface Finder {
  /** Ordinals of the first books, best first, or null if it does not support the query. */
  find(query: BenchQuery, limit: number): Promise<number[] | null>;
  /** Processes that do the work. */
  pids: number[];
}

/** The engine's own full-text index. */
export interface Peer {
  name: string;
  /** Builds the index. Returns its bytes on disk. */
  build(books: AsyncIterable<BenchBook[]>, address: DatabaseLocation): Promise<number>;
  open(address: DatabaseLocation): Promise<Finder>;
}

/** The words of a query as both engines split text: letters and digits. */
export function wordsOf(text: string): string[] {
  return text.match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
}

/** Whether the last word is a prefix. */
export function isOpenEnded(text: string): boolean {
  return !/\s$/.test(text);
}
