import assert from 'node:assert/strict';
import { it } from 'node:test';
import { packDemoBook } from '../../../demo/book/pack-demo-book.ts';
import { WebpubManifest } from '../../../server/books/webpub/contract.ts';
import { buildPng } from '../epub/fixtures/build-epub.ts';
import { forEachEngine, testApi } from '../harness.ts';
import { addBook } from './add-book.ts';
import { importBook } from './import-book.ts';
import { assertMatchesSchema } from './schemas/assert-schema.ts';

forEachEngine('GET /v1/books/:bookId/manifest', (engine) => {
  it('returns a Readium Web Publication Manifest whose URLs all exist', async () => {
    const api = await testApi(engine);
    const { text: key } = await api.newKey();
    const id = await importBook(api, await packDemoBook());

    const response = await api.request(`/v1/books/${id}/manifest`, { key });

    assert.equal(response.status, 200);
    assert.match(response.headers.get('Content-Type') ?? '', /^application\/webpub\+json/);
    const json: unknown = await response.json();
    assertMatchesSchema('webpub-manifest', json);
    const manifest = WebpubManifest.parse(json);
    assert.equal(manifest.metadata.title, 'The Quiet Page');
    assert.equal(manifest.links[0]?.href, `http://svc.test/v1/books/${id}/manifest`);

    const embed = await (await api.request(`/v1/reader/embed?book=${id}`, { key })).json();
    const { token, resourceQuery } = embed.data.session;
    assert.equal(manifest.readingOrder.length, embed.data.readingOrder.length);
    for (const { href } of manifest.readingOrder) {
      const path = href.replace('http://svc.test', '');
      assert.equal((await api.request(path, { key: token })).status, 200, href);
    }
    for (const { href, rel, type } of manifest.resources) {
      const path = href.replace('http://svc.test', '');
      const file = await api.request(rel === 'cover' ? path : `${path}?${resourceQuery}`);
      assert.equal(file.status, 200, href);
      assert.equal(file.headers.get('Content-Type'), type);
      await file.arrayBuffer();
    }
    assert.ok(manifest.resources.some(({ rel }) => rel === 'cover'));
    const sections = new Set(manifest.readingOrder.map(({ href }) => href));
    for (const { href } of manifest.toc) assert.ok(sections.has(href.replace(/#.*$/, '')), href);
  });

  it('contains the package metadata, including contributors by role, ISBN, series, layout and direction', async () => {
    const api = await testApi(engine);
    const { text: key } = await api.newKey();
    const id = await importBook(api, {
      metadata: {
        title: 'Marks & Measures',
        language: 'he',
        identifier: 'urn:isbn:9783161484100',
        creator: 'Ann Author',
        more: `<dc:contributor id="t">Tom Translator</dc:contributor>
          <meta refines="#t" property="role" scheme="marc:relators">trl</meta>
          <dc:contributor id="b">Bea Binder</dc:contributor>
          <meta refines="#b" property="role" scheme="marc:relators">bnd</meta>
          <dc:publisher>Small Press</dc:publisher><dc:date>1999-07-03</dc:date>
          <meta property="belongs-to-collection" id="s">Weights</meta>
          <meta refines="#s" property="collection-type">series</meta>
          <meta refines="#s" property="group-position">2</meta>
          <meta property="rendition:layout">pre-paginated</meta>`,
      },
      spineAttributes: 'page-progression-direction="rtl"',
      chapters: [
        { body: '<p>One</p>', head: '<meta name="viewport" content="width=300, height=400"/>' },
      ],
      files: { 'a picture.png': buildPng(2, 2) },
      nav: `<nav epub:type="toc"><ol><li><span>Part</span><ol><li><a href="chapter-1.xhtml">One</a></li></ol></li></ol></nav>
        <nav epub:type="page-list"><ol><li><a href="chapter-1.xhtml">i</a></li></ol></nav>`,
    });

    const manifest: unknown = await (await api.request(`/v1/books/${id}/manifest`, { key })).json();

    assertMatchesSchema('webpub-manifest', manifest);
    const { metadata, toc, readingOrder, 'page-list': pages } = WebpubManifest.parse(manifest);
    assert.deepEqual(metadata.author, [{ name: 'Ann Author' }]);
    assert.deepEqual(metadata.translator, [{ name: 'Tom Translator' }]);
    assert.deepEqual(metadata.contributor, [{ name: 'Bea Binder', role: 'bnd' }]);
    assert.equal(metadata.identifier, 'urn:isbn:9783161484100');
    assert.equal(metadata.publisher, 'Small Press');
    assert.equal(metadata.published, '1999-07-03');
    assert.deepEqual(metadata.belongsTo, { series: { name: 'Weights', position: 2 } });
    assert.equal(metadata.layout, 'fixed');
    assert.equal(metadata.readingProgression, 'rtl');
    assert.deepEqual(metadata.language, ['he']);
    assert.equal(toc[0]?.title, 'Part');
    assert.equal(toc[0]?.children?.[0]?.href, readingOrder[0]?.href);
    assert.equal(pages?.[0]?.title, 'i');
  });

  it('returns the code book_not_readable for a book without text', async () => {
    const api = await testApi(engine);
    const { text: key } = await api.newKey();
    const id = await addBook(api, { title: 'Only a record', readable: false });

    const response = await api.request(`/v1/books/${id}/manifest`, { key });

    assert.equal(response.status, 404);
    assert.equal((await response.json()).code, 'book_not_readable');
  });

  it('supports HEAD and conditional requests', async () => {
    const api = await testApi(engine);
    const { text: key } = await api.newKey();
    const id = await importBook(api, {});
    const path = `/v1/books/${id}/manifest`;
    const first = await api.request(path, { key });

    const again = await api.request(path, {
      key,
      headers: { 'If-None-Match': first.headers.get('ETag') ?? '' },
    });
    const head = await api.request(path, { key, method: 'HEAD' });

    assert.equal(again.status, 304);
    assert.equal(head.status, 200);
    assert.equal(head.headers.get('ETag'), first.headers.get('ETag'));
    assert.equal(await head.text(), '');
  });
});
