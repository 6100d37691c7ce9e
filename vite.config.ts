import { minifySync } from 'rolldown/utils';
import { defineConfig, type BuildEnvironmentOptions, type Plugin } from 'vite';
import { viteMessages } from './scripts/messages-plugins.js';
import { chunkGroups, inlineRuntime } from './scripts/chunks.js';
import { minifyCssTemplates } from './scripts/minify-css.js';

/** Minifies the CSS in template literals. */
const minifyStyles: Plugin = {
  name: 'minify-styles',
  // Before comments and types are removed.
  enforce: 'pre',
  transform: {
    filter: { id: /\/(?:src|shared)\/.*\.ts$/, code: /css/ },
    handler: (code, id) => ({ code: minifyCssTemplates(code, id), map: null }),
  },
};

/** Lets the package for bundlers fetch languages from the server instead of containing them. */
const serverLanguages: Plugin = {
  name: 'server-languages',
  enforce: 'pre',
  applyToEnvironment: ({ name }) => name === 'module',
  resolveId(source, importer) {
    if (!/^\.\/bundled-(languages|statements)\.ts$/.test(source)) return null;
    return this.resolve('./server-languages.ts', importer);
  },
};

/**
 * Internal property names that the bundle shortens. The minifier cannot do this alone because it
 * cannot determine which objects leave the bundle. List only members of internal classes and
 * options: no exported functions, and nothing that is read by a string, from outside or from JSON.
 */
const internalNames = [
  'pageLayout',
  'dispatch',
  'isFixed',
  'resourceUrl',
  'isShown',
  'isVertical',
  'landing',
  'regions',
  'isScrolled',
  'onFail',
  'columnInline',
  'isFirst',
  'subscribe',
  'endGesture',
  'pageFailure',
  'relayout',
  'isClosed',
  'layoutVersion',
  'goToSection',
  'lengths',
  'isIncomplete',
  'pageInline',
  'updateColors',
  'bookSignal',
  'isReshaped',
  'columnBlock',
  'firstOffsetOn',
  'connectedSignal',
  'isDragged',
  'renew',
  'layOutMore',
  'onMove',
  'pageBackground',
  'pageBlock',
  'isImmersed',
  'lastReadAtMs',
  'onMounted',
  'restingLeft',
  'reusableBooks',
  'hasDeferred',
  'onLayoutChange',
  'ownTheme',
  'pendingRequest',
  'scrollBoxLabel',
  'scrollOffset',
  'isPartlyLaidOut',
  'isScrolling',
  'layoutAlone',
  'neighborIndex',
  'onPastEnd',
  'takeEarlyInput',
  'duplicates',
  'deferPosition',
  'pageOfOffset',
  'applyUserStyles',
  'hasPage',
  'hideOffline',
  'isNewChapter',
  'onBusy',
  'unmountExcept',
  'isOpenDue',
  'createView',
  'isDeepLinked',
  'mediaOn',
  'mountLoaded',
  'noAccessor',
  'onCreated',
  'pageOfElement',
  'sectionsWith',
  'userStylesLoaded',
  'createSheet',
  'lastPage',
  'renditionLoaded',
  'saveSettings',
  'sectionsInSpread',
  'setSettings',
  'showOffline',
  'updateDelay',
  'createAccessors',
  'followTo',
  'observeSystem',
  'onImageLoad',
  'restoreBox',
  'sharedSheet',
  'startInput',
  'textAt',
  'waitUntilNear',
  'hasFooter',
  'isBare',
  'scrollsWithKey',
  'isNextLeft',
  'credential',
];

/**
 * Replaces internal property names with short names, which are the same in every chunk of every
 * build.
 */
const shortenInternalNames: Plugin = {
  name: 'shorten-internal-names',
  renderChunk(code, chunk) {
    const { code: shortened, map } = minifySync(chunk.fileName, code, {
      module: true,
      sourcemap: true,
      compress: false,
      mangle: false,
      codegen: { removeWhitespace: false },
      mangleProps: {
        include: new RegExp(`^(${internalNames.join('|')})$`),
        cache: Object.fromEntries(internalNames.map((name, at) => [name, `_${at.toString(36)}`])),
      },
    });
    return { code: shortened, map: map ?? null };
  },
};

/**
 * Uses the browser's `Event` on pages with script tags, because MooTools replaces the global one.
 * Servers, which import the module for bundlers, may have no `CustomEvent`.
 */
const nativeEvent: Plugin = {
  name: 'native-event',
  applyToEnvironment: ({ name }) => name !== 'module',
  renderChunk(code) {
    if (!/\bEvent\b/.test(code)) return null;
    const imports = /^(?:import\b[^;]+;\n?)*/;
    const added = code.replace(imports, '$&const Event=Object.getPrototypeOf(CustomEvent);');
    return { code: added, map: null };
  },
};

/**
 * An entry with separate chunks. If entries shared code, the script tag's file would import another
 * file, and the first text would require another round trip.
 */
const entry = (name: string, source: string, chunks: string): BuildEnvironmentOptions => ({
  target: 'es2022',
  outDir: 'dist',
  emptyOutDir: false,
  sourcemap: true,
  lib: { entry: { [name]: source }, formats: ['es'] },
  rolldownOptions: {
    // Chunks may import from the entry. Otherwise, their shared code would become separate files.
    preserveEntrySignatures: 'allow-extension',
    output: {
      minify: true,
      comments: { annotation: false },
      codeSplitting: chunkGroups(source),
      entryFileNames: '[name].js',
      // Omits chunk names because the entry contains each file name and its size delays the first
      // text.
      hashCharacters: 'base36',
      chunkFileNames: `${chunks}/[hash:7].js`,
    },
  },
});

/**
 * Replacements for the browser's globals that the module needs while it loads. They let a server
 * without a DOM import the module, as frameworks do to render a page. The element starts in the
 * browser.
 */
const serverGlobals =
  'const{HTMLElement=class{},CSSStyleSheet=class{replaceSync(){}},CSS={supports:()=>!1}}=globalThis;';

/** The entry for bundlers. */
const moduleEntry = (): BuildEnvironmentOptions => {
  const build = entry('index', 'src/index.ts', 'module');
  const output = build.rolldownOptions?.output;
  const banner = ({ isEntry }: { isEntry: boolean }) => (isEntry ? serverGlobals : '');
  return {
    ...build,
    rolldownOptions: { ...build.rolldownOptions, output: { ...output, banner } },
  };
};

/** A single file. `iife` is for script tags without `type="module"`. */
const single = (
  name: string,
  source: string,
  format: 'es' | 'iife',
): { consumer: 'client'; build: BuildEnvironmentOptions } => ({
  consumer: 'client',
  build: {
    target: 'es2022',
    outDir: 'dist',
    emptyOutDir: false,
    lib: { entry: source, formats: [format], name: 'svc', fileName: () => `${name}.js` },
    rolldownOptions: { output: { minify: true } },
  },
});

/**
 * Builds the component: `dist/svc-reader.js` for the script tag, `dist/index.js` for bundlers, and
 * the additional scripts.
 */
export default defineConfig({
  publicDir: false,
  plugins: [
    serverLanguages,
    viteMessages,
    minifyStyles,
    nativeEvent,
    shortenInternalNames,
    inlineRuntime,
  ],
  builder: {},
  environments: {
    client: { build: entry('svc-reader', 'src/define.ts', 'svc-reader') },
    module: { consumer: 'client', build: moduleEntry() },
    loader: single('svc-loader', 'src/embedding/script-loader.ts', 'iife'),
    links: single('svc-links', 'src/embedding/link-loader.ts', 'es'),
    frame: single('svc-frame', 'src/embedding/frame-host.ts', 'iife'),
    served: single('svc-served', 'src/embedding/served-page.ts', 'es'),
  },
});
