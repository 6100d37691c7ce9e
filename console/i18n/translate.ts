import { isolateText } from '../../shared/isolate-text.ts';
import type english from '../messages/en.json';
import type { Role } from '../api/contract.ts';

export type MessageKey = keyof typeof english;

/** Values of a message's arguments by name. */
export type MessageValues = Readonly<Record<string, string | number>>;

export type CompiledMessages = Readonly<
  Record<string, string | ((values: MessageValues) => string)>
>;

interface Language {
  name: string;
  isRightToLeft?: boolean;
  load: () => Promise<{ messages: CompiledMessages }>;
}

/** The console's languages by tag, with their own names. */
export const languages: Readonly<Record<string, Language>> = {
  ar: { name: 'العربية', isRightToLeft: true, load: () => import('#console-messages/ar') },
  cs: { name: 'Čeština', load: () => import('#console-messages/cs') },
  de: { name: 'Deutsch', load: () => import('#console-messages/de') },
  en: { name: 'English', load: () => import('#console-messages/en') },
  es: { name: 'Español', load: () => import('#console-messages/es') },
  fr: { name: 'Français', load: () => import('#console-messages/fr') },
  he: { name: 'עברית', isRightToLeft: true, load: () => import('#console-messages/he') },
  hi: { name: 'हिन्दी', load: () => import('#console-messages/hi') },
  it: { name: 'Italiano', load: () => import('#console-messages/it') },
  ja: { name: '日本語', load: () => import('#console-messages/ja') },
  ko: { name: '한국어', load: () => import('#console-messages/ko') },
  nl: { name: 'Nederlands', load: () => import('#console-messages/nl') },
  pl: { name: 'Polski', load: () => import('#console-messages/pl') },
  pt: { name: 'Português', load: () => import('#console-messages/pt') },
  ru: { name: 'Русский', load: () => import('#console-messages/ru') },
  sv: { name: 'Svenska', load: () => import('#console-messages/sv') },
  tr: { name: 'Türkçe', load: () => import('#console-messages/tr') },
  uk: { name: 'Українська', load: () => import('#console-messages/uk') },
  zh: { name: '简体中文', load: () => import('#console-messages/zh') },
  'zh-Hant': { name: '繁體中文', load: () => import('#console-messages/zh-hant') },
};

const storageName = 'svc-console-language';
let current = selectedLanguage();
let messages: CompiledMessages = {};

/** Returns a message in the current language. Values are separated from its direction. */
export function t(key: MessageKey, values: MessageValues = {}): string {
  const message = messages[key] ?? key;
  if (typeof message === 'string') return message;
  const shown = Object.entries(values).map(([name, value]) => [
    name,
    typeof value === 'string' ? isolate(value) : value,
  ]);
  // Dates can end with a period, such as “2026 г.” in Russian.
  return message(Object.fromEntries(shown)).replace(/\.(\u2069?)\.(?=\s|$)/g, '.$1');
}

/** Separates a value from the direction of the current language. */
export function isolate(value: string): string {
  return isolateText(value, languages[current]?.isRightToLeft ?? false);
}

/** Whether a message exists for a key, which may come from the server. */
export function hasText(key: string): key is MessageKey {
  return Object.hasOwn(messages, key);
}

/** Tag of the current language. */
export const currentLanguage = (): string => current;

/** Loads the selected language, or the browser's, and sets the page's language and direction. */
export async function loadLanguage(): Promise<void> {
  current = selectedLanguage();
  const language = languages[current];
  if (!language) return;
  ({ messages } = await language.load());
  document.documentElement.lang = current;
  document.documentElement.dir = language.isRightToLeft ? 'rtl' : 'ltr';
}

/** Changes the language of this browser. Elements must be rendered again. */
export async function selectLanguage(tag: string): Promise<void> {
  localStorage.setItem(storageName, tag);
  await loadLanguage();
}

/** The selected language, or the browser's. Known before its messages are loaded. */
function selectedLanguage(): string {
  const wanted = [localStorage.getItem(storageName), ...navigator.languages];
  return wanted.map((tag) => findLanguage(tag)).find((tag) => tag !== null) ?? 'en';
}

function findLanguage(tag: string | null): string | null {
  if (!tag) return null;
  try {
    const { language, script } = new Intl.Locale(tag).maximize();
    const name = `${language}-${script}`;
    if (Object.hasOwn(languages, name)) return name;
    return Object.hasOwn(languages, language) ? language : null;
  } catch {
    return null;
  }
}

const numberFormats = new Map<string, Intl.NumberFormat>();
const dateFormats = new Map<string, Intl.DateTimeFormat>();

/** Returns a format of the current language. Creating one takes milliseconds on phones. */
export function numberFormat(options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = JSON.stringify([current, options]);
  const format = numberFormats.get(key) ?? new Intl.NumberFormat(current, options);
  numberFormats.set(key, format);
  return format;
}

/** Like `numberFormat`, for dates. */
export function dateFormat(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = JSON.stringify([current, options]);
  const format = dateFormats.get(key) ?? new Intl.DateTimeFormat(current, options);
  dateFormats.set(key, format);
  return format;
}

/** A date such as “21 Nov 2026”. @param iso - A time, or a UTC day as `YYYY-MM-DD`. */
export function formatDate(iso: string): string {
  const isDay = iso.length === 10;
  return dateFormat({ dateStyle: 'medium', ...(isDay && { timeZone: 'UTC' }) }).format(
    new Date(iso),
  );
}

/** A date and time such as “21 Nov 2026, 14:05”. */
export function formatTime(iso: string): string {
  return dateFormat({ dateStyle: 'medium', timeStyle: 'short' }).format(new Date(iso));
}

export function formatNumber(value: number): string {
  return numberFormat({}).format(value);
}

/** Returns the name of a role, such as “Owner”. */
export function roleName(role: Role): string {
  return t(`role.${role}`);
}

/** Returns a one-sentence description of a role's rights. */
export function roleText(role: Exclude<Role, 'operator'>): string {
  return t(`role.${role}.text`);
}
