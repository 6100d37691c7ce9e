/**
 * Removes the background color from the book's outermost boxes, where it would fill only the
 * columns, and returns it for the whole page. Returns an empty string for white and near-white.
 * Authors often set these colors by habit, and they would look like a white box in a sepia theme.
 */
export function takePageBackground(boxes: readonly HTMLElement[]): string {
  let canvas = '';
  for (const { style } of boxes) style.backgroundColor = '';
  for (const box of boxes) {
    const style = getComputedStyle(box);
    if (!isNearlyWhite(style)) canvas = style.backgroundColor;
    box.style.setProperty('background-color', 'transparent', 'important');
  }
  return canvas;
}

/**
 * Whether a background is transparent or nearly white in the book. Only other authors' colors are
 * in `oklch()` at this point, and `--svc-bg` is their lightness in the book.
 */
function isNearlyWhite(style: CSSStyleDeclaration): boolean {
  const color = style.backgroundColor;
  if (/[/,] 0\)$/.test(color)) return true;
  const [, chroma] = /^oklch\(\S+ (\S+)/.exec(color) ?? [];
  const lightness = Number(style.getPropertyValue('--svc-bg') || 1);
  return lightness > 0.96 && Number(chroma ?? 0) < 0.015;
}
