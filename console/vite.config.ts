import { defineConfig, type Plugin } from 'vite';
import { consoleMessages } from '../scripts/console-messages.ts';

const isShared = /\/console\/|\/(?:@lit|lit|lit-html|lit-element)\//;
const isForForms = /\/console\/elements\/(?:announce|form-action|keep-focus)\.ts$/;
const isForLists = /\/console\/elements\/(?:modal|paged-list)\.ts$/;

/** uPlot fails to load in browsers whose language is not valid, such as `C`. */
const chartLanguage: Plugin = {
  name: 'chart-language',
  transform(code, id) {
    if (!id.endsWith('/uPlot.esm.js')) return undefined;
    const changed = code.replace("domEnv ? nav.language : 'en-US'", '');
    if (changed === code) throw new Error('uPlot chooses its language in another way.');
    return changed;
  },
};

/** Builds the console's page into `dist/console`. Every page and language is a chunk. */
export default defineConfig({
  root: import.meta.dirname,
  base: '/console/',
  plugins: [consoleMessages, chartLanguage],
  build: {
    outDir: '../dist/console',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    // The Trusted Types policy allows no other script, and all supported browsers preload modules.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: ['index', 'preview'].map((name) => `${import.meta.dirname}/${name}.html`),
      output: {
        comments: { annotation: false },
        // One chunk for code that several pages share, because every request delays the first page.
        // Others for forms and dialogs, which the start page and the sign-in page do not need.
        codeSplitting: {
          groups: [
            {
              name: 'shared',
              test: (id: string) =>
                isShared.test(id) && !isForForms.test(id) && !isForLists.test(id),
              minShareCount: 5,
              priority: 1,
            },
            { name: 'forms', test: isForForms, minShareCount: 5 },
            { name: 'dialogs', test: isForLists, minShareCount: 5 },
          ],
        },
      },
    },
  },
});
