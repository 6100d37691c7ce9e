/** Selects the word that is seen at a point of the window, where there is one. */
export function selectWord(roots: readonly ShadowRoot[], x: number, y: number): void {
  for (const root of roots) {
    const element = root.elementFromPoint(x, y);
    if (!element || !root.contains(element)) continue;
    for (const node of element.childNodes) {
      if (!(node instanceof Text)) continue;
      const range = wordAt(node, x, y);
      if (!range) continue;
      const { startOffset, endOffset } = range;
      document.getSelection()?.setBaseAndExtent(node, startOffset, node, endOffset);
      return;
    }
  }
}

function wordAt(node: Text, x: number, y: number): Range | null {
  const range = document.createRange();
  const words = new Intl.Segmenter(undefined, { granularity: 'word' });
  for (const { index, segment, isWordLike } of words.segment(node.data)) {
    if (!isWordLike) continue;
    range.setStart(node, index);
    range.setEnd(node, index + segment.length);
    const isHere = [...range.getClientRects()].some(
      ({ left, right, top, bottom }) => left <= x && x <= right && top <= y && y <= bottom,
    );
    if (isHere) return range;
  }
  return null;
}
