/** The strictest policy that the reader supports, or none at all. */
export type Policy = 'strict' | 'none';

/** Violations that the page itself can detect. */
export type PageViolationKind = 'run' | 'markup' | 'outside' | 'policy' | 'address' | 'stuck';

/** Effects that no book may cause. A `request` is one to any host other than the server. */
export interface Violation {
  kind: PageViolationKind | 'request' | 'dialog' | 'navigation' | 'window';
  what: string;
}

/** Actions that the monitor must detect, performed on purpose from within a section. */
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
