import { endOf, isLicensed, type Licence } from '../books/licence/licence.ts';
import { Failure } from '../failure.ts';

/** @throws Failure `not_licensed` for a place of the reading order that is not to be read. */
export function checkLicence(licence: Licence | null, place: number): void {
  if (isLicensed(licence, place)) return;
  throw new Failure('not_licensed', `Section ${place} is not part of what this session reads.`);
}

/**
 * The beginning of a section and all of it have addresses of their own, so that no cache mixes them.
 *
 * @param asked - The end in the address; null for the whole.
 * @throws Failure `not_licensed` unless it is the one that is licensed.
 */
export function checkEnd(licence: Licence | null, place: number, asked: number | null): void {
  const end = endOf(licence, place);
  if (asked === end) return;
  const remedy = end === null ? 'Leave out `end`.' : `Ask for it with end=${end}.`;
  throw new Failure('not_licensed', `Of section ${place} that is not what is licensed. ${remedy}`);
}
