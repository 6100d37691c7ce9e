import { Failure } from '../failure.ts';

/**
 * What of a reading order may be read, by place: from the first to the last, both included; null for all
 * of it, with what is published later.
 */
export type Licence = [first: number, last: number] | null;

/** @throws Failure `not_licensed` for a place of the reading order that is not to be read. */
export function checkLicence(licence: Licence, place: number): void {
  if (!licence) return;
  const [first, last] = licence;
  if (place >= first && place <= last) return;
  throw new Failure('not_licensed', `Section ${place} is not part of what this session reads.`);
}
