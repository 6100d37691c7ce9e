// npm run pack:wordpress: builds the element and writes the WordPress plugin, as its users install
// it, to packages/svc-reader-wordpress-VERSION.zip. With --staged FOLDER, writes the plugin's files
// to a folder instead.
import {
  cpSync,
  createWriteStream,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { mo, po } from 'gettext-parser';
import { ZipFile } from 'yazl';
import { root, run } from './setup.js';

const source = join(root, 'integrations/wordpress/svc-reader');
const domain = 'svc-reader';
/** Handle of the editor script, which is part of the names of its translation files. */
const editorHandle = 'svc-reader-editor';

/**
 * Writes the plugin's files to a folder: its sources, the built reader and compiled translations.
 */
export async function stageWordpressPlugin(folder) {
  cpSync(source, folder, { recursive: true });
  cpSync(join(root, 'LICENSE'), join(folder, 'license.txt'));
  const reader = join(folder, 'reader');
  for (const file of ['svc-reader.js', 'svc-reader']) {
    cpSync(join(root, 'dist', file), join(reader, file), {
      recursive: true,
      // WordPress sites compress files on their servers, and the plugin directory forbids archives.
      filter: (path) => !/\.(?:br|gz|map)$/.test(path),
    });
  }
  for (const file of globSync('languages/*.po', { cwd: folder })) {
    compileTranslation(join(folder, file));
  }
}

/**
 * Writes the translation files for WordPress: a .mo file for PHP and a .json file for the editor
 * script.
 */
function compileTranslation(file) {
  const translation = po.parse(readFileSync(file));
  writeFileSync(file.replace(/\.po$/, '.mo'), mo.compile(translation));
  const messages = Object.values(translation.translations['']).filter(({ msgid }) => msgid);
  const { headers } = translation;
  const json = {
    domain: 'messages',
    locale_data: {
      messages: {
        '': { domain: 'messages', lang: headers.Language, plural_forms: headers['Plural-Forms'] },
        ...Object.fromEntries(messages.map(({ msgid, msgstr }) => [msgid, msgstr])),
      },
    },
  };
  writeFileSync(file.replace(/\.po$/, `-${editorHandle}.json`), JSON.stringify(json));
}

/** Writes a folder's files to a zip file, in a folder named after the plugin. */
async function zip(folder, target) {
  const archive = new ZipFile();
  for (const file of globSync('**/*', { cwd: folder }).sort()) {
    const path = join(folder, file);
    // A fixed timestamp, so that equal sources produce equal files.
    const options = { mtime: new Date(2026, 0, 1), mode: 0o100644 };
    if (statSync(path).isFile()) archive.addFile(path, `${domain}/${file}`, options);
  }
  archive.end();
  await pipeline(archive.outputStream, createWriteStream(target));
}

async function pack() {
  run('scripts/build.js', '--if-stale');
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const stage = mkdtempSync(join(tmpdir(), 'svc-wordpress-'));
  const target = join(root, 'packages', `svc-reader-wordpress-${version}.zip`);
  try {
    await stageWordpressPlugin(join(stage, domain));
    mkdirSync(join(root, 'packages'), { recursive: true });
    await zip(join(stage, domain), target);
  } finally {
    rmSync(stage, { recursive: true });
  }
  console.log(`packages/${basename(target)}  ${Math.round(statSync(target).size / 1000)} kB`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await pack();
