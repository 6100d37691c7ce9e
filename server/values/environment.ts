/** Part of an account: its real data, or data for trying out an integration. */
export const environments = ['live', 'test'] as const;
export type Environment = (typeof environments)[number];

/**
 * Ends the id of a test environment. Ids contain no other underscore after their prefix, so the id of a live
 * account cannot end like this.
 */
const testSuffix = '_test';

/** The id under which the data of a live account's test environment is stored. */
export function testAccountOf(liveAccountId: string): string {
  return liveAccountId + testSuffix;
}

/** The live account of a test environment, or null for a live account. */
export function liveAccountOf(accountId: string): string | null {
  return accountId.endsWith(testSuffix) ? accountId.slice(0, -testSuffix.length) : null;
}

export function environmentOf(accountId: string): Environment {
  return accountId.endsWith(testSuffix) ? 'test' : 'live';
}

/** The accounts whose books an account sees as its own. A test environment also sees the live books. */
export function bookOwnersFor(accountId: string): string[] {
  const live = liveAccountOf(accountId);
  return live === null ? [accountId] : [accountId, live];
}

/**
 * Whether an account may read all of a book, sell it and see its drafts. A test environment may do so with its
 * live account's books, but cannot change them.
 *
 * @param ownerId - Null for the shared catalog.
 */
export function isOwnBook(accountId: string, ownerId: string | null): boolean {
  return ownerId !== null && bookOwnersFor(accountId).includes(ownerId);
}

/**
 * Stored visibility of a book. `test` is public within the test environment that owns the book. It differs from
 * `public`, so that a query for public books never returns a test book.
 */
export type StoredVisibility = 'public' | 'private' | 'test';

/** The visibility to store for a book of this account. */
export function storedVisibility(
  accountId: string | null,
  visibility: 'public' | 'private',
): StoredVisibility {
  const isTest = accountId !== null && environmentOf(accountId) === 'test';
  return isTest && visibility === 'public' ? 'test' : visibility;
}

/** The visibility to show to clients. */
export function shownVisibility(visibility: StoredVisibility): 'public' | 'private' {
  return visibility === 'private' ? 'private' : 'public';
}
