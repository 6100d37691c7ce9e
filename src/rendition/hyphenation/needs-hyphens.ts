import { hyphenationLanguage, type HyphenationLanguage } from '../../../shared/hyphenation.ts';
import type { Settings } from '../../state/settings.ts';
import type { SectionView } from '../section/section-view.ts';
import type { TextRun } from '../section/text-index.ts';
import type { SvcPage } from '../svc-page.ts';
import { canHyphenate, sampleUnits } from './can-hyphenate.ts';

/** Text that is never hyphenated, also if the user turns hyphenation on. */
const excluded = 'h1, h2, h3, h4, h5, h6, table, pre, code, kbd, samp, math, svg, ruby';

/**
 * Returns a function for the language in which the reader itself must hyphenate a part of a
 * section. That function returns null if the text is not justified, must not be hyphenated, or is
 * hyphenated by the browser.
 */
export function hyphenatedLanguage(
  { text }: SectionView,
  settings: Settings,
  page: SvcPage,
): (run: TextRun) => HyphenationLanguage | null {
  const known = new Map<Element, HyphenationLanguage | null>();
  return ({ node: { parentElement }, start }) => {
    if (!parentElement) return null;
    let language = known.get(parentElement);
    if (language === undefined) {
      language = isHyphenated(parentElement, settings)
        ? missingLanguage(parentElement, start)
        : null;
      known.set(parentElement, language);
    }
    return language;
  };

  /** The language if there are patterns for it and the browser does not hyphenate it. */
  function missingLanguage(element: Element, start: number): HyphenationLanguage | null {
    const described = element.closest('[lang]');
    const language = hyphenationLanguage(described?.getAttribute('lang') ?? '');
    if (!described || !language) return null;
    const sample = text.slice(start, sampleUnits);
    return canHyphenate(page, described, sample) === false ? language : null;
  }
}

/** The user's styles need not apply yet. */
function isHyphenated(element: Element, { hyphens, align }: Settings): boolean {
  if (hyphens === 'none' || element.closest(excluded)) return false;
  if (hyphens === 'auto') return true;
  const style = getComputedStyle(element);
  const alignment = align === 'book' ? style.textAlign : align;
  return alignment === 'justify' && style.hyphens === 'auto';
}
