import type { Navigation } from '../package/load-navigation.ts';
import type { Warnings } from '../warnings.ts';
import type { DocumentFacts } from './check-document.ts';

/** A book that marks where the pages of its print begin, but has no list that leads to them. */
export function checkPageList(
  { pageList }: Navigation,
  facts: ReadonlyMap<string, DocumentFacts>,
  warnings: Warnings,
): void {
  const isPaged = [...facts.values()].some(({ types }) => types.has('pagebreak'));
  if (!isPaged || pageList.pageList.length > 0) return;
  const message = 'The documents mark pages of a print, but the book has no list of them.';
  warnings.add('page_list_missing', message);
}
