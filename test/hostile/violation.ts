/** With the strictest policy that the reader promises to run under, or with none at all. */
export type Policy = 'strict' | 'none';

/** What the page itself sees that no book may cause. */
export type PageViolationKind = 'run' | 'markup' | 'outside' | 'policy' | 'address' | 'stuck';

/** What happened that no book may cause; a request is one to anywhere but the server. */
export interface Violation {
  kind: PageViolationKind | 'request' | 'dialog' | 'navigation' | 'window';
  what: string;
}

/** What the watch must see, done on purpose from where a book's elements stand. */
export const forbiddenActions = [
  'run',
  'request',
  'dialog',
  'navigation',
  'window',
  'outside',
  'markup',
] as const;
export type ForbiddenAction = (typeof forbiddenActions)[number];
