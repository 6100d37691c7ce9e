import assert from 'node:assert/strict';
import { it } from 'node:test';
import { forEachEngine } from '../harness.ts';
import { deployedApi, countRows, readProblem } from './deployed-api.ts';
import { toDataUrl, svgDataUrl, woff2DataUrl } from './file-data-urls.ts';

forEachEngine('deployment validation', (engine) => {
  it('rejects invalid members by pointer and stores nothing', async () => {
    const api = await deployedApi(engine);
    const secretKey = await api.newKey();
    const foreign = await api.newKey({
      account: 'globex',
      kind: 'publishable',
      allowedOrigins: ['https://globex.example'],
    });
    const token = (name: string, value: unknown) => ({ theme: { tokens: { [name]: value } } });
    const bad: [object, string][] = [
      [token('--svc-accent', 'url(https://evil.example/)'), '/theme/tokens/--svc-accent'],
      [token('--svc-accent', 'expression(alert(1))'), '/theme/tokens/--svc-accent'],
      [token('--svc-accent', '</style><script>'), '/theme/tokens/--svc-accent'],
      [token('--svc-radius', '1px;}body{'), '/theme/tokens/--svc-radius'],
      [token('--svc-font-family', "'</style>'"), '/theme/tokens/--svc-font-family'],
      [token('--svc-accent', { dark: 'url(x)' }), '/theme/tokens/--svc-accent/dark'],
      [
        token('--svc-accent', { light: '#aa0000', neon: '#fff' }),
        '/theme/tokens/--svc-accent/neon',
      ],
      [token('--svc-accent', {}), '/theme/tokens/--svc-accent'],
      [token('--svc-accent', 7), '/theme/tokens/--svc-accent'],
      [token('--svc-glow', '#aa0000'), '/theme/tokens/--svc-glow'],
      [token('background', 'red'), '/theme/tokens/background'],
      [{ theme: { css: 'body{}' } }, '/theme/css'],
      [{ theme: { name: 'neon' } }, '/theme/name'],
      [{ theme: { name: 'dark' }, features: { themes: ['light'] } }, '/theme/name'],
      [{ theme: { name: 'system' }, features: { themes: ['dark'] } }, '/theme/name'],
      [{ features: { themes: [] } }, '/features/themes'],
      [{ features: { fly: true } }, '/features/fly'],
      [{ logo: { data: toDataUrl('image/png', Buffer.alloc(1024 * 1024)) } }, '/logo/data'],
      [{ logo: { data: toDataUrl('image/gif', 'GIF89a') } }, '/logo/data'],
      [{ logo: { data: 'https://evil.example/logo.png' } }, '/logo/data'],
      [{ logo: { data: svgDataUrl('<script>alert(1)</script>') } }, '/logo/data'],
      [{ logo: { data: svgDataUrl('<image href="http://127.0.0.1:1/x.png"/>') } }, '/logo/data'],
      [{ logo: { url: 'https://evil.example/logo.png' } }, '/logo/url'],
      [{ fonts: [{ family: 'X', data: toDataUrl('font/woff2', 'OTTO') }] }, '/fonts/0/data'],
      [{ fonts: [{ family: 'X', data: toDataUrl('font/ttf', 'OTTO') }] }, '/fonts/0/data'],
      [{ fonts: [{ family: "X'; }", data: woff2DataUrl() }] }, '/fonts/0/family'],
      [{ fonts: [{ family: 'X', data: woff2DataUrl(), weight: '400; }' }] }, '/fonts/0/weight'],
      [
        { fonts: Array.from({ length: 5 }, () => ({ family: 'X', data: woff2DataUrl() })) },
        '/fonts',
      ],
      [{ affiliate: '<b>me</b>' }, '/affiliate'],
      [{ affiliate: 'a b' }, '/affiliate'],
      [{ campaign: '"onload="' }, '/campaign'],
      [{ locale: 'not a language' }, '/locale'],
      [{ currency: 'XYZ' }, '/currency'],
      [{ links: { buy: 'javascript:alert(1)' } }, '/links/buy'],
      [{ links: { buy: 'https://{affiliate}.example/' } }, '/links/buy'],
      [{ links: { buy: 'http://shop.example/' } }, '/links/buy'],
      [{ links: { home: 'data:text/html,x' } }, '/links/home'],
      [{ links: { privacy: 'https://user:word@example.com/' } }, '/links/privacy'],
      [{ links: { terms: '/terms' } }, '/links/terms'],
      [{ frameAncestors: ['*'] }, '/frameAncestors/0'],
      [{ frameAncestors: ['https://a.example', "'self'"] }, '/frameAncestors/1'],
      [{ frameAncestors: ['https://*.example'] }, '/frameAncestors/0'],
      [{ frameAncestors: ['https://a.example; script-src *'] }, '/frameAncestors/0'],
      [{ frameAncestors: ['https://a.example/path'] }, '/frameAncestors/0'],
      [{ keyId: secretKey.id }, '/keyId'],
      [{ keyId: foreign.id }, '/keyId'],
      [{ name: ' ' }, '/name'],
      [{ css: 'body{}' }, '/css'],
      [{ domains: [] }, '/domains'],
    ];
    for (const [body, pointer] of bad) {
      const found = await readProblem(await api.send('POST', '', { name: 'Bad', ...body }));
      const what = JSON.stringify(body).slice(0, 200);
      assert.equal(found.status, 400, what);
      assert.ok(found.pointers.includes(pointer), `${what}: ${found.pointers.join()}`);
    }
    const { id } = await api.add();
    for (const [body, pointer] of bad) {
      const found = await readProblem(await api.send('PATCH', `/${id}`, body));
      assert.equal(found.status, 400);
      assert.ok(found.pointers.includes(pointer), JSON.stringify(body).slice(0, 200));
    }
    assert.equal(await countRows(api, 'deployments'), 1);
    assert.equal(await countRows(api, 'deployment_files'), 0);
    assert.equal((await api.read(id)).updatedAt, '2026-11-21T12:00:00.000Z');
  });

  it('rejects colors with unreadable text', async () => {
    const api = await deployedApi(engine);
    const pale = { theme: { tokens: { '--svc-color': { light: '#cccccc' } } } };
    assert.deepEqual(await readProblem(await api.send('POST', '', { name: 'Pale', ...pale })), {
      status: 422,
      code: 'contrast_too_low',
      pointers: ['/theme/tokens/--svc-color/light'],
    });
    assert.equal(await countRows(api, 'deployments'), 0);

    const light = {
      features: { themes: ['light'] },
      theme: { tokens: { '--svc-accent': '#aa0000' } },
    };
    const response = await api.send('POST', '', { name: 'Red', ...light });
    assert.equal(response.status, 201);
    const { id } = (await response.json()).data;
    const all = { features: { themes: ['light', 'dark'] } };
    assert.equal(
      (await readProblem(await api.send('PATCH', `/${id}`, all))).code,
      'contrast_too_low',
    );
    assert.deepEqual((await api.read(id)).features.themes, ['light']);
  });

  it('accepts a logo and four fonts of the maximum size and nothing larger', async () => {
    const api = await deployedApi(engine);
    const fonts = ['A', 'B', 'C', 'D'].map((family, index) => ({
      family,
      data: woff2DataUrl((bytes) => bytes.fill(index, 100, 200), 300 * 1024),
    }));
    assert.equal((await api.add({ fonts })).fonts.length, 4);
    assert.equal(await countRows(api, 'deployment_files'), 4);
    const large = { name: 'X', fonts: [...fonts, ...fonts, ...fonts] };
    assert.equal((await readProblem(await api.send('POST', '', large))).status, 413);
  });
});
