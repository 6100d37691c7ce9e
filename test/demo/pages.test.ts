import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';

const root = new URL('../../', import.meta.url);
const pages = ['demo/index.html', 'demo/de/index.html', 'demo/ar/index.html', 'demo/snippet.html'];
/** Addresses that the server answers itself. */
const served = new Set(['/svc-reader.js', '/v1/openapi.json', '/demo/', '/demo/de/', '/demo/ar/']);

for (const page of pages) {
  describe(page, () => {
    it('shows the reader by one script tag and one element', async () => {
      const html = await readFile(new URL(page, root), 'utf8');
      assert.deepEqual(html.match(/<script[^>]*>/g), [
        '<script type="module" src="/svc-reader.js">',
      ]);
      const [reader, ...more] = html.match(/<svc-reader[^>]*>/g) ?? [];
      assert.match(reader ?? '', / book="{{book}}" key="{{key}}"/);
      assert.deepEqual(more, []);
    });

    it('asks no other host for anything and names only what is there', async () => {
      const html = await readFile(new URL(page, root), 'utf8');
      const addresses = [...html.matchAll(/ (?:href|src)="([^"]*)"/g)].map(([, one = '']) => one);
      const ids = new Set([...html.matchAll(/ id="([^"]*)"/g)].map(([, id]) => `#${id}`));
      const missing = addresses.filter(
        (address) =>
          !address.startsWith('mailto:') &&
          !served.has(address) &&
          !ids.has(address) &&
          !existsSync(new URL(`.${address}`, root)),
      );
      assert.deepEqual(missing, []);
    });
  });
}
