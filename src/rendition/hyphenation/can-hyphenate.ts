/** Number of words that are measured. A word need not have a break where the box ends. */
const sampleSize = 12;

/**
 * Whether the browser hyphenates a language, determined by setting long words in a narrow box.
 *
 * @param root - Where the box is added for the measurement. Its styles must not apply to `div` and `p`.
 * @param text - Text in the language. Null if it has no long words.
 */
export function canHyphenate(
  root: ParentNode & Node,
  language: string,
  text: string,
): boolean | null {
  const words = new Set(text.match(/(?<!\p{L})\p{Ll}{9,16}(?!\p{L})/gu));
  if (words.size === 0) return null;
  const box = document.createElement('div');
  box.lang = language;
  box.setAttribute('aria-hidden', 'true');
  Object.assign(box.style, {
    position: 'absolute',
    visibility: 'hidden',
    inlineSize: '7ch',
    font: '16px monospace',
    hyphens: 'auto',
    webkitHyphens: 'auto',
    overflowWrap: 'normal',
    wordBreak: 'normal',
  });
  const lines = [...words].slice(0, sampleSize).map((word) => {
    const line = document.createElement('div');
    const content = document.createElement('span');
    content.textContent = word;
    line.append(content);
    return line;
  });
  box.append(...lines);
  root.append(box);
  const isBroken = lines.some(({ firstElementChild }) => {
    const rects = [...(firstElementChild?.getClientRects() ?? [])];
    return new Set(rects.map(({ top }) => top)).size > 1;
  });
  box.remove();
  return isBroken;
}
