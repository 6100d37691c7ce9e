import { formatNumber, formatPercent } from './message-format.ts';
import { readMessages, type MessageData } from './message-parts.ts';
import type { Messages, StatementTexts } from './messages.ts';
import { mergeMessages } from './merge-messages.ts';

/** A file at `/languages/<language>.json` on the server, written by the build. */
interface LanguageFile {
  locale: string;
  messages: MessageData;
  statements: StatementTexts;
}

const names = ['ar', 'cs', 'de', 'es', 'fr', 'he', 'hi', 'it', 'ja', 'ko', 'nl', 'pl', 'pt'];
names.push('ru', 'sv', 'tr', 'uk', 'zh', 'zh-hant');

/** Each language is requested once, and again after a failure. */
const files = new Map<string, Promise<LanguageFile>>();

/**
 * The same tables as `bundled-languages.ts` and `bundled-statements.ts`, for the package for
 * bundlers. The package contains only English and fetches other languages from the API's server.
 * The server can have an older or newer version, so unknown texts are ignored and missing texts are
 * shown in English.
 */
export const catalogues: Readonly<Record<string, (api?: string) => Promise<Messages>>> =
  Object.fromEntries(names.map((name) => [name, (api?: string) => loadMessages(name, api)]));

export const statementCatalogues: Readonly<Record<string, () => Promise<StatementTexts>>> =
  Object.fromEntries(names.map((name) => [name, () => loadStatements(name)]));

async function loadMessages(name: string, api = ''): Promise<Messages> {
  const url = `${api.replace(/\/+$/, '')}/languages/${name}.json`;
  const file = files.get(name) ?? fetchFile(new URL(url, location.href));
  files.set(name, file);
  file.catch(() => files.delete(name));
  const [{ messages: english }, { locale, messages }] = await Promise.all([
    import('#messages/en'),
    file,
  ]);
  const own = {
    ...readMessages(locale, messages),
    locale,
    number: (value: number) => formatNumber(locale, value),
    percent: (fraction: number) => formatPercent(locale, fraction),
  };
  return mergeMessages(english, own);
}

/** The file with the messages, which is always loaded first, also contains the statements. */
async function loadStatements(name: string): Promise<StatementTexts> {
  const [{ statements: english }, file] = await Promise.all([
    import('#statements/en'),
    files.get(name),
  ]);
  return { ...english, ...file?.statements };
}

async function fetchFile(url: URL): Promise<LanguageFile> {
  const request = (cache?: RequestCache) => fetch(url, { credentials: 'omit', cache });
  // Without a network, an expired copy in the browser's cache is used.
  const response = await request().catch(() => request('force-cache'));
  if (!response.ok) throw new Error(`${url.href} returned ${response.status}.`);
  return response.json();
}
