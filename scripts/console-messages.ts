// Compiles the console's message catalogs in console/messages to modules,
// `#console-messages/<language>`.
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { emitTextFunction, formatFunctions } from './compile-messages.ts';

const formatFile = fileURLToPath(new URL('../src/i18n/message-format.ts', import.meta.url));
const specifier = /^#console-messages\/([\w-]+)$/;

/** Returns a language's messages by key, or an empty object if there is no catalog. */
export function readConsoleMessages(language: string): Record<string, string> {
  const url = new URL(`../console/messages/${language}.json`, import.meta.url);
  return existsSync(url) ? JSON.parse(readFileSync(url, 'utf8')) : {};
}

/** Returns the source of a module with all messages. English replaces missing messages. */
export function compileConsoleMessages(language: string, formatUrl = formatFile): string {
  const texts = { ...readConsoleMessages('en'), ...readConsoleMessages(language) };
  const [locale = language] = Intl.getCanonicalLocales(language);
  const entries = Object.entries(texts).map(
    ([key, text]) => `${JSON.stringify(key)}: ${emitTextFunction(text, `${language}: ${key}`)}`,
  );
  return `${formatFunctions(locale, formatUrl)}export const messages = {\n${entries.join(',\n')}\n};\n`;
}

export const consoleMessages: Plugin = {
  name: 'console-messages',
  enforce: 'pre',
  resolveId(source) {
    const [, language] = specifier.exec(source) ?? [];
    return language ? `\0console-messages/${language}.js` : undefined;
  },
  load(id) {
    const [, language] = /^\0console-messages\/(.+)\.js$/.exec(id) ?? [];
    if (!language) return undefined;
    return { code: compileConsoleMessages(language), map: { mappings: '' } };
  },
};
