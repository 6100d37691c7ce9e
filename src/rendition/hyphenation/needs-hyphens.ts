import { hyphenationLanguage, type HyphenationLanguage } from '../../../shared/hyphenation.ts';
import type { Settings } from '../../state/settings.ts';
import type { SectionView } from '../section/section-view.ts';
import type { TextRun } from '../section/text-index.ts';
import { canHyphenate } from './can-hyphenate.ts';

/** Text that is never hyphenated, also if the user turns hyphenation on. */
const excluded = 'h1, h2, h3, h4, h5, h6, table, pre, code, kbd, samp, math, svg, ruby';

/** Amount of text in which long words are searched, in code units. */
const sampleUnits = 20_000;

/** Whether the browser hyphenates a language, by language tag. */
const isBuiltIn = new Map<string, boolean>();

/**
 * Returns a function for the language in which the reader itself must hyphenate a part of a section. The function
 * returns null if the text is not justified, is not to be hyphenated, or is hyphenated by the browser.
 *
 * @param root - Where the browser's support is measured.
 */
export function hyphenatedLanguage(
  view: SectionView,
  settings: Settings,
  root: ShadowRoot,
): (run: TextRun) => HyphenationLanguage | null {
  const known = new Map<Element, boolean>();
  return ({ node: { parentElement }, start }) => {
    if (!parentElement) return null;
    const isHyphenated = known.get(parentElement) ?? needsHyphens(parentElement, settings);
    known.set(parentElement, isHyphenated);
    if (!isHyphenated) return null;
    const tag = parentElement.closest<HTMLElement>('[lang]')?.lang || view.section.language;
    const language = hyphenationLanguage(tag);
    if (!language) return null;
    const isSupported =
      isBuiltIn.get(tag) ?? canHyphenate(root, tag, view.text.slice(start, sampleUnits));
    // Without long words, the browser's support is unknown, and there is nothing to hyphenate.
    if (isSupported !== null) isBuiltIn.set(tag, isSupported);
    return isSupported === false ? language : null;
  };
}

function needsHyphens(element: Element, { hyphens }: Settings): boolean {
  if (hyphens === 'none' || element.closest(excluded)) return false;
  const style = getComputedStyle(element);
  return hyphens === 'auto' || (style.hyphens === 'auto' && style.textAlign === 'justify');
}
