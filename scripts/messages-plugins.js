// Resolves `#messages/<language>` to that language's compiled catalog and `#statements/<language>`
// to its accessibility statements, for vite and for the component tests.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { catalogueUrl, compileMessages, languageFile, statementsUrl } from './compile-messages.ts';

const formatFile = fileURLToPath(new URL('../src/i18n/message-format.ts', import.meta.url));
const specifier = /^#(messages|statements)\/([\w-]+)$/;
const served = /^\/__(messages|statements)\/([\w-]+)\.js$/;
const languagePath = /^\/languages\/([\w-]+)\.json$/;
const sources = {
  messages: { url: catalogueUrl, compile: compileMessages },
  statements: { url: statementsUrl, compile: compileStatements },
};

function compileStatements(language) {
  return `export const statements = ${readFileSync(statementsUrl(language), 'utf8')};`;
}

/** @type {import('vite').Plugin} */
export const viteMessages = {
  name: 'messages',
  enforce: 'pre',
  resolveId(source) {
    const [, kind, language] = specifier.exec(source) ?? [];
    return language ? `\0${kind}/${language}.js` : undefined;
  },
  load(id) {
    const [, kind, language] = /^\0(messages|statements)\/(.+)\.js$/.exec(id) ?? [];
    if (!language) return undefined;
    this.addWatchFile(fileURLToPath(sources[kind].url(language)));
    return { code: sources[kind].compile(language, formatFile), map: { mappings: '' } };
  },
};

/** The same plugin for @web/test-runner. */
export const testRunnerMessages = {
  name: 'messages',
  resolveImport({ source }) {
    const [, kind, language] = specifier.exec(source) ?? [];
    return language && `/__${kind}/${language}.js`;
  },
  serve({ path }) {
    const [, name] = languagePath.exec(path) ?? [];
    if (name) return { body: languageFile(name), type: 'json' };
    const [, kind, language] = served.exec(path) ?? [];
    if (!language) return undefined;
    return { body: sources[kind].compile(language, '/src/i18n/message-format.ts'), type: 'js' };
  },
};
