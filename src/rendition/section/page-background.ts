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
 * Whether a background is transparent or nearly white. At this point, authors' colors are in
 * `oklch()`, with their lightness adjusted to the theme. Exceptions are white, which is the theme's
 * page color, and the colors of fixed pages, which no theme changes.
 */
function isNearlyWhite(style: CSSStyleDeclaration): boolean {
  const color = style.backgroundColor;
  const [, lightness, chroma] = /^oklch\((\S+) (\S+)/.exec(color) ?? [];
  if (/[/,] 0\)$/.test(color)) return true;
  const token = (name: string) => Number(style.getPropertyValue(name));
  if (!lightness) return token('--svc-bg') > 0.99;
  const original = (Number(lightness) - token('--svc-l-base')) / token('--svc-l-scale');
  return original > 0.96 && Number(chroma) < 0.015;
}
