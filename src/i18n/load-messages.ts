import { catalogues } from './bundled-languages.ts';
import type { DeprecatedMessages } from './deprecated-messages.ts';
import type { Messages } from './messages.ts';
import { mergeMessages } from './merge-messages.ts';
import { getRegion, setRegion } from './message-format.ts';

const loadEnglish = async () => (await import('#messages/en')).messages;

/** A page's own messages. The catalog provides omitted messages. */
export type MessageOverrides = Partial<Messages & DeprecatedMessages>;

/**
 * Loads the reader's messages for its `locale` (BCP 47) or, if that is missing, the page's or the
 * browser's language. Falls back to English if there is no catalog or the catalog fails to load.
 * Numbers and dates follow the requested region. The page's own messages take precedence.
 */
export async function loadMessages(
  reader: Element & { messages?: MessageOverrides | null; api?: string },
  locale: string | null | undefined,
): Promise<Messages> {
  const messages = await loadCatalogue(requestedLanguages(reader, locale), reader.api);
  if (!reader.messages) return messages;
  const { renameDeprecated } = await import('./deprecated-messages.ts');
  return mergeMessages(messages, reader.messages, renameDeprecated);
}

async function loadCatalogue(tags: readonly string[], api?: string): Promise<Messages> {
  for (const tag of tags) {
    for (const name of catalogueNames(tag)) {
      const loading = loadTranslation(name, api);
      // If a catalog fails to load, English and its number formats are used.
      if (loading)
        return loading.then((messages) => withRegion(messages, tag)).catch(() => loadEnglish());
    }
  }
  return loadEnglish();
}

function loadTranslation(name: string, api?: string): Promise<Messages> | undefined {
  if (name === 'en') return loadEnglish();
  return Object.hasOwn(catalogues, name) ? catalogues[name]?.(api) : undefined;
}

/**
 * Returns the catalog names for a tag. `zh-TW` uses traditional characters, so it maps to `zh-hant`
 * and then `zh`.
 */
function catalogueNames(tag: string): string[] {
  // Most tags are names already. `maximize` takes tens of milliseconds on a phone.
  if (tag === 'en' || Object.hasOwn(catalogues, tag)) return [tag];
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
