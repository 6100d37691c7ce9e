import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { it } from 'node:test';
import { catalogues } from '../src/i18n/load-messages.ts';

it('the guide lists every language that the reader has', () => {
  const guide = readFileSync(new URL('../docs/guides/languages.md', import.meta.url), 'utf8');
  const listed = Array.from(guide.matchAll(/^\| `([\w-]+)` \|/gm), ([, tag]) => tag);
  assert.deepEqual(listed, ['en', ...Object.keys(catalogues)]);
});
