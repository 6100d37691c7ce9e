import { mayMatch, type Subject, type SubjectElement } from './rewrite-selector.ts';

/**
 * What a rule tells the compiler about elements it may concern. Selectors are judged by their last
 * compound alone: a hint too many costs little.
 */
export interface StyleHint {
  subject: Subject;
  property: string;
  value: string;
}

/** Whether white space in the element is part of its text. */
export function keepsWhiteSpace(hints: StyleHint[], element: SubjectElement): boolean {
  return hints.some(
    ({ property, value, subject }) =>
      property.startsWith('white-space') &&
      /^(?:pre|break-spaces)/.test(value) &&
      mayMatch(subject, element),
  );
}

/** Whether the element is a box that some engine cannot break across pages. */
export function isUnbreakable(hints: StyleHint[], element: SubjectElement): boolean {
  return hints.some(
    ({ property, value, subject }) =>
      ((property === 'display' && /^(?:inline-|flex|grid)/.test(value)) ||
        (property.startsWith('overflow') && /auto|scroll/.test(value))) &&
      mayMatch(subject, element),
  );
}

/** Last value that the hints give the element for a property; null when there is none. */
export function hintedValue(
  hints: StyleHint[],
  property: string,
  element: SubjectElement,
): string | null {
  const hint = hints.findLast(
    (candidate) => candidate.property === property && mayMatch(candidate.subject, element),
  );
  return hint?.value ?? null;
}

/** Whether declarations of this property are worth a hint. */
export function isHinting(property: string): boolean {
  return /^(?:white-space|display|overflow|direction$|writing-mode$)/.test(property);
}
