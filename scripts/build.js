// Builds the component into dist/ and stores every file brotli- and gzip-compressed beside it.
// With --if-stale, builds only if a source is newer than the last build.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  copyFileSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import zlib, { constants } from 'node:zlib';
import { buildSync } from 'esbuild';
import subsetFont from 'subset-font';
import { typefaceFiles, typefaceNameFile, typefaces } from '../shared/typefaces.ts';
import { languageFile } from './compile-messages.ts';
import { writeHyphenationPatterns } from './hyphenation-patterns.js';
import { preserveChunks } from './preserve-chunks.js';
import { environment, root } from './setup.js';

const brotli = promisify(zlib.brotliCompress);
const gzip = promisify(zlib.gzip);

/** Prints to standard error only. */
async function build() {
  const startMs = Date.now();
  const putBack = preserveChunks(join(root, 'dist/svc-reader'));
  const failures = await Promise.all([
    runVite('component'),
    runVite('console', '--config', 'console/vite.config.ts'),
  ]);
  if (failures.join('') !== '') {
    console.error(failures.join(''));
    process.exit(1);
  }
  for (const file of globSync('dist/{svc-reader,module}/*.*', { cwd: root })) {
    if (statSync(join(root, file)).mtimeMs < startMs) rmSync(join(root, file));
  }
  writeDefine();
  buildClient();
  writeLanguages();
  await copyFonts();
  writeHyphenationPatterns(join(root, 'dist/svc-reader'));
  const files = globSync(
    [
      'dist/**/*.js',
      'dist/languages/*.json',
      'dist/console/**/*.css',
      'dist/svc-reader/hyphenation/*.txt',
    ],
    { cwd: root },
  );
  await Promise.all(files.map(compress));
  putBack();
}

/** Builds the component or the console. Returns an empty text, or why it failed. */
async function runVite(name, ...options) {
  const child = spawn('vite', ['build', ...options, '--logLevel', 'warn'], {
    cwd: root,
    env: environment,
  });
  const [out, errors, [status]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  return status === 0 ? '' : `${out}${errors}\nBuilding the ${name} failed.\n`;
}

/**
 * Writes the module that registers the tag in bundled apps, with the class that `index.js` exports.
 */
function writeDefine() {
  const lines = [
    "import { SvcReader } from './index.js';",
    // Servers have no `customElements`.
    'const tags = globalThis.customElements;',
    "if (tags && !tags.get('svc-reader')) tags.define('svc-reader', SvcReader);",
  ];
  writeFileSync(join(root, 'dist/define.js'), `${lines.join('\n')}\n`);
}

/** Bundles the TypeScript client, including its only dependency. */
function buildClient() {
  buildSync({
    entryPoints: [join(root, 'client/index.ts')],
    outfile: join(root, 'dist/client.js'),
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
  });
}

/** Writes the messages of each language, which readers in bundled apps fetch from the server. */
function writeLanguages() {
  const folder = join(root, 'dist/languages');
  mkdirSync(folder, { recursive: true });
  for (const file of globSync('*.json', { cwd: join(root, 'shared/messages') }))
    writeFileSync(join(folder, file), languageFile(basename(file, '.json')));
}

/**
 * Copies the typefaces that readers can choose and the font of formulas, with their licenses, and
 * creates the files for the typefaces' names.
 */
async function copyFonts() {
  const to = join(root, 'dist/svc-reader/fonts');
  mkdirSync(to, { recursive: true });
  for (const typeface of Object.values(typefaces)) {
    const { file, family, subsets } = typeface;
    const from = join(root, 'node_modules/@fontsource', file);
    copyFileSync(join(from, 'LICENSE'), join(to, `${file}-LICENSE.txt`));
    for (const { name, subset, weight, style } of subsets.flatMap((one) =>
      typefaceFiles(typeface, one),
    )) {
      copyFileSync(join(from, `files/${file}-${subset}-${weight}-${style}.woff2`), join(to, name));
    }
    const latin = readFileSync(join(from, `files/${file}-latin-400-normal.woff2`));
    const letters = await subsetFont(latin, family, { targetFormat: 'woff2' });
    writeFileSync(join(to, typefaceNameFile(typeface)), letters);
  }
  const math = join(root, 'node_modules/@fontsource/stix-two-math');
  copyFileSync(join(math, 'LICENSE'), join(to, 'stix-two-math-LICENSE.txt'));
  copyFileSync(
    join(math, 'files/stix-two-math-latin-400-normal.woff2'),
    join(to, 'stix-two-math.woff2'),
  );
}

function isFresh() {
  const built = join(root, 'dist/svc-reader.js.br');
  if (!existsSync(built) || !existsSync(join(root, 'dist/console/index.html'))) return false;
  const sources = globSync(
    [
      '{src,shared,client,console}/**/*.ts',
      'server/console/{,sign-in-}contract.ts',
      'console/**/*.{css,html,json,svg}',
      'shared/{messages,accessibility-statements}/*.json',
      'scripts/{*messages*,hyphenation-patterns.js,minify-css.js}',
      'vite.config.ts',
      'package-lock.json',
    ],
    { cwd: root },
  );
  const builtAt = statSync(built).mtimeMs;
  return sources.every((file) => statSync(join(root, file)).mtimeMs <= builtAt);
}

/** Values of brotli's NPOSTFIX and NDIRECT. */
const distanceParameters = [
  [0, 0],
  [1, 0],
  [2, 0],
  [0, 11],
  [1, 4],
  [1, 26],
  [1, 30],
  [2, 12],
  [2, 32],
];

/** Writes a file, given by its path from the root, compressed with brotli and gzip beside it. */
async function compress(file) {
  const path = join(root, file);
  const bytes = readFileSync(path);
  // The parameters that compress best depend on the file. Only the size of the reader matters.
  const isReader = /^dist\W(?:svc-reader|index|module)\b.*\.js$/.test(file);
  const parameters = isReader ? distanceParameters : [[0, 0]];
  const tried = await Promise.all(
    parameters.map(([postfix, direct]) =>
      brotli(bytes, {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: 11,
          [constants.BROTLI_PARAM_NPOSTFIX]: postfix,
          [constants.BROTLI_PARAM_NDIRECT]: direct,
        },
      }),
    ),
  );
  const [smallest] = tried.sort((one, other) => one.length - other.length);
  writeFileSync(`${path}.br`, smallest);
  writeFileSync(`${path}.gz`, await gzip(bytes, { level: 9 }));
}

if (!process.argv.includes('--if-stale') || !isFresh()) await build();
