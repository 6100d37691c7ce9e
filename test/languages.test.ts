import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { it } from 'node:test';

const root = new URL('../', import.meta.url);

it('the guide and the loader list every language that has a catalogue', () => {
  const catalogues = readdirSync(new URL('shared/messages/', root)).map((file) =>
    file.replace('.json', ''),
  );
  const guide = readFileSync(new URL('docs/guides/languages.md', root), 'utf8');
  const listed = Array.from(guide.matchAll(/^\| `([a-z]{2}(?:-[a-z]+)?)` \|/gm), ([, tag]) => tag);
  assert.deepEqual(listed.toSorted(), catalogues.toSorted());

  const loader = ['load-messages', 'bundled-languages']
    .map((name) => readFileSync(new URL(`src/i18n/${name}.ts`, root), 'utf8'))
    .join('');
  const loaded = Array.from(
    loader.matchAll(/from '#messages\/([\w-]+)'|import\('#messages\/([\w-]+)'\)/g),
    (match) => match[1] ?? match[2],
  );
  assert.deepEqual(loaded.toSorted(), catalogues.toSorted());

  const names = readFileSync(new URL('src/i18n/server-languages.ts', root), 'utf8');
  for (const tag of catalogues.filter((one) => one !== 'en')) assert.ok(names.includes(`'${tag}'`));
});
