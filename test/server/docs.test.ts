import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { ApiDocument, operationsOf } from './api-document.ts';
import { testApi } from './harness.ts';

describe('the reference at /docs', () => {
  it('loads nothing from other servers, enforced by its content security policy', async () => {
    const api = await testApi('sqlite');
    const page = await api.request('/docs');
    assert.equal(page.status, 200);
    assert.equal(page.headers.get('Content-Type'), 'text/html; charset=utf-8');
    const policy = page.headers.get('Content-Security-Policy') ?? '';
    assert.match(policy, /^default-src 'none'; script-src 'self';/);
    assert.doesNotMatch(policy, /https?:|unsafe-eval|\*/);
    const html = await page.text();
    assert.doesNotMatch(html, /<script(?! src="\/docs\/)/);

    const addresses = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address]) => address);
    assert.deepEqual(addresses, [
      'data:,',
      '/v1/openapi.json',
      '/docs/guide/',
      '/docs/renderer.js',
      '/docs/start.js',
    ]);
    for (const address of addresses.slice(1)) {
      const response = await api.request(String(address));
      assert.equal(response.status, 200, address);
      assert.ok((await response.text()).length > 100, address);
    }
  });
});

describe('the reference page of the HTTP API', () => {
  it('lists every route in the OpenAPI document and no other routes', async () => {
    const api = await testApi('sqlite');
    const document = ApiDocument.parse(await (await api.request('/v1/openapi.json')).json());
    const described = operationsOf(document).map(
      ({ method, path }) => `${method.toUpperCase()} ${path}`,
    );
    const page = readFileSync(new URL('../../docs/reference/http-api.md', import.meta.url), 'utf8');
    const listed = Array.from(
      page.matchAll(/^\| `([A-Z]+ \/(?:v1\/|content\/|oembed|buy\/|r\/)[^`]*)`/gm),
      ([, route]) => route,
    );
    assert.deepEqual(listed.toSorted(), described.toSorted());
  });
});
