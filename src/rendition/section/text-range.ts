import type { TextIndex } from './text-index.ts';

/** Range between two text offsets in a section, or null if none of its text is in the document. */
export function rangeOf(text: TextIndex, start: number, end: number): Range | null {
  const first = nodeAt(text, start);
  const last = nodeBefore(text, end);
  if (start >= end || !first || !last || first.start >= end) return null;
  const range = document.createRange();
  range.setStart(first.node, Math.max(0, start - first.start));
  range.setEnd(last.node, Math.min(last.node.length, end - last.start));
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
    if (!at || point.comparePoint(at.node, at.node.length) < 0) low = middle + 1;
    else high = Math.min(at.start, middle);
  }
  const [at] = text.from(low);
  return at && at.node === node ? at.start + offset : low;
}

type TextNodePosition = { node: Text; start: number };

/** The node that contains the character at an offset, otherwise the next node. */
function nodeAt(text: TextIndex, offset: number): TextNodePosition | null {
  for (const entry of text.from(offset)) {
    if (entry.start + entry.node.length > offset) return entry;
  }
  return null;
}

/** The last node that starts before an offset. */
function nodeBefore(text: TextIndex, offset: number): TextNodePosition | null {
  if (offset <= 0) return null;
  const [entry] = text.from(offset - 1);
  return entry && entry.start < offset ? entry : null;
}
