/**
 * Matches runs that contain no white space or invisible characters, which may differ between
 * editions.
 */
const visibleRuns = /[^\s\u00ad\u200b-\u200f\u2060\ufeff]+/g;

/** Text without white space, with a mapping between its indexes and the original offsets. */
export interface FoldedText {
  text: string;
  /**
   * Returns the original offset of the character at an index, or the original length past the end.
   */
  offsetAt(index: number): number;
  /** Returns the index of the first character at or after an original offset. */
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
  // Returns the index of the last entry that is at most `value`, or -1 if there is none.
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
