import type { MarkAnnotation } from './annotation.ts';

/**
 * Where marks are kept. A promise that rejects, or that resolves to a `Response` that is not `ok`, is tried
 * again until it succeeds: the last state of each mark is what counts.
 */
export interface MarkStore {
  /** All annotations of a book, in any order. */
  load(book: string): Promise<unknown>;
  /** Keeps an annotation, instead of what is kept under its id. */
  put(annotation: MarkAnnotation, book: string): Promise<unknown>;
  /** Forgets an annotation; none of that id is no failure. */
  remove(id: string, book: string): Promise<unknown>;
}

/** Keeps nothing beyond this visit. */
export function visitStore(): MarkStore {
  return {
    load: async () => [],
    put: async () => {},
    remove: async () => {},
  };
}
