import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';

const root = new URL('../../', import.meta.url);
const publisherIds = ['hollis-wren', 'zap-alley', 'northmoor'];
/** Number of readers and script tags of each page. */
const pages: Record<string, { readers: number; scripts: string[] }> = {
  ...Object.fromEntries(
    ['', 'de/', 'ar/', ...publisherIds.map((id) => `publishers/${id}/`)].map((folder) => [
      `demo/${folder}index.html`,
      { readers: 1, scripts: ['<script type="module" src="/svc-reader.js">'] },
    ]),
  ),
  'demo/snippet.html': { readers: 1, scripts: ['<script type="module" src="/svc-reader.js">'] },
  'demo/shop/index.html': { readers: 0, scripts: [] },
  'demo/shop/checkout.html': { readers: 0, scripts: [] },
  'demo/shop/thanks.html': { readers: 0, scripts: [] },
  'demo/shop/not-sold.html': { readers: 0, scripts: [] },
  'demo/blog/index.html': { readers: 1, scripts: ['<script src="/svc-loader.js">'] },
  'demo/sale/index.html': {
    readers: 1,
    scripts: [
      '<script type="module" src="/svc-reader.js">',
      '<script type="module" src="/demo/sale/sale.js">',
    ],
  },
};
/** URL paths that server routes handle. */
const served = new Set([
  '/svc-reader.js',
  '/svc-loader.js',
  '/v1/openapi.json',
  '/demo/',
  '/demo/de/',
  '/demo/ar/',
  '/demo/shop/',
  ...publisherIds.map((id) => `/demo/shop/${id}/`),
  '/demo/publishers/zap-alley/cover.svg',
  '/demo/publishers/{{publisher}}/cover.svg',
  '/demo/blog/',
  '/demo/sale/',
  '/demo/sale/sale.js',
]);

for (const [page, { readers, scripts }] of Object.entries(pages)) {
  describe(page, () => {
    it('has no inline scripts or styles, and its readers have a book and a key', async () => {
      const html = await readFile(new URL(page, root), 'utf8');
      assert.deepEqual(html.match(/<script[^>]*>/g) ?? [], scripts);
      assert.doesNotMatch(html, /<style| style=| on\w+=/);
      const tags = html.match(/<svc-reader[^>]*>/g) ?? [];
      assert.equal(tags.length, readers);
      for (const tag of tags) assert.match(tag, / book="{{([\w-]+\.)?book}}" key="{{key}}"/);
    });

    it('uses no other host and links only to existing files', async () => {
      const html = await readFile(new URL(page, root), 'utf8');
      const addresses = [...html.matchAll(/ (?:href|src)="([^"]*)"/g)].map(([, one = '']) => one);
      const ids = new Set([...html.matchAll(/ id="([^"]*)"/g)].map(([, id]) => `#${id}`));
      const missing = addresses.filter(
        (address) =>
          !/^(mailto:|{{)/.test(address) &&
          !/^\/demo\/sale\/\?trace={{trace}}$/.test(address) &&
          !served.has(address) &&
          !ids.has(address) &&
          !existsSync(new URL(`.${address}`, root)),
      );
      assert.deepEqual(missing, []);
    });
  });
}
