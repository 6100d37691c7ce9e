/**
 * The private books of its account that a key may see. `all`: every one. `unlisted`: every one by
 * its id, but none in lists, searches or by ISBN. A list of ids: only these books.
 */
export type PrivateBooks = 'all' | 'unlisted' | readonly string[];

/**
 * The account on whose behalf books are read. It sees public books and those of its private books
 * that it may see.
 */
export interface Viewer {
  accountId: string;
  privateBooks: PrivateBooks;
}

/** The account itself, as with a secret key. */
export function ownerOf(accountId: string): Viewer {
  return { accountId, privateBooks: 'all' };
}

/** Sees only public books. */
export function publicViewer(accountId: string): Viewer {
  return { accountId, privateBooks: [] };
}
