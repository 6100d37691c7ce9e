// Writes custom-elements.json and the tables of the README from the component's own doc comments.
// With --check only says whether they are up to date.
import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { tokens } from '../src/look/tokens.ts';
import { environment, root } from './setup.js';

const scratch = 'node_modules/.cache/manifest';
const args = [
  'analyze',
  '--litelement',
  '--globs',
  'src/svc-reader.ts',
  'src/reader-attributes.ts',
  'src/define.ts',
];
const { status, stderr } = spawnSync('cem', [...args, '--outdir', scratch], {
  cwd: root,
  env: environment,
  encoding: 'utf8',
});
if (status !== 0) throw new Error(`The element manifest could not be made: ${stderr}`);
const manifest = JSON.parse(readFileSync(join(root, scratch, 'custom-elements.json'), 'utf8'));
rmSync(join(root, scratch), { recursive: true });

// What is declared inside of methods is nobody's business, but the analyzer lists it.
for (const module of manifest.modules) {
  const exported = new Set(module.exports.map(({ declaration }) => declaration.name));
  module.declarations = module.declarations.filter(({ name }) => exported.has(name));
}
const reader = manifest.modules
  .flatMap(({ declarations }) => declarations)
  .find(({ name }) => name === 'SvcReader');
const isPrivate = (name) =>
  reader.members.some((member) => member.name === name && member.privacy === 'private');
reader.members = reader.members.filter(({ name }) => !isPrivate(name) && !name.startsWith('#'));
reader.attributes = reader.attributes.flatMap((attribute) => {
  const property = reader.members.find(
    ({ name }) => name === (attribute.fieldName ?? attribute.name),
  );
  return property ? [{ ...attribute, description: property.description }] : [];
});
reader.events = reader.events.filter(({ name }) => name?.startsWith('svc-'));
// The meanings stand in comments, so that no browser has to load them.
const tokenSource = readFileSync(join(root, 'src/look/tokens.ts'), 'utf8');
const meanings = Object.fromEntries(
  [...tokenSource.matchAll(/\/\*\* (.+) \*\/\s+'(--svc-[\w-]+)':/g)].map(([, text, name]) => [
    name,
    text,
  ]),
);
reader.cssProperties = Object.entries(tokens).map(([name, value]) => {
  if (!meanings[name]) throw new Error(`${name} has no meaning in src/look/tokens.ts.`);
  return {
    name,
    description: meanings[name],
    default: typeof value === 'string' ? value : value.light,
  };
});

const table = (head, rows) =>
  [head, head.map(() => '---'), ...rows]
    .map((cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`)
    .join('\n');
const described = (entries) =>
  entries.map(({ name, description = '' }) => [`\`${name}\``, description]);

const sections = {
  attributes: table(['attribute', 'meaning'], described(reader.attributes)),
  events: table(['event', 'when'], described(reader.events)),
  parts: table(['part', 'what'], described(reader.cssParts)),
  slots: table(['slot', 'what'], described(reader.slots)),
  tokens: table(
    ['custom property', 'default (light)', 'meaning'],
    reader.cssProperties.map(({ name, default: value, description }) => [
      `\`${name}\``,
      `\`${value}\``,
      description,
    ]),
  ),
};

let readme = readFileSync(join(root, 'README.md'), 'utf8');
for (const [name, content] of Object.entries(sections)) {
  const place = new RegExp(`(<!-- ${name} -->\\n)[^]*?(<!-- /${name} -->)`);
  if (!place.test(readme)) throw new Error(`The README has no place for ${name}.`);
  readme = readme.replace(place, (_, start, end) => `${start}\n${content}\n\n${end}`);
}

const files = {
  'custom-elements.json': `${JSON.stringify(manifest, null, 2)}\n`,
  'README.md': readme,
};
const stale = Object.entries(files).filter(([file, text]) => text !== readIfThere(file));
if (process.argv.includes('--check')) {
  for (const [file] of stale) console.error(`${file} is out of date: run npm run docs.`);
  process.exitCode = stale.length > 0 ? 1 : 0;
} else {
  for (const [file, text] of stale) writeFileSync(join(root, file), text);
}

function readIfThere(file) {
  try {
    return readFileSync(join(root, file), 'utf8');
  } catch {
    return null;
  }
}
