import type { StatementTexts } from './messages.ts';

/** Accessibility statements, in the same form as the messages in `bundled-languages.ts`. */
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
