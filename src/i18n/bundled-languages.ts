import type { Messages, StatementTexts } from './messages.ts';

/**
 * Catalogs other than English in the script tag's build, by language or by language and script. Each catalog is a
 * chunk that is fetched when needed. The package for bundlers uses `server-languages.ts` instead.
 */
export const catalogues: Readonly<Record<string, (api?: string) => Promise<Messages>>> = {
  ar: async () => (await import('#messages/ar')).messages,
  cs: async () => (await import('#messages/cs')).messages,
  de: async () => (await import('#messages/de')).messages,
  es: async () => (await import('#messages/es')).messages,
  fr: async () => (await import('#messages/fr')).messages,
  he: async () => (await import('#messages/he')).messages,
  hi: async () => (await import('#messages/hi')).messages,
  it: async () => (await import('#messages/it')).messages,
  ja: async () => (await import('#messages/ja')).messages,
  ko: async () => (await import('#messages/ko')).messages,
  nl: async () => (await import('#messages/nl')).messages,
  pl: async () => (await import('#messages/pl')).messages,
  pt: async () => (await import('#messages/pt')).messages,
  ru: async () => (await import('#messages/ru')).messages,
  sv: async () => (await import('#messages/sv')).messages,
  tr: async () => (await import('#messages/tr')).messages,
  uk: async () => (await import('#messages/uk')).messages,
  zh: async () => (await import('#messages/zh')).messages,
  'zh-hant': async () => (await import('#messages/zh-hant')).messages,
};

/** Texts of accessibility statements by language. They load with the first statement that is shown. */
export const statementCatalogues: Readonly<Record<string, () => Promise<StatementTexts>>> = {
  ar: async () => (await import('#statements/ar')).statements,
  cs: async () => (await import('#statements/cs')).statements,
  de: async () => (await import('#statements/de')).statements,
  es: async () => (await import('#statements/es')).statements,
  fr: async () => (await import('#statements/fr')).statements,
  he: async () => (await import('#statements/he')).statements,
  hi: async () => (await import('#statements/hi')).statements,
  it: async () => (await import('#statements/it')).statements,
  ja: async () => (await import('#statements/ja')).statements,
  ko: async () => (await import('#statements/ko')).statements,
  nl: async () => (await import('#statements/nl')).statements,
  pl: async () => (await import('#statements/pl')).statements,
  pt: async () => (await import('#statements/pt')).statements,
  ru: async () => (await import('#statements/ru')).statements,
  sv: async () => (await import('#statements/sv')).statements,
  tr: async () => (await import('#statements/tr')).statements,
  uk: async () => (await import('#statements/uk')).statements,
  zh: async () => (await import('#statements/zh')).statements,
  'zh-hant': async () => (await import('#statements/zh-hant')).statements,
};
