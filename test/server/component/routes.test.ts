import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { brotliCompressSync } from 'node:zlib';
import { rawRequest } from '../raw-request.ts';
import { temporaryFolder, testApi } from '../harness.ts';

function builtComponent(): string {
  const folder = temporaryFolder();
  const entry = 'import("./svc-reader/page-AbC123.js");';
  writeFileSync(join(folder, 'svc-reader.js'), entry);
  writeFileSync(join(folder, 'svc-reader.js.br'), brotliCompressSync(entry));
  writeFileSync(join(folder, 'index.html'), 'not for the web');
  mkdirSync(join(folder, 'svc-reader'));
  writeFileSync(join(folder, 'svc-reader/page-AbC123.js'), 'export {};');
  return folder;
}

describe('the built component', () => {
  it('is served to pages of every origin, precompressed', async () => {
    const api = await testApi('sqlite', { componentFolder: builtComponent() });
    const entry = await api.request('/svc-reader.js', { headers: { 'Accept-Encoding': 'br' } });
    assert.equal(entry.status, 200);
    assert.equal(await entry.text(), 'import("./svc-reader/page-AbC123.js");');
    assert.equal(entry.headers.get('Content-Encoding'), 'br');
    assert.match(entry.headers.get('Content-Type') ?? '', /^(text|application)\/javascript/);
    assert.equal(entry.headers.get('Access-Control-Allow-Origin'), '*');
    assert.equal(entry.headers.get('Cross-Origin-Resource-Policy'), 'cross-origin');
    assert.equal(
      entry.headers.get('Cache-Control'),
      'public, max-age=60, stale-while-revalidate=86400',
    );

    const tag = entry.headers.get('ETag') ?? '';
    const again = await rawRequest(`${api.url}/svc-reader.js`, {
      headers: { 'Accept-Encoding': 'br', 'If-None-Match': tag },
    });
    assert.equal(again.status, 304);
  });

  it('has chunks with an immutable cache policy', async () => {
    const api = await testApi('sqlite', { componentFolder: builtComponent() });
    const chunk = await api.request('/svc-reader/page-AbC123.js');
    assert.equal(chunk.headers.get('Cache-Control'), 'public, max-age=31536000, immutable');
    assert.equal(await chunk.text(), 'export {};');
  });

  it('has the texts of each language, which browsers revalidate', async () => {
    const folder = builtComponent();
    mkdirSync(join(folder, 'languages'));
    writeFileSync(join(folder, 'languages/de.json'), '{"locale":"de"}');
    const api = await testApi('sqlite', { componentFolder: folder });
    const texts = await api.request('/languages/de.json');
    assert.deepEqual(await texts.json(), { locale: 'de' });
    assert.equal(texts.headers.get('Access-Control-Allow-Origin'), '*');
    assert.equal(
      texts.headers.get('Cache-Control'),
      'public, max-age=60, stale-while-revalidate=86400',
    );
    assert.equal((await api.request('/languages/xx.json')).status, 404);
    assert.equal((await api.request('/languages/..%2Findex.html')).status, 400);
  });

  it('serves no other files in its folder and does not cache errors', async () => {
    const api = await testApi('sqlite', { componentFolder: builtComponent() });
    for (const path of ['/index.html', '/svc-reader/../index.html', '/svc-reader/missing.js']) {
      const response = await api.request(path);
      assert.equal(response.status, 404, path);
      assert.equal(response.headers.get('Cache-Control'), 'no-store', path);
    }
    assert.equal((await api.request('/svc-reader/..%2Findex.html')).status, 400);
  });
});
