import type { TextIndex, TextRun } from '../section/text-index.ts';
import type { Hyphenate } from './parse-patterns.ts';

export const softHyphen = '\u00ad';

/**
 * Words that are long enough, except parts of addresses and identifiers, in which a hyphen would
 * mislead. A word with soft hyphens of the book is left as it is.
 */
const words =
  /(?<![\p{L}\p{M}\u00ad\p{N}@/_]|\p{L}[.:])[\p{L}\p{M}\u00ad]{6,}(?![\p{L}\p{M}\u00ad\p{N}@/_]|[.:]\p{L})/gu;
const isLetter = (unit: string | undefined) =>
  unit !== undefined && /[\p{L}\p{M}\u00ad]/u.test(unit);

/** A part of a section's text with the function that hyphenates its language. */
export type HyphenateRun = (run: TextRun) => Hyphenate | null;

/**
 * Inserts soft hyphens into a section's text. Text offsets do not change. Text that has been
 * hyphenated is left as it is.
 *
 * @param hyphenateFor - Returns null for text that must not be hyphenated.
 * @returns Whether any were inserted.
 */
export function insertSoftHyphens(text: TextIndex, hyphenateFor: HyphenateRun): boolean {
  const { runs } = text;
  const split = runs.flatMap((run, at) => {
    const { node } = run;
    const isWhole = run.from === 0 && run.to === node.length;
    const hyphenate = isWhole ? hyphenateFor(run) : null;
    if (!hyphenate) return [run];
    // A word may continue in the next element.
    const before = runs[at - 1]?.node.data.at(-1);
    const after = runs[at + 1]?.node.data.at(0);
    const breaks = [...node.data.matchAll(words)].flatMap(({ index, 0: word }) => {
      const isPart =
        (index === 0 && isLetter(before)) ||
        (index + word.length === node.length && isLetter(after));
      if (isPart || word.includes(softHyphen)) return [];
      return hyphenate(word).map((offset) => index + offset);
    });
    // Inserting, instead of replacing the text, keeps the ranges of selections and highlights.
    for (const index of breaks.toReversed()) node.insertData(index, softHyphen);
    return splitRun(run, breaks);
  });
  if (split.length === runs.length) return false;
  text.runs = split;
  return true;
}

/** Removes the soft hyphens that `insertSoftHyphens` inserted. Returns whether there were any. */
export function removeSoftHyphens(text: TextIndex): boolean {
  const merged: TextRun[] = [];
  for (const run of text.runs.toReversed()) {
    const next = merged.at(-1);
    if (next?.node !== run.node) {
      merged.push({ ...run });
      continue;
    }
    run.node.deleteData(run.to, next.from - run.to);
    const length = run.to - run.from + next.to - next.from;
    merged[merged.length - 1] = { ...run, to: run.from + length };
  }
  if (merged.length === text.runs.length) return false;
  text.runs = merged.toReversed();
  return true;
}

/** @param breaks - Indexes in the node's data before the soft hyphens were inserted. */
function splitRun({ node, start }: TextRun, breaks: readonly number[]): TextRun[] {
  return [0, ...breaks].map((index, at) => {
    const from = index + at;
    const to = at < breaks.length ? (breaks[at] ?? 0) + at : node.length;
    return { node, start: start + index, from, to };
  });
}
