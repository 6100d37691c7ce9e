import { messages as en } from '#messages/en';
import type { Messages } from './messages.ts';
import { getRegion, setRegion } from './message-format.ts';

/** Catalogues besides English, by language, or by language and script; each is fetched when it is needed. */
export const catalogues: Readonly<Record<string, () => Promise<Messages>>> = {
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

/** Words of a page's own: the others are those of the catalogue. */
export type MessageOverrides = Partial<Messages>;

/**
 * The words of a reader: in its own `locale` (BCP 47), else in its page's language, else in the
 * browser's; English where there is no catalogue, or it does not come. Numbers and dates are those of the
 * region that was asked for. The page's own words go before.
 */
export async function loadMessages(
  reader: Element & { messages?: MessageOverrides | null },
  locale: string | null | undefined,
): Promise<Messages> {
  const words = await loadCatalogue(requestedLanguages(reader, locale));
  return reader.messages ? withOverrides(words, reader.messages) : words;
}

/** What is not of its kind would break what shows it: a page may be written without types. */
function withOverrides<Words extends object>(words: Words, own: object): Words {
  const given = Object.entries(own).flatMap(([name, one]): [string, unknown][] => {
    const known: unknown = Reflect.get(words, name);
    if (typeof one !== typeof known || one === null) return [];
    return [[name, isGroup(known) ? withOverrides(known, one) : one]];
  });
  return { ...words, ...Object.fromEntries(given) };
}

function isGroup(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

async function loadCatalogue(tags: readonly string[]): Promise<Messages> {
  for (const tag of tags) {
    for (const name of catalogueNames(tag)) {
      const coming = name === 'en' ? Promise.resolve(en) : loadTranslation(name);
      // English stands in for a catalogue that does not come, as English is written.
      if (coming) return coming.then((words) => withRegion(words, tag)).catch(() => en);
    }
  }
  return en;
}

function loadTranslation(name: string): Promise<Messages> | undefined {
  return Object.hasOwn(catalogues, name) ? catalogues[name]?.() : undefined;
}

/** `zh-TW` is written in traditional characters: `zh-hant`, else `zh`. */
function catalogueNames(tag: string): string[] {
  try {
    const { language, script } = new Intl.Locale(tag).maximize();
    return [`${language}-${script?.toLowerCase()}`, language];
  } catch {
    return [];
  }
}

function requestedLanguages(reader: Element, locale: string | null | undefined): readonly string[] {
  const ofPage = reader.closest('[lang]')?.getAttribute('lang');
  if (locale) return [locale];
  return ofPage ? [ofPage] : navigator.languages;
}

/**
 * The same words as another region writes its numbers, dates and amounts.
 *
 * @param locale - BCP 47 tag of their language: `en-GB` for English words.
 */
function withRegion<Words extends { locale: string }>(words: Words, locale: string): Words {
  return words.locale === locale ? words : localizeMessages(words, locale);
}

function localizeMessages<Words extends object>(words: Words, locale: string): Words {
  const told = Object.entries(words).map(([name, one]): [string, unknown] => [
    name,
    name === 'locale' ? locale : localizeMessage(one, locale),
  ]);
  return { ...words, ...Object.fromEntries(told) };
}

function localizeMessage(one: unknown, locale: string): unknown {
  if (typeof one === 'object' && one !== null) return localizeMessages(one, locale);
  if (typeof one !== 'function') return one;
  return (...values: unknown[]): unknown => {
    const before = getRegion();
    setRegion(locale);
    try {
      return Reflect.apply(one, undefined, values);
    } finally {
      setRegion(before);
    }
  };
}
