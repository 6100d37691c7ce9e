import type { Messages } from './messages.ts';

/** The catalogues, by language; each is fetched when it is needed. */
const catalogues = {
  en: () => import('./en.ts').then(({ en }) => en),
  de: () => import('./de.ts').then(({ de }) => de),
} satisfies Record<string, () => Promise<Messages>>;

/** The catalogue of the first wanted language (BCP 47) that there is, else English. */
export function loadMessages(wanted: readonly string[]): Promise<Messages> {
  for (const tag of wanted) {
    const language = tag.toLowerCase().split('-')[0] ?? '';
    if (isCatalogued(language)) return catalogues[language]();
  }
  return catalogues.en();
}

/** The languages to speak: the reader's own attribute, else its page's, else the browser's. */
export function wantedLanguages(reader: Element, locale: string | undefined): readonly string[] {
  const ofPage = reader.closest('[lang]')?.getAttribute('lang');
  if (locale) return [locale];
  return ofPage ? [ofPage] : navigator.languages;
}

function isCatalogued(language: string): language is keyof typeof catalogues {
  return Object.hasOwn(catalogues, language);
}
