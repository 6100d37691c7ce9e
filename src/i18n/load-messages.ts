import type { DeprecatedMessages } from './deprecated-messages.ts';
import type { Messages } from './messages.ts';
import { getRegion, setRegion } from './message-format.ts';

const loadEnglish = async () => (await import('#messages/en')).messages;

/**
 * Catalogs other than English, by language or by language and script. Each catalog is a chunk that is fetched
 * when needed.
 */
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

/** A page's own messages. The catalog provides the messages that are left out. */
export type MessageOverrides = Partial<Messages & DeprecatedMessages>;

/**
 * Loads the reader's messages for its `locale` (BCP 47) or, if that is missing, the page's or the browser's
 * language. Falls back to English if there is no catalog or the catalog fails to load. Numbers and dates follow
 * the requested region. The page's own messages take precedence.
 */
export async function loadMessages(
  reader: Element & { messages?: MessageOverrides | null },
  locale: string | null | undefined,
): Promise<Messages> {
  const messages = await loadCatalogue(requestedLanguages(reader, locale));
  if (!reader.messages) return messages;
  const { renameDeprecated } = await import('./deprecated-messages.ts');
  return withOverrides(messages, reader.messages, renameDeprecated);
}

/** Skips values of the wrong type, which would break the controls. The type checker may not have checked the host page. */
function withOverrides<Group extends object>(
  messages: Group,
  own: object,
  rename: (own: object) => object,
): Group {
  const overrides = Object.entries(rename(own)).flatMap(([name, value]): [string, unknown][] => {
    const known: unknown = Reflect.get(messages, name);
    if (typeof value !== typeof known || value === null) return [];
    return [[name, isGroup(known) ? withOverrides(known, Object(value), rename) : value]];
  });
  return { ...messages, ...Object.fromEntries(overrides) };
}

function isGroup(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

async function loadCatalogue(tags: readonly string[]): Promise<Messages> {
  for (const tag of tags) {
    for (const name of catalogueNames(tag)) {
      const loading = loadTranslation(name);
      // English replaces a catalog that fails to load, with English number formats.
      if (loading)
        return loading.then((messages) => withRegion(messages, tag)).catch(() => loadEnglish());
    }
  }
  return loadEnglish();
}

function loadTranslation(name: string): Promise<Messages> | undefined {
  if (name === 'en') return loadEnglish();
  return Object.hasOwn(catalogues, name) ? catalogues[name]?.() : undefined;
}

/** Returns the catalog names for a tag. `zh-TW` uses traditional characters, so it maps to `zh-hant` and then `zh`. */
function catalogueNames(tag: string): string[] {
  try {
    const { language, script } = new Intl.Locale(tag).maximize();
    return [`${language}-${script?.toLowerCase()}`, language];
  } catch {
    return [];
  }
}

function requestedLanguages(reader: Element, locale: string | null | undefined): readonly string[] {
  const pageLanguage = reader.closest('[lang]')?.getAttribute('lang');
  if (locale) return [locale];
  return pageLanguage ? [pageLanguage] : navigator.languages;
}

/**
 * Returns the same messages with the numbers, dates and amounts of another region.
 *
 * @param locale - BCP 47 tag with the same language, such as `en-GB` for English messages.
 */
function withRegion<Group extends { locale: string }>(messages: Group, locale: string): Group {
  return messages.locale === locale ? messages : localizeMessages(messages, locale);
}

function localizeMessages<Group extends object>(messages: Group, locale: string): Group {
  const localized = Object.entries(messages).map(([name, message]): [string, unknown] => [
    name,
    name === 'locale' ? locale : localizeMessage(message, locale),
  ]);
  return { ...messages, ...Object.fromEntries(localized) };
}

function localizeMessage(message: unknown, locale: string): unknown {
  if (typeof message === 'object' && message !== null) return localizeMessages(message, locale);
  if (typeof message !== 'function') return message;
  return (...values: unknown[]): unknown => {
    const before = getRegion();
    setRegion(locale);
    try {
      return Reflect.apply(message, undefined, values);
    } finally {
      setRegion(before);
    }
  };
}
