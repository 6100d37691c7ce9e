import { dividesIntoColumns } from './own-columns.ts';
import { mayMatch, type SelectorSubject, type SubjectElement } from './rewrite-selector.ts';

/** A declaration that affects how the compiler treats elements. */
export interface StyleHint {
  /** Conditions of the selector's last compound, for a quick and approximate match. */
  subject: SelectorSubject;
  property: string;
  value: string;
  /** The author's selector without namespaces, or null if it cannot be matched exactly. */
  selector: string | null;
  /** One number that orders specificities. */
  specificity: number;
  important: boolean;
  /** Whether the declaration applies only under conditions, such as the page width. */
  isConditional: boolean;
}

/** Whether the compiler uses hints for this property. */
export function isHintProperty(property: string): boolean {
  return /^(?:white-space|content$|display|overflow|direction$|writing-mode$|text-align$|break-|border|background|position$|left$|right$|top$|bottom$|inset|column(?:s|-count|-width)$)/.test(
    property,
  );
}

/** Long elements are tested against all hints of these kinds. */
export const MAX_HINTS = 300;

/** Hints that are looked up in an index; see `Cascade`. */
const MAX_INDEXED_HINTS = 3000;

/**
 * Limits the number of hints of each kind. Keeps the last ones because later declarations override
 * earlier ones.
 */
export function limitHints(hints: StyleHint[]): StyleHint[] {
  const of = (name: string) => hints.filter(({ property }) => property === name);
  return [
    ...hints.filter(isWhiteSpaceHint).slice(-MAX_INDEXED_HINTS),
    ...of('display').slice(-MAX_INDEXED_HINTS),
    ...hints
      .filter((hint) => hint.property !== 'display' && isUnbreakableHint(hint))
      .slice(0, MAX_HINTS),
    ...of('text-align').slice(-MAX_INDEXED_HINTS),
    ...hints.filter(isPositionHint).slice(-MAX_INDEXED_HINTS),
    ...hints.filter(isKeepingTogether).slice(0, MAX_HINTS),
    ...hints.filter(isBreakHint).slice(-MAX_INDEXED_HINTS),
    ...hints.filter(isGeneratedContent).slice(0, MAX_HINTS),
    ...hints.filter(isBoxHint).slice(0, MAX_HINTS),
    ...hints.filter(dividesIntoColumns).slice(0, MAX_HINTS),
    ...of('direction').slice(-MAX_HINTS),
    ...of('writing-mode').slice(-MAX_HINTS),
  ];
}

/** Hints that create boxes which some engines cannot break across pages. */
export function unbreakableHints(hints: StyleHint[]): StyleHint[] {
  return hints.filter(isUnbreakableHint).slice(0, MAX_HINTS);
}

export function isWhiteSpaceHint({ property }: StyleHint): boolean {
  return property.startsWith('white-space');
}

/** Whether the hint places a box outside the flow, or other boxes in it. */
export function isPositionHint({ property }: StyleHint): boolean {
  return /^(?:position|left|right|top|bottom|inset.*)$/.test(property);
}

/** Whether the hint creates a box that some engines cannot break across pages. */
export function isUnbreakableHint({ property, value }: StyleHint): boolean {
  if (property === 'display') return /^(?:inline-|flex|grid)/.test(value);
  return property.startsWith('overflow') && /auto|scroll|hidden/.test(value);
}

/** Whether the hint keeps a box on one page. */
export function isKeepingTogether({ property, value }: StyleHint): boolean {
  return property === 'break-inside' && value.startsWith('avoid');
}

/** Whether the hint forces, allows or avoids a page break before or after a box. */
export function isBreakHint({ property }: StyleHint): boolean {
  return property === 'break-before' || property === 'break-after';
}

/** Whether the hint starts a new page. */
export function isForcedBreak(hint: StyleHint): boolean {
  return isBreakHint(hint) && hint.value === 'column';
}

/** Whether the hint, of a pseudo-element, adds content to an element. */
export function isGeneratedContent({ property, value }: StyleHint): boolean {
  return property === 'content' && !/^(?:none|normal)$/.test(value);
}

/** Whether the hint makes the edges of a box visible. */
export function isBoxHint({ property, value }: Pick<StyleHint, 'property' | 'value'>): boolean {
  return (
    /^(?:border(?!-(?:spacing|collapse|image|.*radius))|background(?:-color|-image)?$)/.test(
      property,
    ) && !/^(?:none|0|transparent|inherit|initial|unset|0px)$/.test(value)
  );
}

/** Whether the hint draws a picture in the background of a box. */
export function isPictureHint({ property, value }: Pick<StyleHint, 'property' | 'value'>): boolean {
  return property.startsWith('background') && /(?:url|gradient|image-set)\(/i.test(value);
}

/** Returns the last hinted value of a property for the element, or null if there is none. */
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
