import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, it } from 'node:test';
import { testApi } from '../harness.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const files = globSync('docs/**/*.md', { cwd: root });

function urlOf(file: string): string {
  return file.replace(/^docs\//, '/docs/guide/').replace(/(?:README)?\.md$/, '');
}

function valuesOf(html: string, attribute: string): string[] {
  return Array.from(
    html.matchAll(new RegExp(` ${attribute}="([^"]*)"`, 'g')),
    ([, value = '']) => value,
  );
}

describe('the guide at /docs/guide/', async () => {
  const api = await testApi('sqlite');
  const pages = new Map<string, { response: Response; html: string }>();
  for (const url of [...files.map(urlOf), '/docs/guide/changelog']) {
    const response = await api.request(url);
    pages.set(url, { response, html: await response.text() });
  }

  it('serves every page of the documentation and the changelog', () => {
    assert.ok(pages.size > 40);
    for (const [url, { response, html }] of pages) {
      assert.equal(response.status, 200, url);
      assert.equal(response.headers.get('Content-Type'), 'text/html; charset=utf-8');
      assert.match(html, /<h1 id="[^"]+">/, url);
    }
  });

  it('links only to pages, headings and files that it serves', async () => {
    const broken: string[] = [];
    const others = new Set<string>();
    for (const [url, { html }] of pages) {
      const targets = [...valuesOf(html, 'href'), ...valuesOf(html, 'src')];
      for (const target of targets.filter((one) => !/^(?:https?|mailto|data):/.test(one))) {
        const { pathname, hash } = new URL(target, `http://svc.test${url}`);
        const page = pages.get(pathname);
        if (!page) others.add(pathname);
        else if (
          hash !== '' &&
          !valuesOf(page.html, 'id').includes(decodeURIComponent(hash.slice(1)))
        )
          broken.push(`${url}: ${target}`);
      }
    }
    for (const path of others) {
      const { status } = await api.request(path);
      if (status !== 200) broken.push(`${path}: ${status}`);
    }
    assert.deepEqual(broken, []);
    assert.deepEqual([...others].toSorted(), [
      '/docs',
      ...[
        'analytics-light',
        'appearance-light',
        'book-light',
        'books-light',
        'sales-light',
        'webhooks-dark',
      ].map((name) => `/docs/guide/images/console-${name}.webp`),
      '/docs/guide/images/shop.png',
      '/docs/guide/style.css',
    ]);
  });

  it('repeats no id within a page', () => {
    for (const [url, { html }] of pages) {
      const ids = valuesOf(html, 'id');
      assert.equal(new Set(ids).size, ids.length, url);
    }
  });

  it('names repository files that it does not serve without linking to them', () => {
    const { html = '' } = pages.get('/docs/guide/guides/custom-domains') ?? {};
    assert.match(html, /deploy\/<wbr>Caddyfile<\/code>/);
    assert.doesNotMatch(html, /href="[^"]*Caddyfile"/);
  });

  it('lists the four groups of the index and marks the current page in them', () => {
    const { html = '' } = pages.get('/docs/guide/guides/offline') ?? {};
    const navigation = /<nav class="pages"[^]*?<\/nav>/.exec(html)?.[0] ?? '';
    assert.deepEqual(
      Array.from(navigation.matchAll(/<h2>(.*?)<\/h2>/g), ([, title]) => title),
      ['Get started', 'Guides', 'Reference', 'Background'],
    );
    assert.deepEqual(navigation.match(/<a[^>]*aria-current="page">[^<]*/g), [
      '<a href="/docs/guide/guides/offline" aria-current="page">Offline reading',
    ]);
    const listed = new Set(valuesOf(navigation, 'href'));
    const missing = [...pages.keys()].filter(
      (url) => !listed.has(url) && url !== '/docs/guide/' && !url.includes('/decisions/0'),
    );
    assert.deepEqual(missing, []);
  });

  it('links to the previous and the next page through all pages', () => {
    const visited: string[] = [];
    let url: string | undefined = '/docs/guide/';
    while (url !== undefined) {
      visited.push(url);
      const { html }: { html: string } = pages.get(url) ?? { html: '' };
      const next: string | undefined = /<a rel="next" href="([^"]+)"/.exec(html)?.[1];
      if (next !== undefined)
        assert.match(pages.get(next)?.html ?? '', new RegExp(`<a rel="prev" href="${url}"`));
      url = next;
    }
    assert.deepEqual(visited.toSorted(), [...pages.keys()].toSorted());
  });

  it('needs no scripts and no inline styles, as enforced by its content security policy', () => {
    for (const [url, { response, html }] of pages) {
      const policy = response.headers.get('Content-Security-Policy') ?? '';
      assert.match(policy, /^default-src 'none'; style-src 'self'; img-src 'self' data:;/, url);
      assert.match(policy, /form-action 'self'; frame-ancestors 'none'/);
      assert.doesNotMatch(policy, /unsafe|https?:|\*/);
      assert.doesNotMatch(html, /<script|<style|<[^>]* (?:style|on\w+)="/, url);
    }
  });

  it('returns 304 if the client has the page, the style sheet or the image', async () => {
    for (const path of ['guides/offline', 'style.css', 'images/shop.png']) {
      const url = `/docs/guide/${path}`;
      const tag = (await api.request(url)).headers.get('ETag') ?? '';
      assert.match(tag, /^W\/"[\w-]+"$/, path);
      const response = await api.request(url, { headers: { 'If-None-Match': tag } });
      assert.equal(response.status, 304, path);
    }
  });

  it('serves images with their type', async () => {
    const response = await api.request('/docs/guide/images/shop.png');
    assert.equal(response.headers.get('Content-Type'), 'image/png');
    assert.equal(response.headers.get('X-Content-Type-Options'), 'nosniff');
  });

  it('redirects /docs/guide to the index', async () => {
    const response = await api.request('/docs/guide');
    assert.equal(response.url.replace(/^http:\/\/[^/]+/, ''), '/docs/guide/');
    assert.equal(response.status, 200);
  });

  it('returns a 404 page for unknown pages and for files outside the documentation', async () => {
    for (const path of [
      'guides/nothing',
      'guides/offline.md',
      '%2e%2e/package.json',
      '..%2f..%2fpackage.json',
      '%3Cscript%3Ealert(1)%3C%2Fscript%3E',
    ]) {
      const response = await api.request(`/docs/guide/${path}`);
      const html = await response.text();
      if (response.headers.get('Content-Type')?.startsWith('text/html')) {
        assert.match(html, /<h1>Page not found<\/h1>/, path);
        assert.doesNotMatch(html, /<script/);
        assert.equal(response.headers.get('Cache-Control'), 'no-store');
      }
      assert.equal(response.status, 404, path);
      assert.doesNotMatch(html, /"dependencies"/);
    }
  });

  it('is absent from the OpenAPI document', async () => {
    const document = await (await api.request('/v1/openapi.json')).text();
    assert.doesNotMatch(document, /"\/docs/);
  });
});
