/**
 * Languages whose words the reader hyphenates itself if the browser cannot, with the names of their pattern files in the
 * npm package `hyphen`. Each is a file in `svc-reader/hyphenation/`. The list has only patterns with permissive licenses.
 */
export const hyphenationPatterns = {
  ca: 'ca',
  da: 'da',
  de: 'de-1996',
  'en-gb': 'en-gb',
  'en-us': 'en-us',
  es: 'es',
  fi: 'fi',
  fr: 'fr',
  it: 'it',
  nb: 'nb',
  nl: 'nl',
  pl: 'pl',
  pt: 'pt',
  ru: 'ru',
  sv: 'sv',
  tr: 'tr',
} as const;

export type HyphenationLanguage = keyof typeof hyphenationPatterns;

const synonyms: Readonly<Record<string, HyphenationLanguage>> = {
  'en-au': 'en-gb',
  'en-ie': 'en-gb',
  'en-nz': 'en-gb',
  en: 'en-us',
  no: 'nb',
};

/** The patterns for a language tag, or null if there are none. */
export function hyphenationLanguage(tag: string): HyphenationLanguage | null {
  const [language = '', ...rest] = tag.toLowerCase().split('-');
  const names = [`${language}-${rest.at(-1)}`, language];
  for (const name of names) {
    if (isHyphenationLanguage(name)) return name;
    if (synonyms[name]) return synonyms[name];
  }
  return null;
}

/** Path of a language's file in `svc-reader/`. */
export function hyphenationPath(language: HyphenationLanguage): string {
  return `hyphenation/${language}.txt`;
}

function isHyphenationLanguage(name: string): name is HyphenationLanguage {
  return Object.hasOwn(hyphenationPatterns, name);
}
