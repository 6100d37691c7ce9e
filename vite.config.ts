import { minifySync } from 'rolldown/utils';
import { defineConfig, type BuildEnvironmentOptions, type Plugin } from 'vite';

/** Takes comments, spaces and line breaks out of style sheets in template literals. */
const tightenStyles: Plugin = {
  name: 'tighten-styles',
  transform: {
    filter: { id: /\/src\/.*\.ts$/ },
    handler: (code) => ({
      code: code.replaceAll(/\bcss\(?`[^`]*`/g, (sheet) => {
        const tight = sheet
          .replaceAll(/\/\*.*?\*\//gs, '')
          .replaceAll(/\s+/g, ' ')
          .replaceAll(/(?<=[:;,{`]|(?<!\$\{[^}]*)\}) | (?=[{}!`])|;(?= ?\})/g, '')
          .replaceAll(/ ([>/]) /g, '$1')
          .replaceAll(/(?<=[:,( ])0(?=\.\d)/g, '');
        // As many lines as before: what follows keeps its place in the source map.
        return tight + '\n'.repeat(sheet.split('\n').length - 1);
      }),
      map: null,
    }),
  },
};

/**
 * Internal property names that the bundle shortens. The minifier cannot do this by itself, because it
 * does not know which objects leave the bundle. List only members of internal classes and options:
 * no exported functions, nothing that is read by a string, from outside or from JSON.
 */
const internalNames = [
  'applyUserStyles',
  'bookSignal',
  'connectedSignal',
  'createAccessors',
  'createView',
  'firstOffsetOn',
  'hasDeferred',
  'hideOffline',
  'isDragged',
  'isIncomplete',
  'isPartlyLaidOut',
  'lastReadAtMs',
  'layOutMore',
  'layoutVersion',
  'mountLoaded',
  'neighborIndex',
  'observeSystem',
  'onCreated',
  'onImageLoad',
  'onLayoutChange',
  'onPastEnd',
  'pageBackground',
  'pageKey',
  'pageLayout',
  'pageOfOffset',
  'pendingRequest',
  'renditionLoaded',
  'restingLeft',
  'restoreBox',
  'savePosition',
  'saveSettings',
  'scrollBoxLabel',
  'showOffline',
  'unmountExcept',
  'updateColors',
  'updateDelay',
  'userStylesLoaded',
];

/** Replaces internal property names by short ones: the same in every chunk of every build. */
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
 * One entry with chunks of its own. Were the code shared between entries, the script tag's file
 * would only name another file, and the first text would wait for one more journey.
 */
const entry = (name: string, source: string, chunks: string): BuildEnvironmentOptions => ({
  target: 'es2022',
  outDir: 'dist',
  emptyOutDir: false,
  sourcemap: true,
  lib: { entry: { [name]: source }, formats: ['es'] },
  rolldownOptions: {
    // Chunks may import from the entry; else what they share would become files of its own.
    preserveEntrySignatures: 'allow-extension',
    output: {
      minify: true,
      entryFileNames: '[name].js',
      // Without their names: each stands in the entry, which is paid for before the first text.
      chunkFileNames: `${chunks}/[hash:7].js`,
    },
  },
});

/** A file that stands alone; `iife` for script tags without `type="module"`. */
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
 * Builds the component: `dist/svc-reader.js` for the script tag, `dist/index.js` for bundlers; and the
 * scripts beside it.
 */
export default defineConfig({
  publicDir: false,
  plugins: [tightenStyles, shortenInternalNames],
  builder: {},
  environments: {
    client: {
      build: { ...entry('svc-reader', 'src/define.ts', 'svc-reader'), emptyOutDir: true },
    },
    module: { consumer: 'client', build: entry('index', 'src/index.ts', 'module') },
    loader: single('svc-loader', 'src/embedding/script-loader.ts', 'iife'),
    links: single('svc-links', 'src/embedding/link-loader.ts', 'es'),
    frame: single('svc-frame', 'src/embedding/frame-host.ts', 'iife'),
    served: single('svc-served', 'src/embedding/served-page.ts', 'es'),
  },
});
