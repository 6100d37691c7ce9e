// Resolves `#messages/<language>` to that language's compiled catalog, for vite and for the
// component tests.
import { fileURLToPath } from 'node:url';
import { catalogueUrl, compileMessages } from './compile-messages.ts';

const formatFile = fileURLToPath(new URL('../src/i18n/message-format.ts', import.meta.url));
const specifier = /^#messages\/([\w-]+)$/;
const served = /^\/__messages\/([\w-]+)\.js$/;

/** @type {import('vite').Plugin} */
export const viteMessages = {
  name: 'messages',
  enforce: 'pre',
  resolveId(source) {
    const language = specifier.exec(source)?.[1];
    return language ? `\0messages/${language}.js` : undefined;
  },
  load(id) {
    const language = /^\0messages\/(.+)\.js$/.exec(id)?.[1];
    if (!language) return undefined;
    this.addWatchFile(fileURLToPath(catalogueUrl(language)));
    return { code: compileMessages(language, formatFile), map: { mappings: '' } };
  },
};

/** The same plugin for @web/test-runner. */
export const testRunnerMessages = {
  name: 'messages',
  resolveImport({ source }) {
    const language = specifier.exec(source)?.[1];
    return language && `/__messages/${language}.js`;
  },
  serve({ path }) {
    const language = served.exec(path)?.[1];
    if (!language) return undefined;
    return { body: compileMessages(language, '/src/i18n/message-format.ts'), type: 'js' };
  },
};
