import { defineConfig } from 'vite';
import { consoleMessages } from '../scripts/console-messages.ts';

const isShared = /\/console\/|\/(?:@lit|lit|lit-html|lit-element)\//;
const isForChanges =
  /\/console\/elements\/(?:announce|form-action|keep-focus|modal|paged-list)\.ts$/;

/** Builds the console's page into `dist/console`. Every page and language is a chunk. */
export default defineConfig({
  root: import.meta.dirname,
  base: '/console/',
  plugins: [consoleMessages],
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
        // Another one for changes, which the start page does not make.
        codeSplitting: {
          groups: [
            {
              name: 'shared',
              test: (id: string) => isShared.test(id) && !isForChanges.test(id),
              minShareCount: 5,
              priority: 1,
            },
            { name: 'changes', test: isForChanges, minShareCount: 5 },
          ],
        },
      },
    },
  },
});
