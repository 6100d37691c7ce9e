// npm run pack: builds svc-reader-VERSION.tgz (the element), svc-reader-client-VERSION.tgz (the API
// client) and svc-reader-server-VERSION.tgz (the server with the `svc` command) into the folder
// packages/, and checks them with publint, attw and size limits. With --check, only checks the
// build in dist/, packed into a temporary folder.
import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { builtinModules } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { parseSync } from 'oxc-parser';
import { clientPackage, elementManifest, elementPackage, serverPackage } from './package-files.js';
import { environment, install, root, run } from './setup.js';

/** Limit of the element's package, unpacked and without source maps, in bytes. */
const maxElementBytes = 600_000;

const isCheck = process.argv.includes('--check');
const stage = mkdtempSync(join(tmpdir(), 'svc-pack-'));
const output = isCheck ? stage : join(root, 'packages');
const project = readJson(join(root, 'package.json'));

/** Packs all packages from the current build in dist/. */
function packAll() {
  mkdirSync(output, { recursive: true });
  const element = join(stage, 'svc-reader');
  const client = join(stage, 'svc-reader-client');
  const server = join(stage, 'svc-reader-server');
  stageElement(element);
  stageClient(client);
  stageServer(server);
  checkSize(element);
  const archives = [pack(element), pack(client)];
  if (!isCheck) pack(server);
  for (const folder of [element, client, server]) command('publint', ['run', '--strict', folder]);
  for (const archive of archives) command('attw', [archive, '--profile', 'esm-only']);
}

/** Fails if the element's package has become too large to install in every project of a site. */
function checkSize(folder) {
  const bytes = globSync('**/*', { cwd: folder, exclude: ['**/*.map'] })
    .map((file) => statSync(join(folder, file)))
    .reduce((sum, file) => sum + (file.isFile() ? file.size : 0), 0);
  console.log(`svc-reader: ${bytes} bytes unpacked without source maps`);
  if (bytes > maxElementBytes) throw new Error(`The limit is ${maxElementBytes} bytes.`);
}

/**
 * Writes the element package's files into a folder: the modules for bundlers and their types. The
 * script for script tags, and the fonts, come from the server.
 */
function stageElement(folder) {
  const files = globSync('dist/{index.js,define.js,module/*.js}{,.map}', { cwd: root });
  const types = globSync('dist/{index,define,tag,react,vue,svelte}.d.ts', { cwd: root });
  for (const file of [...files, ...types]) cpSync(join(root, file), join(folder, file));
  // React, Vue and Svelte only need types, but bundlers need a module to resolve.
  writeFileSync(join(folder, 'dist/types-only.js'), 'export {};\n');
  writeFileSync(join(folder, 'custom-elements.json'), JSON.stringify(elementManifest()));
  writeJson(join(folder, 'package.json'), elementPackage(project));
  cpSync(join(root, 'LICENSE'), join(folder, 'LICENSE'));
  const readme = readFileSync(join(root, 'README.md'), 'utf8');
  // The introduction, which is everything up to the first heading, without images.
  const [introduction = ''] = readme.split(/\n## /);
  const excerpt = introduction.replaceAll(/^!\[.*\n+/gm, '').trim();
  writeFileSync(join(folder, 'README.md'), `${excerpt}\n\n${usage}`);
}

const usage = `## Usage

\`\`\`js
import 'svc-reader/define';
\`\`\`

\`\`\`html
<svc-reader book="bk_…" key="svc_…" api="https://books.example"></svc-reader>
\`\`\`

\`svc-reader\` exports the class and the events without registering the tag. \`svc-reader/react\`, \`svc-reader/vue\` and
\`svc-reader/svelte\` contain types for these frameworks. The package \`svc-reader-client\` is a client of the API, and \`svc-reader-server\` contains the server.
`;

/** Writes the client package's files into a folder. */
function stageClient(folder) {
  for (const file of ['LICENSE', 'dist/client.js', 'dist/client.d.ts'])
    cpSync(join(root, file), join(folder, file));
  writeFileSync(join(folder, 'README.md'), clientReadme);
  writeJson(join(folder, 'package.json'), clientPackage(project));
}

const clientReadme = `# svc-reader-client

A typed client of the Digital Publishing API, the server of [svc-reader](https://www.npmjs.com/package/svc-reader). It
has no dependencies.

\`\`\`ts
import { createClient, unwrap } from 'svc-reader-client';

const api = createClient({ url: 'https://books.example', key: process.env.SVC_KEY });
const { data: books } = await unwrap(api.GET('/v1/books', { params: { query: { q: 'whale' } } }));
\`\`\`
`;

/** Writes the server package's files into a folder. */
function stageServer(folder) {
  // Types are checked by `npm run verify`.
  command('tsc', ['-p', 'tsconfig.server.json', '--noCheck', '--outDir', folder]);
  // The compiler also writes the JavaScript files, with the names of the compiled files.
  for (const file of globSync('{client,server,shared}/**/*.*', {
    cwd: root,
    exclude: ['**/*.ts', '**/*.js'],
  })) {
    if (statSync(join(root, file)).isFile()) cpSync(join(root, file), join(folder, file));
  }
  copyBuild(folder, (file) => !/\.(?:map|d\.ts)$/.test(file));
  cpSync(join(root, 'docs'), join(folder, 'docs'), { recursive: true });
  for (const file of ['LICENSE', 'CHANGELOG.md']) cpSync(join(root, file), join(folder, file));
  writeFileSync(join(folder, 'README.md'), serverReadme);
  writeJson(join(folder, 'package.json'), serverPackage(project, importedPackages(folder)));
}

const serverReadme = `# svc-reader-server

The server for [svc-reader](https://www.npmjs.com/package/svc-reader). It contains the Digital Publishing API, the book
importer and the served pages. You need Node 24 or later. Import a book, create a key and start the server:

\`\`\`sh
npx svc import book.epub
npx svc keys create --tier pro
npx svc serve
\`\`\`

\`npx svc --help\` lists all commands.
`;

/** Copies dist/ without the chunks of earlier builds, which are only for running servers. */
function copyBuild(folder, isIncluded) {
  const list = join(root, 'dist/svc-reader/earlier.json');
  const earlier = new Set(existsSync(list) ? Object.keys(readJson(list)) : []);
  for (const file of globSync('dist/**/*.*', { cwd: root })) {
    if (!statSync(join(root, file)).isFile() || basename(file) === 'earlier.json') continue;
    if (isIncluded(file) && !earlier.has(basename(file)))
      cpSync(join(root, file), join(folder, file));
  }
}

/** Returns the names of the packages that the compiled server imports. All its files must exist. */
function importedPackages(folder) {
  const names = globSync('{client,server,shared}/**/*.js', { cwd: folder }).flatMap((file) => {
    const source = readFileSync(join(folder, file), 'utf8');
    const { staticImports, staticExports, dynamicImports } = parseSync(file, source).module;
    const found = [
      ...staticImports.map(({ moduleRequest }) => moduleRequest.value),
      ...staticExports.flatMap(({ entries }) =>
        entries.flatMap(({ moduleRequest }) => moduleRequest?.value ?? []),
      ),
      ...dynamicImports.map(({ moduleRequest: { start, end } }) =>
        source.slice(start + 1, end - 1),
      ),
      ...[...source.matchAll(/import\.meta\.resolve\(['"]([^'"]+)['"]/g)].map(([, name]) => name),
    ];
    const missing = found.find(
      (name) => /^\.\.?\//.test(name) && !existsSync(join(folder, dirname(file), name)),
    );
    if (missing) throw new Error(`${file} imports ${missing}, which the package does not contain.`);
    return found;
  });
  const packages = names
    .filter((name) => !/^(?:\.|node:)/.test(name) && !builtinModules.includes(name))
    .map((name) => /^(?:@[^/]+\/)?[^/]+/.exec(name)[0]);
  return new Set(packages);
}

/** @returns {string} The path of the archive. */
function pack(folder) {
  const json = command('npm', ['pack', '--json', '--pack-destination', output, folder], 'pipe');
  // An object keyed by package name since npm 11.18, an array before.
  const [{ filename, size, unpackedSize }] = Object.values(JSON.parse(json));
  console.log(`packages/${filename}: ${size} bytes, unpacked ${unpackedSize} bytes`);
  return join(output, filename);
}

function command(program, args, stdout = 'inherit') {
  const result = spawnSync(program, args, {
    cwd: root,
    env: environment,
    encoding: 'utf8',
    stdio: ['ignore', stdout, 'inherit'],
  });
  if (result.status !== 0) throw new Error(`${program} failed with exit code ${result.status}.`);
  return result.stdout;
}

function readJson(file) {
  return JSON.parse(readFileSync(file, 'utf8'));
}

function writeJson(file, value) {
  writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`);
}

install();
if (isCheck) run('scripts/build.js', '--if-stale');
else run('scripts/build.js');
if (!isCheck || !existsSync(join(root, 'dist/index.d.ts'))) run('scripts/types.js');
try {
  packAll();
} finally {
  rmSync(stage, { recursive: true });
}
