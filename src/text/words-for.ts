import { en } from './en.ts';
import type { Messages } from './messages.ts';

/** Catalogues besides English, by language; each is fetched when it is needed. */
const catalogues: Readonly<Record<string, () => Promise<Messages>>> = {
  de: () => import('./de.ts').then(({ de }) => de),
};

/**
 * The words of a reader: in its own `locale` (BCP 47), else in its page's language, else in the
 * browser's; English where there is no catalogue, or it does not come.
 */
export async function wordsFor(
  reader: Element,
  locale: string | null | undefined,
): Promise<Messages> {
  for (const tag of languagesOf(reader, locale)) {
    const language = tag.toLowerCase().split('-')[0] ?? '';
    if (language === 'en') return en;
    if (Object.hasOwn(catalogues, language)) return catalogues[language]?.().catch(() => en) ?? en;
  }
  return en;
}

function languagesOf(reader: Element, locale: string | null | undefined): readonly string[] {
  const ofPage = reader.closest('[lang]')?.getAttribute('lang');
  if (locale) return [locale];
  return ofPage ? [ofPage] : navigator.languages;
}
