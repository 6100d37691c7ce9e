import type { SvcPage } from '../svc-page.ts';

/** Amount of text in which long words are searched, in code units. */
export const sampleUnits = 20_000;

/** Number of words that are measured. A word need not have a break where the box ends. */
const sampleWords = 12;

/** What was measured, by language tag. */
const measured = new Map<string, boolean>();

/**
 * Whether the browser hyphenates the language of an element, determined by setting long words in a
 * narrow box. Null if the text has no long words, or the page is not displayed.
 *
 * @param page - Where the box is added for the measurement.
 * @param element - An element with the attribute `lang`.
 */
export function canHyphenate(
  page: SvcPage,
  element: Element,
  text = element.textContent,
): boolean | null {
  const language = element.getAttribute('lang') ?? '';
  const known = measured.get(language);
  if (known !== undefined) return known;
  const words = text.slice(0, sampleUnits).match(/(?<!\p{L})\p{Ll}{9,16}(?!\p{L})/gu);
  if (!words) return null;
  const box = document.createElement('div');
  box.lang = language;
  box.textContent = words.slice(0, sampleWords).join(' ');
  page.shadowRoot?.append(box);
  const [hyphenated, whole] = ['auto', 'manual'].map((hyphens) => {
    box.style.cssText = `position:absolute;visibility:hidden;width:7ch;font:16px monospace;hyphens:${hyphens};-webkit-hyphens:${hyphens}`;
    return box.offsetHeight;
  });
  box.remove();
  // Nothing has a size in a reader that is not displayed.
  if (!whole) return null;
  measured.set(language, hyphenated !== whole);
  return hyphenated !== whole;
}
