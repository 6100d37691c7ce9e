import { defineConfig } from 'vite';
import { consoleMessages } from '../scripts/console-messages.ts';

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
        codeSplitting: {
          groups: [
            {
              name: 'shared',
              test: /\/console\/|\/(?:@lit|lit|lit-html|lit-element)\//,
              minShareCount: 5,
            },
          ],
        },
      },
    },
  },
});
