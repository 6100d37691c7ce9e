/** Runs without white space and invisible characters, which may differ between editions. */
const visibleRuns = /[^\s\u00ad\u200b-\u200f\u2060\ufeff]+/g;

/** A text without white space, with a mapping between its indexes and the original offsets. */
export interface FoldedText {
  text: string;
  /** Offset in the original text of the character at an index; past the end, the original length. */
  offsetAt(index: number): number;
  /** Index of the first character at or after an original offset. */
  indexAt(offset: number): number;
}

export function foldText(whole: string): FoldedText {
  const starts: number[] = [];
  const offsets: number[] = [];
  let text = '';
  for (const { index, 0: run } of whole.matchAll(visibleRuns)) {
    starts.push(text.length);
    offsets.push(index);
    text += run;
  }
  // Index of the last entry that is at most `value`; -1 if there is none.
  const lastAtMost = (list: readonly number[], value: number): number => {
    let low = 0;
    let high = list.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((list[middle] ?? Infinity) <= value) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  };
  return {
    text,
    offsetAt(index) {
      if (index >= text.length) return whole.length;
      const run = lastAtMost(starts, index);
      return (offsets[run] ?? 0) + index - (starts[run] ?? 0);
    },
    indexAt(offset) {
      const run = lastAtMost(offsets, offset);
      if (run < 0) return 0;
      const end = starts[run + 1] ?? text.length;
      return Math.min(end, (starts[run] ?? 0) + offset - (offsets[run] ?? 0));
    },
  };
}
