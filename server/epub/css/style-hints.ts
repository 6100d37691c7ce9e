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

/** Whether declarations of this property are worth a hint. */
export function isHinting(property: string): boolean {
  return /^(?:white-space|display|overflow|direction$|writing-mode$)/.test(property);
}

/** Every element is held against every hint of a kind. */
const MOST_HINTS = 300;

/** What of many hints is ever looked at; the later ones of a direction win, so they are kept. */
export function tellingHints(hints: StyleHint[]): StyleHint[] {
  const of = (name: string) => hints.filter(({ property }) => property === name);
  return [
    ...hints.filter(isAboutWhiteSpace).slice(0, MOST_HINTS),
    ...hints.filter(isAboutUnbreakable).slice(0, MOST_HINTS),
    ...of('direction').slice(-MOST_HINTS),
    ...of('writing-mode').slice(-MOST_HINTS),
  ];
}

/** Whether white space in the element is part of its text; null when no hint says so or otherwise. */
export function keepsWhiteSpace(hints: StyleHint[], element: SubjectElement): boolean | null {
  const matching = hints.filter(({ subject }) => mayMatch(subject, element));
  if (matching.length === 0) return null;
  return matching.some(({ value }) => isPreserving(value));
}

export function isAboutWhiteSpace({ property }: StyleHint): boolean {
  return property.startsWith('white-space');
}

/** Whether the hint makes a box that some engine cannot break across pages. */
export function isAboutUnbreakable({ property, value }: StyleHint): boolean {
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
