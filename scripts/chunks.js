// Combines the modules that load after the first text into few files, because each request costs a
// round trip on a phone.

/**
 * Files and the modules from which each is built. A module that several files need is in the first
 * of them. Each module that is not listed has its own file.
 */
export const chunks = {
  // Page turns, and code that scrolling also needs.
  input: [
    'rendition/input/listen-for-input',
    'rendition/paginated/prepare-neighbors',
    'i18n/load-messages',
  ],
  // Code that long sections and saved positions need before the first text.
  opening: [
    'rendition/section/append-rest',
    'rendition/section/insert-column-breaks',
    'state/landing',
    'state/cfi',
  ],
  // Code that fonts, tables, formulas and user settings need before the first text.
  content: [
    'rendition/section/book-fonts',
    'theme/font-faces',
    'rendition/section/special-content-code',
    'rendition/user-styles/user-styles',
  ],
  renditions: ['rendition/scrolled/scrolled-rendition', 'rendition/fixed/fixed-layout'],
  // Code that every book needs before it can be used.
  session: [
    'session/lazy-entry',
    'session/history-navigation',
    // Code shared by page turns and the settings panel.
    'state/page-turn',
  ],
  // Code that loads when the browser is idle.
  idle: [
    'features/annotating/start-annotating',
    'rendition/repair/start-repair',
    'rendition/hyphenation/start-hyphenation',
    'features/annotating/report-selection',
    'features/external-links/start-external-links',
    'session/annotate-on-request',
    'ui/fill-screen',
    'rendition/highlights/highlight-boxes',
    'features/media-viewer/start-media-viewer',
    'features/footnotes/start-footnotes',
    'session/access-limits',
    'session/reusable-books',
    'session/print-support',
    'session/visible-tab-stops',
    'session/pace-measurement',
    'session/page-turns',
    'ui/check-requests',
  ],
  panels: [
    'ui/panels/svc-contents',
    'ui/panels/svc-menu',
    'ui/panels/svc-search',
    'ui/panels/svc-annotations',
    'features/search/book-search-session',
    'ui/svc-hits',
  ],
  // Separate from the other panels because it needs the code of user settings.
  settings: ['ui/panels/svc-settings'],
  // Panels that few readers open.
  'more-panels': [
    'ui/panels/svc-about',
    'ui/panels/svc-help',
    'ui/panels/svc-offline',
    'ui/panels/svc-page-list',
  ],
  'pop-ups': [
    'ui/svc-snackbar',
    'features/footnotes/open-note',
    'features/annotating/quote-picture',
    'features/annotating/annotation-files',
    'features/external-links/svc-external-link-dialog',
  ],
  'media-viewer': [
    'features/media-viewer/show-media-viewer',
    'features/media-viewer/start-page-zoom',
  ],
  // Code needed only by some layouts.
  repair: ['rendition/repair/repair-layout'],
  // Code needed only in browsers without hyphenation for the language.
  hyphenation: ['rendition/hyphenation/hyphenate-pages'],
  // Code that few books need.
  rare: [
    'ui/when-near',
    'ui/sample-end-view',
    'ui/svc-test-badge',
    'ui/svc-logo',
    'ui/svc-publisher-links',
    'features/resume-offer',
    'session/deep-links',
  ],
  'read-aloud': [
    'features/read-aloud/start-read-aloud',
    'features/read-aloud/voice-narrator',
    'features/read-aloud/recording-narrator',
    'ui/svc-player',
  ],
  offline: [
    'features/offline/offline-response',
    'features/offline/offline-reading',
    'api/failed-requests',
  ],
};

/**
 * Returns the groups for the bundler's `codeSplitting` option.
 *
 * @param source - The entry. Its static imports stay in its file.
 */
export function chunkGroups(source) {
  /** File of each module by id, or null for the entry's modules. */
  let chunkById = null;
  const place = (context) => {
    const placed = new Map();
    const visit = (id, name) => {
      if (placed.has(id)) return;
      placed.set(id, name);
      for (const imported of context.getModuleInfo(id)?.importedIds ?? []) visit(imported, name);
    };
    const root = new URL('../', import.meta.url).pathname;
    visit(`${root}${source}`, null);
    for (const [name, modules] of Object.entries(chunks))
      for (const module of modules) visit(`${root}src/${module}.ts`, name);
    return placed;
  };
  return {
    includeDependenciesRecursively: false,
    groups: [
      {
        debugName: 'chunks',
        name: (id, context) => (chunkById ??= place(context)).get(id) ?? null,
      },
    ],
  };
}

/** Converts a module in a combined file to an object, because `import()` resolves to one. */
const namespaceFunction = (name) =>
  `function ${name}(t,n={}){for(let i in t)Object.defineProperty(n,i,{get:t[i],enumerable:!0});return n}`;

/**
 * Replaces the import of the bundler's runtime file with a function in each file that uses it. A
 * separate runtime file would delay the others by a round trip.
 *
 * @type {import('vite').Plugin}
 */
export const inlineRuntime = {
  name: 'inline-runtime',
  generateBundle(_options, bundle) {
    const chunks = Object.values(bundle).filter(({ type }) => type === 'chunk');
    const runtime = chunks.find(({ moduleIds }) =>
      moduleIds.every((id) => id.startsWith('\0rolldown/')),
    );
    if (!runtime) return;
    const file = runtime.fileName.split('/').at(-1);
    const statement = new RegExp(`import\\{\\w+ as (\\w+)\\}from"\\./${file}";`);
    for (const chunk of chunks) {
      if (!chunk.imports.includes(runtime.fileName)) continue;
      const [found, name] = statement.exec(chunk.code) ?? [];
      if (!name) throw new Error(`${chunk.fileName} imports ${file} in an unexpected form.`);
      // Spaces of the same length and a hoisted function at the end keep the source map valid.
      const code = chunk.code.replace(found, ' '.repeat(found.length));
      const end = code.lastIndexOf('\n//# ');
      const body = end < 0 ? code : code.slice(0, end);
      chunk.code = `${body}\n${namespaceFunction(name)}${code.slice(body.length)}`;
      chunk.imports = chunk.imports.filter((one) => one !== runtime.fileName);
    }
    delete bundle[runtime.fileName];
    delete bundle[`${runtime.fileName}.map`];
  },
};
