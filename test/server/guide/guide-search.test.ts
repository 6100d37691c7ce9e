import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { testApi } from '../harness.ts';

describe('the search of the guide', async () => {
  const api = await testApi('sqlite');

  async function search(q: string): Promise<string> {
    const response = await api.request(`/docs/guide/search?q=${encodeURIComponent(q)}`);
    assert.equal(response.status, 200);
    assert.equal(response.headers.get('Content-Type'), 'text/html; charset=utf-8');
    return await response.text();
  }

  function resultsOf(html: string): string[] {
    return Array.from(html.matchAll(/<h2><a href="([^"]+)">/g), ([, url = '']) => url);
  }

  it('finds a page by its title first', async () => {
    assert.equal(resultsOf(await search('offline reading'))[0], '/docs/guide/guides/offline');
    assert.equal(resultsOf(await search('glossary'))[0], '/docs/guide/glossary');
  });

  it('finds a section by its heading and links to its anchor', async () => {
    assert.equal(
      resultsOf(await search('error codes'))[0],
      '/docs/guide/reference/http-api#error-codes',
    );
  });

  it('matches beginnings of words and ignores case', async () => {
    const html = await search('WEBH');
    assert.ok(resultsOf(html).includes('/docs/guide/guides/webhooks'));
    assert.match(html, /<mark>Webhooks<\/mark>/);
  });

  it('finds environment variables in table rows and highlights them in the snippet', async () => {
    const html = await search('SVC_TRUST_PROXY');
    assert.ok(resultsOf(html).some((url) => url.startsWith('/docs/guide/reference/environment')));
    assert.match(html, /<mark>SVC<\/mark>_<mark>TRUST<\/mark>_<mark>PROXY<\/mark>/);
  });

  it('returns only sections that contain every word', async () => {
    assert.deepEqual(resultsOf(await search('webhook xylophone')), []);
  });

  it('shows at most 20 results and the total number of results', async () => {
    const html = await search('the');
    assert.equal(resultsOf(html).length, 20);
    assert.match(
      html,
      /<p role="status">\d{2,} sections match <q>the<\/q>\. These are the first 20\./,
    );
  });

  it('explains an empty query', async () => {
    for (const path of ['search', 'search?q=', 'search?q=%20%20']) {
      const html = await (await api.request(`/docs/guide/${path}`)).text();
      assert.match(html, /<p>Enter one or more words/, path);
    }
  });

  it('shows that nothing was found, and suggests what to try', async () => {
    const html = await search('xylophone');
    assert.match(html, /<p role="status">No results for <q>xylophone<\/q>\.<\/p>/);
    assert.match(html, /<p>Check the spelling/);
  });

  it('escapes hostile queries everywhere', async () => {
    for (const q of [
      '<script>alert(1)</script>',
      '"><img src=x onerror=alert(1)>',
      "' autofocus onfocus='alert(1)",
      'offline"><svg/onload=alert(1)>',
      '</title><script>alert(1)</script>',
      '&lt;b&gt; <mark>',
    ]) {
      const html = await search(q);
      assert.doesNotMatch(html, /<script|<img|<svg|<b>/, q);
      assert.doesNotMatch(html, /<[^>]*\s(?:onerror|onload|onfocus|autofocus)=[^>"]*>/, q);
      assert.equal(html.match(/<input[^>]*value="([^"]*)"/)?.[1], escape(q), q);
    }
  });

  it('accepts every character and shortens long queries', async () => {
    for (const q of ['.*+?^${}()|[]\\', '%', '🙂'.repeat(200), '__proto__', 'constructor'])
      await search(q);
    const html = await search('a'.repeat(5000));
    assert.equal(html.match(/<input[^>]*value="(a*)"/)?.[1]?.length, 100);
  });

  it('has the same content security policy as the pages and is not indexed', async () => {
    const [page, found] = await Promise.all([
      api.request('/docs/guide/'),
      api.request('/docs/guide/search?q=theme'),
    ]);
    const name = 'Content-Security-Policy';
    assert.equal(found.headers.get(name), page.headers.get(name));
    assert.match(await found.text(), /<meta name="robots" content="noindex">/);
  });

  function escape(text: string): string {
    return text
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll('"', '&quot;');
  }
});
