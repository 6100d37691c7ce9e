import assert from 'node:assert/strict';
import { it } from 'node:test';
import { packDemoBook } from '../../../demo/book/pack-demo-book.ts';
import { OpdsFeed } from '../../../server/books/webpub/contract.ts';
import { forEachEngine, testApi, type TestApi } from '../harness.ts';
import { addBook } from './add-book.ts';
import { importBook } from './import-book.ts';
import { assertMatchesSchema } from './schemas/assert-schema.ts';

const opds = { Accept: 'application/opds+json' };

async function feedOf(api: TestApi, key: string, path: string): Promise<OpdsFeed> {
  const response = await api.request(path, { key, headers: opds });
  assert.equal(response.status, 200);
  assert.match(response.headers.get('Content-Type') ?? '', /^application\/opds\+json/);
  const feed: unknown = await response.json();
  assertMatchesSchema('opds-feed', feed);
  return OpdsFeed.parse(feed);
}

function hrefOf({ links }: Pick<OpdsFeed, 'links'>, rel: string): string | undefined {
  return links.find((link) => [link.rel].flat().includes(rel))?.href;
}

forEachEngine('OPDS 2.0 feed of GET /v1/books', (engine) => {
  it('lists books with and without text, each with an image and a link', async () => {
    const api = await testApi(engine);
    const { text: key } = await api.newKey();
    await addBook(api, { title: 'Record', readable: false, popularity: 1 });
    const jpeg = 'https://covers.example/1.JPG?size=l';
    await addBook(api, { title: 'Covered', readable: false, popularity: 2, coverUrl: jpeg });
    await importBook(api, await packDemoBook());

    const feed = await feedOf(api, key, '/v1/books');

    assert.deepEqual(feed.metadata, { title: 'Books', numberOfItems: 3, itemsPerPage: 20 });
    const [covered, record, readable] = feed.publications;
    assert.deepEqual(covered?.images, [{ href: jpeg, type: 'image/jpeg' }]);
    assert.equal(record?.metadata.title, 'Record');
    const blank = record.images[0]?.href.replace('http://svc.test', '') ?? '';
    const image = await api.request(blank);
    assert.equal(image.headers.get('Content-Type'), 'image/png');
    assert.equal((await image.arrayBuffer()).byteLength > 100, true);
    assert.match(readable?.images[0]?.href ?? '', /\/content\/ver_\w+\/cover$/);
    const manifest = hrefOf(
      readable ?? { links: [] },
      'http://opds-spec.org/acquisition/open-access',
    );
    const address = manifest?.replace('http://svc.test', '') ?? '';
    assert.equal((await api.request(address, { key })).status, 200);
  });

  it('links to the next page', async () => {
    const api = await testApi(engine);
    const { text: key } = await api.newKey();
    for (const title of ['One', 'Two', 'Three']) await addBook(api, { title });
    const titles: string[] = [];
    let path: string | undefined = '/v1/books?limit=2';
    while (path) {
      const feed: OpdsFeed = await feedOf(api, key, path);
      assert.equal(hrefOf(feed, 'self'), `http://svc.test${path}`);
      titles.push(...feed.publications.map(({ metadata }) => metadata.title));
      path = hrefOf(feed, 'next')?.replace('http://svc.test', '');
    }
    assert.deepEqual(titles, ['Three', 'Two', 'One']);
  });

  it('links facets to narrower feeds and provides a search template', async () => {
    const api = await testApi(engine);
    const { text: key } = await api.newKey();
    await addBook(api, { title: 'Ein Wal', languages: ['de'] });
    await addBook(api, { title: 'A whale', languages: ['en'] });
    await addBook(api, { title: 'Another', languages: ['en'] });

    const feed = await feedOf(api, key, '/v1/books?facets=language&limit=1');
    const german = feed.facets?.[0]?.links.find(({ title }) => title === 'Deutsch');
    const narrowed = await feedOf(api, key, german?.href.replace('http://svc.test', '') ?? '');
    const template = hrefOf(feed, 'search') ?? '';
    const searched = await feedOf(
      api,
      key,
      template
        .replace('http://svc.test', '')
        .replace('{query}', 'whale')
        .replace(/\{.*\}/, ''),
    );

    assert.deepEqual(german?.properties, { numberOfItems: 1 });
    assert.deepEqual(
      narrowed.publications.map(({ metadata }) => metadata.title),
      ['Ein Wal'],
    );
    assert.equal(searched.metadata.title, 'whale');
    assert.equal(searched.publications[0]?.metadata.title, 'A whale');
  });

  it('is returned only if preferred by `Accept`, with a matching `Vary` header', async () => {
    const api = await testApi(engine);
    const { text: key } = await api.newKey();
    const typeFor = async (accept: string) => {
      const response = await api.request('/v1/books', { key, headers: { Accept: accept } });
      assert.match(response.headers.get('Vary') ?? '', /\bAccept\b/);
      return response.headers.get('Content-Type')?.split(';')[0];
    };
    assert.equal(await typeFor('*/*'), 'application/json');
    assert.equal(await typeFor('text/html, */*;q=0.1'), 'application/json');
    assert.equal(
      await typeFor('application/opds+json;q=0.9, application/json;q=0.5'),
      'application/opds+json',
    );
    assert.equal(
      await typeFor('application/json, application/opds+json;q=0.5'),
      'application/json',
    );
  });

  it('rejects parameters that do not apply to feeds', async () => {
    const api = await testApi(engine);
    const { text: key } = await api.newKey();
    for (const query of [
      'fields=title',
      'highlight=true&q=a',
      'currency=EUR',
      'include=enrichment',
    ]) {
      const response = await api.request(`/v1/books?${query}`, { key, headers: opds });
      assert.equal(response.status, 400);
      assert.equal((await response.json()).errors[0].parameter, query.split('=')[0]);
    }
  });
});
