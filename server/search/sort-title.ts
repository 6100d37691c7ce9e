import { isWholeWord } from './query-terms.ts';
import { tokenize } from './tokenize.ts';

/** In UTF-16 code units. Titles equal up to this length count as ties. */
const maxLength = 100;

/** A title in the form by which lists are sorted. */
export function sortTitleOf(title: string): string {
  const words = tokenize(title)
    .filter(isWholeWord)
    .map(({ word }) => word);
  return words.join(' ').slice(0, maxLength);
}
