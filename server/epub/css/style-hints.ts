import { mayMatch, type SelectorSubject, type SubjectElement } from './rewrite-selector.ts';

/**
 * A declaration that affects how the compiler treats elements. Only the last compound of a selector
 * is matched, because a false match costs little.
 */
export interface StyleHint {
  subject: SelectorSubject;
  property: string;
  value: string;
}

/** Whether the compiler uses hints for this property. */
export function isHintProperty(property: string): boolean {
  return /^(?:white-space|display|overflow|direction$|writing-mode$)/.test(property);
}

/** Limited because every element is tested against every hint of a kind. */
const MAX_HINTS = 300;

/**
 * Limits the hints of each kind. Keeps the last ones because later declarations override earlier
 * ones.
 */
export function limitHints(hints: StyleHint[]): StyleHint[] {
  const of = (name: string) => hints.filter(({ property }) => property === name);
  return [
    ...hints.filter(isWhiteSpaceHint).slice(0, MAX_HINTS),
    ...hints.filter(isUnbreakableHint).slice(0, MAX_HINTS),
    ...of('direction').slice(-MAX_HINTS),
    ...of('writing-mode').slice(-MAX_HINTS),
  ];
}

/** Whether white space in the element is part of its text; null if no hint applies. */
export function preservesWhiteSpace(hints: StyleHint[], element: SubjectElement): boolean | null {
  const matching = hints.filter(({ subject }) => mayMatch(subject, element));
  if (matching.length === 0) return null;
  return matching.some(({ value }) => isPreserving(value));
}

export function isWhiteSpaceHint({ property }: StyleHint): boolean {
  return property.startsWith('white-space');
}

/** Whether the hint creates a box that some engines cannot break across pages. */
export function isUnbreakableHint({ property, value }: StyleHint): boolean {
  if (property === 'display') return /^(?:inline-|flex|grid)/.test(value);
  return property.startsWith('overflow') && /auto|scroll/.test(value);
}

/** The last hinted value of a property for the element; null if there is none. */
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

function isPreserving(value: string): boolean {
  return /^(?:pre|break-spaces)/.test(value);
}
