import type { Messages } from './messages.ts';

/**
 * Catalogs other than English in the script tag's build, by language or by language and script.
 * Each catalog is a chunk that is fetched when needed. The package for bundlers uses
 * `server-languages.ts` instead.
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
