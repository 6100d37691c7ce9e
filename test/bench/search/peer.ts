import type { DatabaseLocation } from '../../../server/db/open.ts';
import type { BenchQuery } from './bench-queries.ts';
import type { BenchBook } from './books-of.ts';

/** Something that finds books, in the process that asks it. */
export interface Finder {
  /** Numbers of the first books, best first; null when it cannot answer such a query. */
  find(query: BenchQuery, limit: number): Promise<number[] | null>;
  /** Processes that do the work. */
  pids: number[];
}

/** The engine's own full-text index. */
export interface Peer {
  name: string;
  /** Makes the index; returns its bytes on disk. */
  build(books: AsyncIterable<BenchBook[]>, address: DatabaseLocation): Promise<number>;
  open(address: DatabaseLocation): Promise<Finder>;
}

/** The words of a query as both engines split text: letters and digits. */
export function wordsOf(text: string): string[] {
  return text.match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
}

/** Whether the last word may go on. */
export function isOpenEnded(text: string): boolean {
  return !/\s$/.test(text);
}
