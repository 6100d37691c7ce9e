import { mayMatch, type SelectorSubject, type SubjectElement } from './rewrite-selector.ts';

/**
 * What a rule tells the compiler about elements it may concern. Selectors are judged by their last
 * compound alone: a hint too many costs little.
 */
export interface StyleHint {
  subject: SelectorSubject;
  property: string;
  value: string;
}

/** Whether declarations of this property are worth a hint. */
export function isHintProperty(property: string): boolean {
  return /^(?:white-space|display|overflow|direction$|writing-mode$)/.test(property);
}

/** Every element is held against every hint of a kind. */
const MAX_HINTS = 300;

/** What of many hints is ever looked at; the later ones of a direction win, so they are kept. */
export function limitHints(hints: StyleHint[]): StyleHint[] {
  const of = (name: string) => hints.filter(({ property }) => property === name);
  return [
    ...hints.filter(isWhiteSpaceHint).slice(0, MAX_HINTS),
    ...hints.filter(isUnbreakableHint).slice(0, MAX_HINTS),
    ...of('direction').slice(-MAX_HINTS),
    ...of('writing-mode').slice(-MAX_HINTS),
  ];
}

/** Whether white space in the element is part of its text; null when no hint says so or otherwise. */
export function preservesWhiteSpace(hints: StyleHint[], element: SubjectElement): boolean | null {
  const matching = hints.filter(({ subject }) => mayMatch(subject, element));
  if (matching.length === 0) return null;
  return matching.some(({ value }) => isPreserving(value));
}

export function isWhiteSpaceHint({ property }: StyleHint): boolean {
  return property.startsWith('white-space');
}

/** Whether the hint makes a box that some engine cannot break across pages. */
export function isUnbreakableHint({ property, value }: StyleHint): boolean {
  if (property === 'display') return /^(?:inline-|flex|grid)/.test(value);
  return property.startsWith('overflow') && /auto|scroll/.test(value);
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

function isPreserving(value: string): boolean {
  return /^(?:pre|break-spaces)/.test(value);
}
