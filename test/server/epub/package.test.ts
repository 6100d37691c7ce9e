import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { buildPng } from './fixtures/build-epub.ts';
import { compileFixture } from './fixtures/compile-fixture.ts';

const codes = (warnings: { code: string }[]) => warnings.map(({ code }) => code);

describe('metadata in a package', () => {
  it('is read from EPUB 3 refinements', async () => {
    const { metadata } = await compileFixture({
      metadata: {
        language: 'en_gb',
        identifier: 'urn:isbn:978-3-16-148410-0',
        more: `<dc:title id="sub">A Tale</dc:title><meta refines="#sub" property="title-type">subtitle</meta>
          <dc:creator id="a">Ann Author</dc:creator>
          <meta refines="#a" property="file-as">Author, Ann</meta>
          <meta refines="#a" property="role" scheme="marc:relators">ann</meta>
          <meta refines="#a" property="role" scheme="marc:relators">aut</meta>
          <dc:contributor id="t">Tom Translator</dc:contributor>
          <meta refines="#t" property="role">trl</meta>
          <dc:language>de</dc:language><dc:language>x</dc:language>
          <dc:date>1851-10-18T00:00:00Z</dc:date>
          <dc:subject id="s">Whaling</dc:subject><meta refines="#s" property="authority">LCSH</meta>
          <meta refines="#s" property="term">sh1</meta>
          <dc:publisher>House</dc:publisher><dc:rights>None</dc:rights>
          <dc:description>&lt;p&gt;One &amp;amp; two&lt;/p&gt;&lt;p&gt;Three&lt;/p&gt;</dc:description>
          <meta id="c" property="belongs-to-collection">Sea</meta>
          <meta refines="#c" property="collection-type">series</meta>
          <meta refines="#c" property="group-position">2</meta>`,
      },
    });

    assert.deepEqual(metadata, {
      identifier: 'urn:isbn:978-3-16-148410-0',
      identifiers: [{ scheme: 'isbn', value: '9783161484100' }],
      title: 'A Fixture',
      titleDirection: null,
      subtitle: 'A Tale',
      contributors: [
        { name: 'Ann Author', sortName: 'Author, Ann', role: 'aut' },
        { name: 'Tom Translator', sortName: null, role: 'trl' },
      ],
      languages: ['en-GB', 'de'],
      description: 'One & two\nThree',
      subjects: [{ scheme: 'LCSH', code: 'sh1', label: 'Whaling' }],
      publisher: 'House',
      publishedAt: '1851-10-18',
      series: { name: 'Sea', position: '2' },
      rights: 'None',
      accessibility: null,
      layout: 'reflowable',
      readingProgression: 'ltr',
      epubVersion: '3.0',
    });
  });

  it('is read from EPUB 2 attributes', async () => {
    const { metadata } = await compileFixture({
      version: '2.0',
      metadata: {
        language: 'ger',
        more: `<dc:creator opf:role="aut" opf:file-as="Kafka, Franz">Franz Kafka</dc:creator>
          <dc:identifier opf:scheme="ISBN">3-16-148410-X</dc:identifier>
          <dc:identifier opf:scheme="ISBN">not one</dc:identifier>
          <dc:date opf:event="conversion">2020-01-01</dc:date>
          <dc:date opf:event="publication">1915</dc:date>
          <meta name="calibre:series" content="Tales"/><meta name="calibre:series_index" content="3.0"/>`,
      },
    });

    assert.deepEqual(metadata.contributors, [
      { name: 'Franz Kafka', sortName: 'Kafka, Franz', role: 'aut' },
    ]);
    assert.deepEqual(metadata.languages, ['de']);
    assert.deepEqual(metadata.identifiers, [
      { scheme: 'uuid', value: '12345678-1234-4234-8234-123456789abc' },
      { scheme: 'isbn', value: '316148410X' },
      { scheme: 'unknown', value: 'not one' },
    ]);
    assert.equal(metadata.publishedAt, '1915');
    assert.deepEqual(metadata.series, { name: 'Tales', position: '3' });
    assert.equal(metadata.epubVersion, '2.0');
  });

  it('has the first of several titles', async () => {
    const { metadata } = await compileFixture({
      metadata: { more: '<dc:title>Second</dc:title>' },
    });

    assert.equal(metadata.title, 'A Fixture');
    assert.equal(metadata.subtitle, null);
  });

  it('keeps the direction of the title', async () => {
    const { metadata } = await compileFixture({ packageAttributes: 'dir="rtl"' });

    assert.equal(metadata.titleDirection, 'rtl');
  });
});

describe('problems in a manifest', () => {
  it('cause one warning each', async () => {
    const { sections, warnings } = await compileFixture({
      chapters: ['<p>One</p>', { body: '<p>Two</p>', mediaType: 'application/xml' }],
      missing: ['gone.png'],
      manifest: '<item id="part" href="chapter-1.xhtml#p" media-type="application/xhtml+xml"/>',
      spine: '<itemref idref="part"/><itemref idref="nowhere"/>',
    });

    assert.equal(sections.length, 2);
    assert.deepEqual(warnings, [
      {
        code: 'file_missing',
        message: '“OEBPS/gone.png” is not in the archive.',
        path: 'OEBPS/gone.png',
      },
      {
        code: 'manifest_fragment',
        message: 'The manifest lists “chapter-1.xhtml#p” with a fragment.',
        path: 'OEBPS/package.opf',
      },
      {
        code: 'spine_item',
        message: 'The spine item “nowhere” refers to no existing file in the manifest.',
        path: null,
      },
    ]);
  });

  it('with case, escapes or Unicode forms do not hide a file', async () => {
    const { sections, warnings } = await compileFixture({
      chapters: [{ body: '<p>One</p>', path: 'kapitel%20%C3%A4.xhtml' }],
      without: ['OEBPS/kapitel%20%C3%A4.xhtml'],
      extra: {
        'OEBPS/Kapitel a\u0308.xhtml':
          '<html xmlns="http://www.w3.org/1999/xhtml"><body><p>Found</p></body></html>',
      },
    });

    assert.equal(sections[0]?.href, 'OEBPS/Kapitel ä.xhtml');
    assert.equal(sections[0]?.length, 5);
    assert.deepEqual(codes(warnings), ['name_case']);
  });

  it('reject a book in which nothing can be shown', async () => {
    await assert.rejects(compileFixture({ chapters: [] }), {
      code: 'epub_invalid',
      message:
        'The spine of “OEBPS/package.opf” contains nothing that can be shown. Export the book again as EPUB.',
    });
  });
});

describe('the spine', () => {
  it('keeps order, duplicates and nonlinear documents', async () => {
    const { readingOrder } = await compileFixture({
      chapters: [
        { body: '<p>B</p>', path: 'b.xhtml' },
        { body: '<p>A</p>', path: 'a.xhtml', itemref: 'linear="no"' },
      ],
      spine: '<itemref idref="c1"/>',
    });

    assert.deepEqual(
      readingOrder.map(({ href, linear }) => [href, linear]),
      [
        ['OEBPS/b.xhtml', true],
        ['OEBPS/a.xhtml', false],
        ['OEBPS/b.xhtml', true],
      ],
    );
  });

  it('follows fallbacks to an item that can be shown', async () => {
    const { sections, toc } = await compileFixture({
      chapters: [
        {
          body: '',
          path: 'data.xml',
          source: '<data/>',
          mediaType: 'application/x+xml',
          item: 'fallback="shown"',
        },
      ],
      manifest: '<item id="shown" href="shown.xhtml" media-type="application/xhtml+xml"/>',
      extra: {
        'OEBPS/shown.xhtml':
          '<html xmlns="http://www.w3.org/1999/xhtml"><body><p>Shown</p></body></html>',
      },
    });

    assert.equal(sections[0]?.href, 'OEBPS/shown.xhtml');
    assert.deepEqual(toc, [{ title: 'Chapter 1', section: 0, offset: 0, children: [] }]);
  });

  it('shows an image or an SVG document as an image', async () => {
    const { sections, resources } = await compileFixture({
      chapters: [
        {
          body: '',
          path: 'page.svg',
          source:
            '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 300"><script>alert(1)</script></svg>',
        },
      ],
      metadata: { more: '<meta property="rendition:layout">pre-paginated</meta>' },
    });

    assert.deepEqual(sections[0]?.tree, [
      'div',
      { class: 'svc-html', lang: '', dir: 'ltr' },
      [
        'div',
        { class: 'svc-body' },
        ['img', { src: 'resource:OEBPS/page.svg', alt: '', width: '400', height: '300' }],
      ],
    ]);
    assert.deepEqual(sections[0]?.viewport, { width: 400, height: 300 });
    assert.deepEqual(
      resources.map(({ path, mediaType }) => [path, mediaType]),
      [['OEBPS/page.svg', 'image/svg+xml']],
    );
  });

  it('reads layout, spreads and their overrides', async () => {
    const page = (itemref: string) => ({
      body: '<p>x</p>',
      itemref,
      head: '<meta name="viewport" content="width=600, height=800"/>',
    });
    const { metadata, readingOrder, sections } = await compileFixture({
      metadata: { more: '<meta property="rendition:layout">pre-paginated</meta>' },
      chapters: [
        page('properties="page-spread-left"'),
        page('properties="rendition:page-spread-right"'),
        page('properties="rendition:page-spread-center"'),
        page('properties="rendition:layout-reflowable"'),
        page(''),
      ],
    });

    assert.equal(metadata.layout, 'fixed');
    assert.deepEqual(
      readingOrder.map(({ layout, spread }) => [layout, spread]),
      [
        ['fixed', 'left'],
        ['fixed', 'right'],
        ['fixed', 'center'],
        ['reflowable', null],
        ['fixed', null],
      ],
    );
    assert.deepEqual(sections[0]?.viewport, { width: 600, height: 800 });
    assert.equal(sections[3]?.viewport, null);
  });

  it('shows pages singly if the book rules out spreads', async () => {
    const { readingOrder } = await compileFixture({
      metadata: {
        more: '<meta property="rendition:layout">pre-paginated</meta><meta property="rendition:spread">none</meta>',
      },
    });

    assert.equal(readingOrder[0]?.spread, 'center');
  });

  it('lets an item override the package’s spread property', async () => {
    const { readingOrder } = await compileFixture({
      metadata: {
        more: '<meta property="rendition:layout">pre-paginated</meta><meta property="rendition:spread">both</meta>',
      },
      chapters: [
        { body: '' },
        { body: '', itemref: 'properties="rendition:page-spread-left"' },
        { body: '', itemref: 'properties="rendition:spread-landscape page-spread-right"' },
        { body: '', itemref: 'properties="rendition:spread-none page-spread-right"' },
        { body: '', itemref: 'properties="rendition:spread-portrait"' },
        { body: '', itemref: 'properties="rendition:layout-reflowable"' },
      ],
    });

    assert.deepEqual(
      readingOrder.map(({ spread, spreadsUpright }) => [spread, spreadsUpright ?? false]),
      [
        [null, true],
        ['left', true],
        ['right', false],
        ['center', false],
        [null, true],
        [null, false],
      ],
    );
  });

  for (const [content, viewport] of [
    ['width=1000px, height=600mm', { width: 1000, height: 600 }],
    ['width:900;height:600;foo', { width: 900, height: 600 }],
    ['width=900, height=600, width=1, height=1', { width: 900, height: 600 }],
    ['width=device-width, height=device-height', { width: 0, height: 0 }],
    ['width=device-width, height=600', { width: 0, height: 600 }],
    ['height=600', null],
  ] as const) {
    it(`reads the viewport “${content}”`, async () => {
      const { sections } = await compileFixture({
        metadata: { more: '<meta property="rendition:layout">pre-paginated</meta>' },
        chapters: [{ body: '', head: `<meta name="viewport" content="${content}"/>` }],
      });

      assert.deepEqual(sections[0]?.viewport, viewport);
    });
  }

  it('reads the progression from the package, otherwise from the text, otherwise from the language', async () => {
    const progression = async (fixture: Parameters<typeof compileFixture>[0]) =>
      (await compileFixture(fixture)).metadata.readingProgression;

    assert.equal(await progression({ spineAttributes: 'page-progression-direction="rtl"' }), 'rtl');
    assert.equal(await progression({ css: 'html { -epub-writing-mode: vertical-rl }' }), 'rtl');
    assert.equal(await progression({ metadata: { language: 'he' } }), 'rtl');
    assert.equal(await progression({ metadata: { language: 'ja' } }), 'ltr');
  });

  it('counts positions of 1,024 characters, at least one per section', async () => {
    const { readingOrder, positions } = await compileFixture({
      chapters: ['', `<p>${'x'.repeat(1024)}</p>`, `<p>${'x'.repeat(1025)}</p>`],
    });

    assert.deepEqual(
      readingOrder.map((item) => item.positions),
      [1, 1, 2],
    );
    assert.equal(positions, 4);
  });
});

describe('the cover', () => {
  const files = { 'a.png': buildPng(300, 400), 'b.png': buildPng(300, 400) };

  it('is the item with the cover-image property', async () => {
    const { cover } = await compileFixture({
      files,
      extra: { 'OEBPS/c.png': buildPng(300, 400) },
      manifest: '<item id="x" href="c.png" media-type="image/png" properties="cover-image"/>',
    });

    assert.equal(cover, 'OEBPS/c.png');
  });

  it('is the item referenced by the EPUB 2 meta element', async () => {
    const { cover, resources } = await compileFixture({
      version: '2.0',
      files,
      metadata: { more: '<meta name="cover" content="f2"/>' },
    });

    assert.equal(cover, 'OEBPS/b.png');
    assert.deepEqual(
      resources.map(({ path, width, height }) => [path, width, height]),
      [['OEBPS/b.png', 300, 400]],
    );
  });

  it('is the first large image if none is declared', async () => {
    const { cover } = await compileFixture({
      files: { ...files, 'dot.png': buildPng(10, 10) },
      chapters: ['<img src="dot.png" alt=""/><img src="b.png" alt=""/><img src="a.png" alt=""/>'],
    });

    assert.equal(cover, 'OEBPS/b.png');
  });
});
