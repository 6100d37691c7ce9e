/** Returns the indexes in a word at which it may be broken. */
export type Hyphenate = (word: string) => readonly number[];

/**
 * Minimum number of letters before and after a hyphen, as in `hyphenate-limit-chars` of the text.
 */
const minLetters = 3;

/**
 * Parses hyphenation patterns, as defined by Franklin Liang ("Word Hy-phen-a-tion by Com-put-er",
 * 1983).
 *
 * @param text - Groups of patterns, as written by `scripts/hyphenation-patterns.js`. Words of a
 *   second line are broken only at their hyphens.
 */
export function parsePatterns(text: string): Hyphenate {
  const [groups = '', exceptions = ''] = text.split('\n');
  const levelsByLetters = new Map<string, string>();
  let longest = 0;
  for (const [, levels = '', patterns = ''] of groups.matchAll(/(\d+)(\D+)/g)) {
    let letters = '';
    for (const [, shared = '', rest = ''] of patterns.matchAll(/([A-Z])([^A-Z]+)/g)) {
      letters = letters.slice(0, shared.charCodeAt(0) - 65) + rest;
      longest = Math.max(longest, letters.length);
      levelsByLetters.set(letters, levels);
    }
  }
  const known = new Map<string, readonly number[]>();
  for (const exception of exceptions.split(' ')) {
    const parts = exception.split('-').map(({ length }) => length);
    const ends = parts.map((_, at) => parts.slice(0, at + 1).reduce((sum, one) => sum + one, 0));
    known.set(exception.replaceAll('-', ''), ends.slice(0, -1));
  }
  return (word) => {
    const lower = word.toLowerCase();
    const found = known.get(lower) ?? breaksOf(lower);
    known.set(lower, found);
    // A few letters have a lower case of another length.
    return lower.length === word.length ? found : [];
  };

  function breaksOf(word: string): number[] {
    const framed = `.${word}.`;
    /** Level of each index of `framed`. A word is broken at odd levels. */
    const levels = new Uint8Array(framed.length + 1);
    for (let start = 0; start < framed.length; start++) {
      for (let end = start + 1; end <= Math.min(framed.length, start + longest); end++) {
        const raised = levelsByLetters.get(framed.slice(start, end)) ?? '';
        for (const [at, level] of [...raised].entries())
          levels[start + at] = Math.max(levels[start + at] ?? 0, Number(level));
      }
    }
    const breaks: number[] = [];
    for (let at = minLetters; at <= word.length - minLetters; at++)
      if ((levels[at + 1] ?? 0) % 2 === 1) breaks.push(at);
    return breaks;
  }
}
