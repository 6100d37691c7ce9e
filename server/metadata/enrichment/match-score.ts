import { fold } from '../../values/fold.ts';

/** A work's title and authors as stated by one source. */
export interface WorkReference {
  title: string;
  subtitle: string | null;
  /** Names in either order, such as “Herman Melville” or “Melville, Herman”. */
  authors: string[];
}

/** Minimum score for two references to count as the same work. */
export const minMatchScore = 0.9;

/**
 * Returns the probability (0 to 1) that two references are the same work, which is the share of
 * common title words, without articles, times the share of common authors. Numbers in the titles
 * must agree, and both references need an author.
 */
export function matchScore(one: WorkReference, other: WorkReference): number {
  return titleScore(one, other) * authorScore(one.authors, other.authors);
}

/**
 * Returns the share (0 to 1) of the shorter title contained in the longer one. For books that
 * already share an identifier.
 */
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
  // A missing subtitle is no evidence against a match, but two different subtitles are.
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

/** Initials match the names that they abbreviate, but at least one full name must match. */
function nameScore(one: string[], other: string[]): number {
  const [fewer, more] = one.length <= other.length ? [one, other] : [other, one];
  const remaining = [...more];
  let hasFullName = false;
  for (const part of fewer) {
    const exact = remaining.indexOf(part);
    const matchIndex =
      exact >= 0
        ? exact
        : remaining.findIndex(
            (rival) =>
              (part.length === 1 && rival.startsWith(part)) ||
              (rival.length === 1 && part.startsWith(rival)),
          );
    if (matchIndex < 0) return 0;
    hasFullName ||= exact >= 0 && (part.length > 1 || /[^a-z]/.test(part));
    remaining.splice(matchIndex, 1);
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
  const significant = words.filter((word) => !articles.has(word));
  return significant.length > 0 ? significant : words;
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
