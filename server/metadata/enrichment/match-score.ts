import { fold } from '../../values/fold.ts';

/** What two sources may call one work. */
export interface WorkReference {
  title: string;
  subtitle: string | null;
  /** In either order: “Herman Melville” or “Melville, Herman”. */
  authors: string[];
}

/** From here on two names are taken for those of one work. */
export const minMatchScore = 0.9;

/**
 * How surely two names are those of one work, 0 to 1: shared words of the titles, without articles,
 * times shared authors. Numbers must agree, and without an author there is no saying.
 */
export function matchScore(one: WorkReference, other: WorkReference): number {
  return titleScore(one, other) * authorScore(one.authors, other.authors);
}

/** How far the shorter title is part of the longer, 0 to 1: for books that share a number already. */
export function titleOverlap(one: WorkReference, other: WorkReference): number {
  const [a, b] = [one, other].map((name) => new Set(significantWords(fullTitle(name)))) as [
    Set<string>,
    Set<string>,
  ];
  const smaller = Math.min(a.size, b.size);
  return smaller === 0 ? 0 : countShared(a, b) / smaller;
}

function titleScore(one: WorkReference, other: WorkReference): number {
  const [a, b] = [splitTitle(one), splitTitle(other)];
  if (numbersOf(fullTitle(one)).join() !== numbersOf(fullTitle(other)).join()) return 0;
  const full = diceCoefficient(
    significantWords(fullTitle(one)),
    significantWords(fullTitle(other)),
  );
  // A subtitle that only one of them has says nothing against it; two different ones do.
  if (a.rest && b.rest) return full;
  return Math.max(full, diceCoefficient(significantWords(a.main), significantWords(b.main)));
}

function authorScore(one: string[], other: string[]): number {
  const [first, second] = [one, other].map((names) =>
    names
      .map((name) => significantWords(name.replace(/\([^)]*\)/g, ' ')))
      .filter((name) => name.length > 0),
  );
  if (!first?.length || !second?.length) return 0;
  const shorter = first.length <= second.length ? first : second;
  const longer = shorter === first ? second : first;
  const found = shorter.map((name) => Math.max(...longer.map((rival) => nameScore(name, rival))));
  return found.reduce((sum, score) => sum + score, 0) / found.length;
}

/** Initials match the names they begin; a name in full must be there. */
function nameScore(one: string[], other: string[]): number {
  const [fewer, more] = one.length <= other.length ? [one, other] : [other, one];
  const left = [...more];
  let hasFullName = false;
  for (const part of fewer) {
    const exact = left.indexOf(part);
    const at =
      exact >= 0
        ? exact
        : left.findIndex(
            (rival) =>
              (part.length === 1 && rival.startsWith(part)) ||
              (rival.length === 1 && part.startsWith(rival)),
          );
    if (at < 0) return 0;
    hasFullName ||= exact >= 0 && (part.length > 1 || /[^a-z]/.test(part));
    left.splice(at, 1);
  }
  return hasFullName ? 1 : 0;
}

function splitTitle({ title, subtitle }: WorkReference): { main: string; rest: string } {
  const [main = '', ...more] = title.split(/[:;\n(]| [/–—-] /);
  return { main, rest: significantWords([...more, subtitle ?? ''].join(' ')).join(' ') };
}

function fullTitle({ title, subtitle }: WorkReference): string {
  return subtitle ? `${title} ${subtitle}` : title;
}

const articles = new Set(
  'the a an le la les l un une der die das ein eine el los las il lo gli i o os as de het een'.split(
    ' ',
  ),
);

function significantWords(text: string): string[] {
  const words = fold(text).match(/[\p{L}\p{N}]+/gu) ?? [];
  const telling = words.filter((word) => !articles.has(word));
  return telling.length > 0 ? telling : words;
}

function numbersOf(text: string): string[] {
  return (
    fold(text)
      .match(/\d+|\b[ivx]{2,}\b/g)
      ?.sort() ?? []
  );
}

function diceCoefficient(one: string[], other: string[]): number {
  const [a, b] = [new Set(one), new Set(other)];
  return a.size + b.size === 0 ? 0 : (2 * countShared(a, b)) / (a.size + b.size);
}

function countShared(one: Set<string>, other: Set<string>): number {
  return [...one].filter((word) => other.has(word)).length;
}
