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
 * @param text - Patterns separated by spaces, such as `.ach4 hy3ph`. Words of a second line are
 *   broken only at their hyphens.
 */
export function parsePatterns(text: string): Hyphenate {
  const [patterns = '', exceptions = ''] = text.split('\n');
  const byLetters = new Map<string, string>();
  let longest = 0;
  for (const pattern of patterns.split(' ')) {
    const letters = pattern.replaceAll(/\d/g, '');
    longest = Math.max(longest, letters.length);
    byLetters.set(letters, pattern);
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
        const pattern = byLetters.get(framed.slice(start, end));
        if (pattern) raiseLevels(levels, start, pattern);
      }
    }
    const breaks: number[] = [];
    for (let at = minLetters; at <= word.length - minLetters; at++)
      if ((levels[at + 1] ?? 0) % 2 === 1) breaks.push(at);
    return breaks;
  }
}

function raiseLevels(levels: Uint8Array, start: number, pattern: string): void {
  let at = start;
  for (const unit of pattern) {
    const level = Number(unit);
    if (Number.isNaN(level)) at += 1;
    else levels[at] = Math.max(levels[at] ?? 0, level);
  }
}
