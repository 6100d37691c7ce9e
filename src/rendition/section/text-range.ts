import type { TextIndex, TextRun } from './text-index.ts';

/** Range between two text offsets in a section, or null if none of its text is in the document. */
export function rangeOf(text: TextIndex, start: number, end: number): Range | null {
  const first = runAt(text, start);
  const last = runBefore(text, end);
  if (start >= end || !first || !last || first.start >= end) return null;
  const range = document.createRange();
  range.setStart(first.node, first.from + Math.max(0, start - first.start));
  range.setEnd(last.node, Math.min(last.to, last.from + end - last.start));
  return range;
}

/**
 * Text offset of the first text at or after a point in the document. Null if the point is not in
 * the section's shadow root.
 */
export function offsetOf(text: TextIndex, node: Node, offset: number): number | null {
  const [first] = text.from(0);
  if (!first || first.node.getRootNode() !== node.getRootNode()) return null;
  const point = document.createRange();
  point.setStart(node, offset);
  point.collapse(true);
  let low = 0;
  let high = text.length;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const [at] = text.from(middle);
    if (!at || point.comparePoint(at.node, at.to) < 0) low = middle + 1;
    else high = Math.min(at.start, middle);
  }
  const [at] = text.from(low);
  return at && at.node === node ? at.start + Math.max(0, offset - at.from) : low;
}

/** The run that contains the character at an offset, otherwise the next run. */
function runAt(text: TextIndex, offset: number): TextRun | null {
  for (const run of text.from(offset)) {
    if (run.start + run.to - run.from > offset) return run;
  }
  return null;
}

/** The last run that starts before an offset. */
function runBefore(text: TextIndex, offset: number): TextRun | null {
  const [run] = text.from(offset - 1);
  return run && run.start < offset ? run : null;
}
