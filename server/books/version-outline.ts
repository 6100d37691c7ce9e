import type { Publication } from '../epub/contract.ts';

/** What a reader must know of a version before any section is fetched; kept as JSON. */
export type VersionOutline = Pick<
  Publication,
  'readingOrder' | 'toc' | 'pageList' | 'landmarks' | 'positions' | 'fonts'
>;
