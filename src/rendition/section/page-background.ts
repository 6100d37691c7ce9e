/**
 * The book's own page colour, taken off its outermost boxes: on the columns alone it would be a
 * patch between the reader's margins. Empty where the theme's paper is to show: white, or nearly,
 * is seldom more than a habit, and would be a white box on sepia.
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

/** Authors' colours arrive as `oklch()`, their lightness moved by the theme. */
function isNearlyWhite(style: CSSStyleDeclaration): boolean {
  const colour = style.backgroundColor;
  const [, lightness, chroma] = /^oklch\((\S+) (\S+)/.exec(colour) ?? [];
  if (/[/,] 0\)$/.test(colour)) return true;
  if (!lightness) return false;
  const token = (name: string) => Number(style.getPropertyValue(name));
  const original = (Number(lightness) - token('--svc-l-base')) / token('--svc-l-scale');
  return original > 0.96 && Number(chroma) < 0.015;
}
