/**
 * Whether any text of a shadow tree is selected, by the one call that tells it in every engine;
 * older ones tell of the document's selection.
 */
export function hasSelection(roots: readonly ShadowRoot[]): boolean {
  const selection = document.getSelection();
  if (!selection) return false;
  if (typeof selection.getComposedRanges === 'function') {
    const [range] = selection.getComposedRanges({ shadowRoots: [...roots] });
    if (!range) return false;
    const isInside = roots.some((root) => root.contains(range.startContainer));
    return (
      isInside &&
      (range.startContainer !== range.endContainer || range.startOffset !== range.endOffset)
    );
  }
  return !selection.isCollapsed;
}
