/** Part of an account: its real data, or data for testing an integration. */
export const environments = ['live', 'test'] as const;
export type Environment = (typeof environments)[number];

/**
 * Suffix of a test environment's id. Ids contain no other underscore after their prefix, so a live
 * account's id cannot end with it.
 */
const testSuffix = '_test';

/** Returns the id under which the data of a live account's test environment is stored. */
export function testAccountOf(liveAccountId: string): string {
  return liveAccountId + testSuffix;
}

/** Returns the live account of a test environment, or null for a live account. */
export function liveAccountOf(accountId: string): string | null {
  return accountId.endsWith(testSuffix) ? accountId.slice(0, -testSuffix.length) : null;
}

export function environmentOf(accountId: string): Environment {
  return accountId.endsWith(testSuffix) ? 'test' : 'live';
}

/**
 * Returns the accounts whose books an account sees as its own. A test environment also sees the
 * live books.
 */
export function bookOwnersFor(accountId: string): string[] {
  const live = liveAccountOf(accountId);
  return live === null ? [accountId] : [accountId, live];
}

/**
 * Whether an account may read all of a book, sell it and see its drafts. A test environment may do
 * so with its live account's books, but cannot change them.
 *
 * @param ownerId - Null for the shared catalog.
 */
export function isOwnBook(accountId: string, ownerId: string | null): boolean {
  return ownerId !== null && bookOwnersFor(accountId).includes(ownerId);
}

/**
 * Stored visibility of a book. `test` means public within the test environment that owns the book.
 * It differs from `public` so that queries for public books never return test books.
 */
export type StoredVisibility = 'public' | 'private' | 'test';

/** Returns the visibility to store for a book of this account. */
export function storedVisibility(
  accountId: string | null,
  visibility: 'public' | 'private',
): StoredVisibility {
  const isTest = accountId !== null && environmentOf(accountId) === 'test';
  return isTest && visibility === 'public' ? 'test' : visibility;
}

/** Returns the visibility to show to clients. */
export function shownVisibility(visibility: StoredVisibility): 'public' | 'private' {
  return visibility === 'private' ? 'private' : 'public';
}
