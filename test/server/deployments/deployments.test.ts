import assert from 'node:assert/strict';
import { it } from 'node:test';
import { forEachEngine } from '../harness.ts';
import { deployedApi, countRows, readProblem } from './deployed-api.ts';
import { pngDataUrl, svgDataUrl, woff2DataUrl } from './file-data-urls.ts';

forEachEngine('deployment', (engine) => {
  it('has a name and defaults for everything else', async () => {
    const api = await deployedApi(engine);
    const made = await api.add({ name: '  Example   Books ' });
    assert.match(made.id, /^dep_/);
    assert.deepEqual(made, {
      id: made.id,
      name: 'Example Books',
      theme: { name: null, tokens: {} },
      logo: null,
      fonts: [],
      locale: null,
      currency: null,
      affiliate: null,
      campaign: null,
      features: {
        contents: true,
        search: true,
        marks: true,
        settings: true,
        title: true,
        progress: true,
        menu: true,
        fullscreen: true,
        buy: true,
        themes: ['light', 'dark', 'sepia', 'contrast'],
        readerSettings: true,
      },
      consent: 'none',
      links: { buy: null, home: null, privacy: null, terms: null },
      frameAncestors: [],
      books: { show: 'all' },
      keyId: null,
      domains: [],
      createdAt: '2026-11-21T12:00:00.000Z',
      updatedAt: '2026-11-21T12:00:00.000Z',
    });
    assert.deepEqual(await api.read(made.id), made);
  });

  it('stores its values in normalized form', async () => {
    const api = await deployedApi(engine);
    const publishable = await api.newKey({
      kind: 'publishable',
      allowedOrigins: ['https://books.example.com'],
    });
    const made = await api.add({
      theme: {
        name: 'system',
        tokens: {
          '--svc-accent': { light: 'rgb(170, 0, 0)', dark: '#FF9D94' },
          '--svc-mark-yellow': { light: 'gold' },
          '--svc-radius': '12.0px',
          '--svc-ui-font-family': 'Example Sans, sans-serif',
        },
      },
      locale: 'DE_at',
      currency: 'EUR',
      affiliate: 'books_weekly',
      campaign: 'autumn',
      features: { buy: false, themes: ['dark', 'light'], readerSettings: false },
      consent: 'required',
      links: { buy: 'https://shop.example/{isbn}', home: 'https://example.com' },
      frameAncestors: ['https://EXAMPLE.com/', 'https://example.com:443', 'http://localhost:3000'],
      keyId: publishable.id,
    });
    assert.deepEqual(made.theme, {
      name: 'system',
      tokens: {
        '--svc-accent': { light: '#aa0000', dark: '#ff9d94', sepia: '#8a4613' },
        '--svc-mark-yellow': { light: '#ffd700', dark: 'initial', sepia: 'initial' },
        '--svc-ui-font-family': "'Example Sans', sans-serif",
        '--svc-radius': '12px',
      },
    });
    assert.equal(made.locale, 'de-AT');
    assert.deepEqual(made.features.themes, ['light', 'dark']);
    assert.equal(made.features.contents, true);
    assert.deepEqual(made.frameAncestors, ['https://example.com', 'http://localhost:3000']);
    assert.equal(made.keyId, publishable.id);
    assert.deepEqual(await api.read(made.id), made);
  });

  it('serves its logo and fonts publicly, immutably and with safe headers', async () => {
    const api = await deployedApi(engine);
    const made = await api.add({
      logo: { data: svgDataUrl() },
      fonts: [{ family: 'Example Sans', data: woff2DataUrl(), weight: '100 900' }],
    });
    assert.deepEqual(
      { ...made.logo, url: '' },
      { url: '', width: 120, height: 40, alt: 'Example Books' },
    );
    const [font] = made.fonts;
    assert.deepEqual(
      { ...font, url: '' },
      { family: 'Example Sans', url: '', weight: '100 900', style: 'normal' },
    );
    for (const [url, type] of [
      [made.logo?.url, 'image/webp'],
      [font?.url, 'font/woff2'],
    ] as const) {
      const path = String(url).replace('http://svc.test', '');
      assert.match(path, new RegExp(`^/content/deployments/${made.id}/[0-9a-f]{32}\\.`));
      const response = await api.request(path);
      assert.equal(response.status, 200);
      assert.equal(response.headers.get('Content-Type'), type);
      assert.equal(response.headers.get('Cache-Control'), 'public, max-age=31536000, immutable');
      assert.equal(response.headers.get('X-Content-Type-Options'), 'nosniff');
      assert.equal(response.headers.get('Access-Control-Allow-Origin'), '*');
      assert.ok((await response.arrayBuffer()).byteLength > 30);
      const other = path.replace(/[0-9a-f]{32}/, '0'.repeat(32));
      assert.equal((await api.request(other)).status, 404);
    }
  });

  it('is changed by a merge patch', async () => {
    const api = await deployedApi(engine);
    const { id } = await api.add({
      theme: {
        name: 'light',
        tokens: { '--svc-accent': { light: '#aa0000' }, '--svc-radius': '4px' },
      },
      links: { home: 'https://example.com/', privacy: 'https://example.com/privacy' },
      features: { buy: false, title: false },
      campaign: 'spring',
      consent: 'required',
    });
    api.clock.advance(60);
    const response = await api.send(
      'PATCH',
      `/${id}`,
      {
        name: 'Other Books',
        theme: {
          tokens: {
            '--svc-accent': { dark: '#ff9d94' },
            '--svc-radius': null,
            '--svc-measure': '40',
          },
        },
        links: { home: null },
        features: { buy: null },
        campaign: null,
      },
      { 'Content-Type': 'application/merge-patch+json' },
    );
    assert.equal(response.status, 200);
    const changed = (await response.json()).data;
    assert.equal(changed.name, 'Other Books');
    assert.deepEqual(changed.theme, {
      name: 'light',
      tokens: {
        '--svc-accent': { light: '#aa0000', dark: '#ff9d94', sepia: '#8a4613' },
        '--svc-measure': '40',
      },
    });
    assert.deepEqual(changed.links, {
      buy: null,
      home: null,
      privacy: 'https://example.com/privacy',
      terms: null,
    });
    assert.equal(changed.features.buy, true);
    assert.equal(changed.features.title, false);
    assert.equal(changed.campaign, null);
    assert.equal(changed.consent, 'required');
    assert.equal(changed.updatedAt, '2026-11-21T12:01:00.000Z');
    const cleared = await api.send('PATCH', `/${id}`, {
      theme: null,
      links: null,
      features: null,
      consent: null,
    });
    const { theme, links, features, consent } = (await cleared.json()).data;
    assert.deepEqual(theme, { name: null, tokens: {} });
    assert.equal(links.privacy, null);
    assert.equal(features.title, true);
    assert.equal(consent, 'none');
    assert.equal((await readProblem(await api.send('PATCH', `/${id}`, {}))).status, 400);
  });

  it('changes its logo and fonts and keeps files that open pages still use', async () => {
    const api = await deployedApi(engine);
    const first = await api.add({
      logo: { data: svgDataUrl(), alt: 'Old' },
      fonts: [
        { family: 'A', data: woff2DataUrl((bytes) => bytes.fill(1, 100)) },
        { family: 'B', data: woff2DataUrl((bytes) => bytes.fill(2, 100)) },
      ],
    });
    const patch = async (body: object) => {
      const response = await api.send('PATCH', `/${first.id}`, body);
      assert.equal(response.status, 200, await response.clone().text());
      return (await response.json()).data;
    };
    const path = (url: unknown) => String(url).replace('http://svc.test', '');
    assert.equal((await patch({ logo: { alt: 'New' } })).logo.url, first.logo?.url);

    const second = await patch({
      logo: { data: await pngDataUrl(60, 60) },
      fonts: [{ family: 'B', style: 'italic', url: first.fonts[1]?.url }],
    });
    assert.equal(second.logo.alt, 'New');
    assert.deepEqual(second.fonts, [{ ...first.fonts[1], style: 'italic' }]);
    assert.equal((await api.request(path(first.logo?.url))).status, 200);

    await patch({ logo: null, fonts: null });
    assert.equal((await api.request(path(first.logo?.url))).status, 404);
    assert.equal((await api.request(path(second.logo.url))).status, 200);
    await patch({ name: 'None of them' });
    assert.equal((await api.request(path(second.logo.url))).status, 404);
    assert.equal(await countRows(api, 'deployment_files'), 0);

    const unknown = { fonts: [{ family: 'B', url: first.fonts[0]?.url }] };
    assert.deepEqual(
      (await readProblem(await api.send('PATCH', `/${first.id}`, unknown))).pointers,
      ['/fonts/0/url'],
    );
    const noLogo = await api.send('PATCH', `/${first.id}`, { logo: { alt: 'x' } });
    assert.deepEqual((await readProblem(noLogo)).pointers, ['/logo/data']);
  });

  it('is changed and removed only at the revision in If-Match', async () => {
    const api = await deployedApi(engine);
    const { id } = await api.add();
    const read = await api.send('GET', `/${id}`);
    const tag = read.headers.get('ETag') ?? '';
    const same = await api.send('GET', `/${id}`, undefined, { 'If-None-Match': tag });
    assert.equal(same.status, 304);
    const unchanged = await api.send(
      'PATCH',
      `/${id}`,
      { name: 'Example Books' },
      { 'If-Match': tag },
    );
    assert.equal(unchanged.headers.get('ETag'), tag);
    const changed = await api.send('PATCH', `/${id}`, { name: 'Two' }, { 'If-Match': tag });
    assert.equal(changed.status, 200);
    const late = await api.send('PATCH', `/${id}`, { name: 'Three' }, { 'If-Match': tag });
    assert.equal((await readProblem(late)).code, 'precondition_failed');
    const removed = await api.send('DELETE', `/${id}`, undefined, { 'If-Match': tag });
    assert.equal((await readProblem(removed)).code, 'precondition_failed');
    const now = changed.headers.get('ETag') ?? '';
    assert.equal((await api.send('DELETE', `/${id}`, undefined, { 'If-Match': now })).status, 204);
    assert.equal((await readProblem(await api.send('GET', `/${id}`))).code, 'deployment_not_found');
  });

  it('is listed newest first, and an account can have at most fifty', async () => {
    const api = await deployedApi(engine);
    for (let number = 1; number <= 50; number += 1) await api.add({ name: `Books ${number}` });
    const over = await api.send('POST', '', { name: 'Books 51' });
    assert.equal((await readProblem(over)).code, 'conflict');
    const names: string[] = [];
    let path: string | null = '?limit=30';
    while (path !== null) {
      const { data, meta } = await (await api.send('GET', path)).json();
      assert.equal(meta.total, 50);
      names.push(...data.map((one: { name: string }) => one.name));
      path = meta.nextCursor && `?limit=30&cursor=${meta.nextCursor}`;
    }
    assert.deepEqual(
      names,
      Array.from({ length: 50 }, (_, index) => `Books ${50 - index}`),
    );
  });

  it('is accessible only to secret keys of its own account', async () => {
    const api = await deployedApi(engine);
    const { id } = await api.add();
    const globex = await api.newKey({ account: 'globex' });
    const origin = 'https://books.example.com';
    const page = await api.newKey({ kind: 'publishable', allowedOrigins: [origin] });
    const reading = await api.newKey({ permissions: ['read:reader'] });
    const request = (key: string, method: string, headers: Record<string, string> = {}) =>
      api.request(`/v1/reader/deployments/${id}`, { method, key, headers });
    for (const method of ['GET', 'DELETE']) {
      const found = await readProblem(await request(globex.text, method));
      assert.equal(found.code, 'deployment_not_found');
    }
    const mine = await request(page.text, 'DELETE', { Origin: origin });
    assert.equal((await readProblem(mine)).code, 'permission_denied');
    assert.equal(
      (await readProblem(await request(reading.text, 'DELETE'))).code,
      'permission_denied',
    );
    assert.equal((await request(reading.text, 'GET')).status, 200);
    const inBrowser = await request(api.key, 'GET', { Origin: origin });
    assert.equal((await readProblem(inBrowser)).code, 'secret_key_in_browser');
  });
});
