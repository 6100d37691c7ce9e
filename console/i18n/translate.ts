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
let current = 'en';
let messages: CompiledMessages = {};

/** Returns a text in the current language. */
export function t(key: MessageKey, values: MessageValues = {}): string {
  const message = messages[key] ?? key;
  return typeof message === 'string' ? message : message(values);
}

/** Whether a text exists for a key, which may come from the server. */
export function hasText(key: string): key is MessageKey {
  return Object.hasOwn(messages, key);
}

/** Tag of the current language. */
export const currentLanguage = (): string => current;

/** Loads the selected language, or the browser's, and sets the page's language and direction. */
export async function loadLanguage(): Promise<void> {
  const wanted = [localStorage.getItem(storageName), ...navigator.languages, 'en'];
  const found = wanted.map((tag) => findLanguage(tag)).find((tag) => tag !== null);
  current = found ?? 'en';
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

/** A date such as “21 Nov 2026”. @param iso - A time, or a UTC day as `YYYY-MM-DD`. */
export function formatDate(iso: string): string {
  const isDay = iso.length === 10;
  return new Intl.DateTimeFormat(current, {
    dateStyle: 'medium',
    ...(isDay && { timeZone: 'UTC' }),
  }).format(new Date(iso));
}

/** A date and time such as “21 Nov 2026, 14:05”. */
export function formatTime(iso: string): string {
  const format = { dateStyle: 'medium', timeStyle: 'short' } as const;
  return new Intl.DateTimeFormat(current, format).format(new Date(iso));
}

export function formatNumber(value: number): string {
  return new Intl.NumberFormat(current).format(value);
}

/** Returns the name of a role, such as “Owner”. */
export function roleName(role: Role): string {
  return t(`role.${role}`);
}

/** Returns a one-sentence description of a role's rights. */
export function roleText(role: Exclude<Role, 'operator'>): string {
  return t(`role.${role}.text`);
}
