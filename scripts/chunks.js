// Combines the modules that load after the first text into few files, because each request costs a round trip on a
// phone.

/**
 * Files and the modules with which each begins; a module that several files need belongs to the first of them. The
 * file of a module that is not listed contains that module alone.
 */
export const chunks = {
  // What turns pages, and what scrolling needs as well.
  input: [
    'rendition/input/listen-for-input',
    'rendition/paginated/prepare-neighbors',
    'i18n/load-messages',
  ],
  // What some books need before their first text.
  opening: [
    'rendition/section/book-fonts',
    'theme/font-faces',
    'rendition/section/special-content-code',
    'rendition/section/insert-column-breaks',
    'rendition/section/append-rest',
    'rendition/user-styles/user-styles',
    'state/landing',
    'state/cfi',
  ],
  renditions: ['rendition/scrolled/scrolled-rendition', 'rendition/fixed/fixed-layout'],
  // What every book needs to be used.
  session: [
    'session/lazy-entry',
    'session/history-navigation',
    'features/external-links/start-external-links',
    // Shared by the page turns and the settings panel.
    'state/page-turn',
  ],
  // What loads when the browser is idle.
  idle: [
    'features/annotating/start-annotating',
    'rendition/repair/start-repair',
    'features/annotating/report-selection',
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
    'ui/panels/svc-settings',
    'ui/panels/svc-menu',
    'ui/panels/svc-search',
    'ui/panels/svc-annotations',
    'features/search/book-search-session',
    'ui/svc-hits',
  ],
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
    'features/external-links/svc-external-link-dialog',
  ],
  'media-viewer': [
    'features/media-viewer/show-media-viewer',
    'features/media-viewer/start-page-zoom',
  ],
  // Needed only by some layouts.
  repair: ['rendition/repair/repair-layout'],
  // What few books need.
  rare: [
    'when-near',
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
 * Groups of the bundler's `codeSplitting`.
 *
 * @param source - The entry; what it imports statically stays in its file.
 */
export function chunkGroups(source) {
  /** File of each module by id, or null for modules of the entry. */
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

/** Makes a module of a combined file an object, as `import()` resolves to one. */
const namespaceFunction = (name) =>
  `function ${name}(t,n={}){for(let i in t)Object.defineProperty(n,i,{get:t[i],enumerable:!0});return n}`;

/**
 * Replaces the import of the bundler's runtime file by a function in each file that uses it. A file of its own would
 * delay the others by a round trip.
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
      // Spaces of the same length, and a function that is hoisted from the end, keep the source map valid.
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
