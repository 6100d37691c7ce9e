import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { buildPng, type EpubFixture, fakeFont } from './fixtures/build-epub.ts';
import { compileFixture, textOfTree } from './fixtures/compile-fixture.ts';

async function read(fixture: EpubFixture) {
  const publication = await compileFixture(fixture);
  const { sections, warnings } = publication;
  return {
    ...publication,
    text: sections.map(({ tree }) => textOfTree(tree)).join('|'),
    messages: warnings.map(({ code, message }) => `${code}: ${message}`),
  };
}

const sized = '<meta name="viewport" content="width=100, height=200"/>';

const page = (text: string) =>
  `<html xmlns="http://www.w3.org/1999/xhtml"><body><p>${text}</p></body></html>`;

describe('an invalid manifest', () => {
  it('is overridden by a file’s extension and content', async () => {
    const { text, messages, resources, fonts } = await read({
      chapters: [
        { body: '<p>One</p>', mediaType: 'image/jpeg' },
        { body: '<p>Two</p>', mediaType: 'application/xhtml' },
        '<p>Three<img src="a.png" alt=""/></p>',
      ],
      manifest: `<item id="png" href="a.png" media-type="application/xhtml+xml"/>
        <item id="ttf" href="a.ttf" media-type="text/css"/>
        <item id="css" href="a.css" media-type="text/html"/>`,
      extra: {
        'OEBPS/a.png': buildPng(2, 2),
        'OEBPS/a.ttf': fakeFont(),
        'OEBPS/a.css': '@font-face { font-family: A; src: url(a.ttf) }',
        'OEBPS/chapter-2.xhtml': `<html xmlns="http://www.w3.org/1999/xhtml"><head>
          <link rel="stylesheet" href="a.css"/></head><body><p>Two</p></body></html>`,
      },
    });

    assert.equal(text, 'One|Two|Three');
    assert.deepEqual(
      resources.map(({ path }) => path),
      ['OEBPS/a.ttf', 'OEBPS/a.png'],
    );
    assert.equal(fonts.length, 1);
    assert.deepEqual(messages.sort(), [
      'media_type: “OEBPS/a.css” is listed as text/html, but is text/css.',
      'media_type: “OEBPS/a.png” is listed as application/xhtml+xml, but is image/png.',
      'media_type: “OEBPS/a.ttf” is listed as text/css, but is font/ttf.',
      'media_type: “OEBPS/chapter-1.xhtml” is listed as image/jpeg, but is application/xhtml+xml.',
      'media_type: “OEBPS/chapter-2.xhtml” is listed as application/xhtml, but is application/xhtml+xml.',
    ]);
  });

  it('may use one id for two files, which the spine then refers to in order', async () => {
    const { text, messages } = await read({
      chapters: [],
      manifest: `<item id="c" href="1.xhtml" media-type="application/xhtml+xml"/>
        <item id="c" href="2.xhtml" media-type="application/xhtml+xml"/>`,
      spine: '<itemref idref="c"/><itemref idref="c"/>',
      extra: { 'OEBPS/1.xhtml': page('One'), 'OEBPS/2.xhtml': page('Two') },
      nav: '<nav epub:type="toc"><ol><li><a href="2.xhtml">Two</a></li></ol></nav>',
    });

    assert.equal(text, 'One|Two');
    assert.deepEqual(messages, ['id_duplicate: The manifest has the id “c” twice.']);
  });

  it('may contain URLs with backslashes, other escapes and different case', async () => {
    const { text, messages, resources } = await read({
      chapters: [],
      manifest: `<item id="c" href="text\\one%2520two.xhtml" media-type="application/xhtml+xml"/>
        <item id="i" href="Images/A%20B.png" media-type="image/png"/>`,
      spine: '<itemref idref="c"/>',
      extra: {
        'OEBPS/text/one two.xhtml': `<html xmlns="http://www.w3.org/1999/xhtml"><body>
          <p>One</p><img src="..\\images\\a%20b.png" alt=""/></body></html>`,
        'OEBPS/images/a%20b.png': buildPng(2, 2),
      },
      nav: '<nav epub:type="toc"><ol><li><a href="text/one%20two.xhtml">One</a></li></ol></nav>',
    });

    assert.equal(text, 'One');
    assert.equal(resources[0]?.path, 'OEBPS/images/a%20b.png');
    assert.deepEqual([...new Set(messages.map((line) => line.split(':')[0]))].sort(), [
      'href_backslash',
      'name_escaped',
    ]);
  });

  it('may list a file twice and state no version', async () => {
    const { text, messages } = await read({
      chapters: [{ body: '<p>One</p>', path: 'one.xhtml' }],
      extra: {
        'OEBPS/package.opf': `<package xmlns="http://www.idpf.org/2007/opf" unique-identifier="q">
          <metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>T</dc:title>
          <dc:language>en</dc:language><dc:identifier id="q">1</dc:identifier></metadata><manifest>
          <item id="a" href="one.xhtml" media-type="application/xhtml+xml"/>
          <item id="b" href="one.xhtml" media-type="application/xhtml+xml"/>
          <item id="n" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/></manifest>
          <spine><itemref idref="a"/></spine></package>`,
      },
    });

    assert.equal(text, 'One');
    assert.deepEqual(messages, [
      'file_repeated: The manifest lists “OEBPS/one.xhtml” twice.',
      'version_missing: “OEBPS/package.opf” states no EPUB version. 2.0 was used.',
    ]);
  });

  it('may contain fixed-layout pages without a size', async () => {
    const { text, messages } = await read({
      metadata: { more: '<meta property="rendition:layout">pre-paginated</meta>' },
      chapters: ['<p>One</p>', { body: '<p>Two</p>', head: sized }],
    });

    assert.equal(text, 'One|Two');
    assert.deepEqual(messages, [
      'page_size_missing: The fixed-layout page “OEBPS/chapter-1.xhtml” states no size.',
    ]);
  });

  it('may contain circular fallbacks', async () => {
    const { text, messages } = await read({
      chapters: [
        '<p>One</p>',
        { body: '', path: 'b.bin', mediaType: 'x/y', item: 'fallback="c3"', title: null },
        { body: '', path: 'c.bin', mediaType: 'x/y', item: 'fallback="c2"', title: null },
      ],
    });

    assert.equal(text, 'One');
    assert.equal(messages.length, 2);
    assert.match(messages[0] ?? '', /^spine_item: The spine item “c2” is x\/y and has no fallback/);
  });
});

describe('an invalid spine', () => {
  for (const [condition, spine] of [
    ['is empty', ''],
    ['refers to nothing in the manifest', '<itemref idref="gone"/>'],
  ] as const) {
    it(`that ${condition} is replaced by all documents in manifest order`, async () => {
      const { text, warnings } = await read({
        chapters: [],
        spine,
        manifest: `<item id="b" href="b.xhtml" media-type="application/xhtml+xml"/>
          <item id="a" href="a.xhtml" media-type="application/xhtml+xml"/>`,
        extra: { 'OEBPS/a.xhtml': page('A'), 'OEBPS/b.xhtml': page('B') },
      });

      assert.equal(text, 'B|A');
      assert.ok(
        warnings.some(({ code, path }) => code === 'spine_missing' && path === 'OEBPS/package.opf'),
      );
    });
  }

  it('omits missing documents', async () => {
    const { text, messages } = await read({
      chapters: ['<p>One</p>', { body: '<p>Two</p>', path: 'two.xhtml', title: null }],
      without: ['OEBPS/two.xhtml'],
    });

    assert.equal(text, 'One');
    assert.deepEqual(messages, [
      'file_missing: “OEBPS/two.xhtml” is not in the archive.',
      'spine_item: The spine item “c2” is application/xhtml+xml and has no fallback that can be shown.',
    ]);
  });
});

describe('invalid metadata', () => {
  it('is completed from the content', async () => {
    const fixture: EpubFixture = {
      metadata: { title: '', language: '', identifier: '' },
      chapters: [{ body: '<p>Ein Text</p>', htmlAttributes: 'lang="de"', title: 'Das Buch' }],
    };
    const { metadata, messages } = await read(fixture);

    assert.equal(metadata.title, 'Das Buch');
    assert.deepEqual(metadata.languages, ['de']);
    assert.match(metadata.identifier, /^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-8/);
    assert.equal((await read(fixture)).metadata.identifier, metadata.identifier);
    assert.deepEqual(messages, [
      'title_missing: The package has no title. “Das Buch” was used.',
      'language_missing: The package has no language. The language of its documents, de, was used.',
      'identifier_missing: The package has no identifier. One was generated from the content.',
    ]);
  });

  it('uses the title in the NCX, or a placeholder if there is none', async () => {
    const named = await read({
      version: '2.0',
      metadata: { title: '' },
      ncx: '<docTitle><text>The Book</text></docTitle><navMap/>',
    });
    const bare = await read({
      metadata: { title: '', language: 'English' },
      chapters: [{ body: '<p>Text</p>', title: null, htmlAttributes: '' }],
    });

    assert.equal(named.metadata.title, 'The Book');
    assert.equal(bare.metadata.title, 'Untitled');
    assert.deepEqual(bare.metadata.languages, ['und']);
    assert.ok(
      bare.messages.includes(
        'language_unknown: The package states the language “English”, which is not a valid language tag.',
      ),
    );
  });

  for (const [written, meant] of [
    ['1999-02-28T25:00', '1999-02-28'],
    ['1999-02-30', '1999'],
    ['2010-13-45', '2010'],
    ['5th of May, 1911', '1911'],
    ['05/11/1987', '1987'],
    ['20190304', '2019'],
    ['soon', null],
  ] as const) {
    it(`reads the date “${written}” as ${meant ?? 'none'}`, async () => {
      const { metadata, warnings } = await read({
        metadata: { more: `<dc:date>${written}</dc:date>` },
      });

      assert.equal(metadata.publishedAt, meant);
      assert.deepEqual(
        warnings.map(({ code }) => code),
        written.startsWith('1999-02-28') ? [] : ['date_unreadable'],
      );
    });
  }

  it('is read from formats older than EPUB 2', async () => {
    const { metadata, text, messages } = await read({
      chapters: [],
      extra: {
        'OEBPS/package.opf': `<package unique-identifier="q"
          xmlns="http://openebook.org/namespaces/oeb-package/1.0/"><metadata>
          <dc-metadata xmlns:dc="http://purl.org/dc/elements/1.0/"><dc:Title>Old</dc:Title>
          <dc:Language>en</dc:Language><dc:Identifier id="q">1</dc:Identifier></dc-metadata></metadata>
          <manifest><item id="a" href="a.html" media-type="text/x-oeb1-document"/></manifest>
          <spine><itemref idref="a"/></spine>
          <guide><reference type="text" title="Start" href="a.html"/></guide></package>`,
        'OEBPS/a.html': '<html><body><h1>Old</h1></body></html>',
      },
    });

    assert.deepEqual(
      [metadata.title, metadata.languages, metadata.identifier],
      ['Old', ['en'], '1'],
    );
    assert.equal(text, 'Old');
    assert.deepEqual(messages, [
      'version_missing: “OEBPS/package.opf” states no EPUB version. 2.0 was used.',
      'contents_missing: The book has no table of contents. Its headings were used instead.',
    ]);
  });
});

describe('an invalid table of contents', () => {
  const chapters = ['<h1>The first</h1>', '<h1>The second</h1>'];
  const headings = ['The first', 'The second'];
  const titles = (toc: { title: string }[]) => toc.map(({ title }) => title);

  it('is generated from the headings if the file is missing, empty or broken', async () => {
    for (const fixture of [
      { without: ['OEBPS/nav.xhtml'] },
      { nav: '<nav epub:type="toc"/>' },
      { extra: { 'OEBPS/nav.xhtml': '' } },
      { extra: { 'OEBPS/nav.xhtml': '<<<>>>' } },
    ]) {
      const { toc, messages } = await read({ chapters, ...fixture });

      assert.deepEqual(titles(toc), headings);
      assert.ok(messages.some((line) => line.startsWith('contents_missing: ')));
    }
  });

  it('is generated from the headings if no entry has an existing target', async () => {
    const { toc } = await read({
      chapters,
      nav: '<nav epub:type="toc"><ol><li><a href="gone.xhtml">Gone</a></li></ol></nav>',
    });

    assert.deepEqual(titles(toc), headings);
  });

  it('resolves a missing target to the start of its document', async () => {
    const { toc, messages } = await read({
      chapters,
      nav: '<nav epub:type="toc"><ol><li><a href="chapter-2.xhtml#gone">Two</a></li></ol></nav>',
    });

    assert.deepEqual(toc, [{ title: 'Two', section: 1, offset: 0, children: [] }]);
    assert.deepEqual(messages, [
      'navigation_target: The navigation points to “chapter-2.xhtml#gone”, which is not in its document.',
    ]);
  });

  it('comes from the NCX if the navigation document is missing', async () => {
    const { toc } = await read({
      chapters,
      without: ['OEBPS/nav.xhtml'],
      files: {
        'toc.ncx': `<ncx xmlns="http://www.daisy.org/z3986/2005/ncx/"><navMap><navPoint>
          <navLabel><text>By the NCX</text></navLabel><content src="chapter-1.xhtml"/></navPoint></navMap></ncx>`,
      },
    });

    assert.deepEqual(titles(toc), ['By the NCX']);
  });
});

describe('a spine with repeated documents', () => {
  it('keeps a hundred repeats and omits the others with a warning', async () => {
    const { readingOrder, warnings } = await compileFixture({
      chapters: ['<p>a</p>', '<p>b</p>'],
      spine: '<itemref idref="c1"/>'.repeat(9000),
    });

    assert.equal(readingOrder.length, 102);
    assert.deepEqual(
      warnings.map(({ code, message }) => `${code}: ${message}`),
      [
        'spine_repeats: The spine contains “OEBPS/chapter-1.xhtml” more than once.',
        'spine_repeats: The spine repeats more than 100 documents. The others were omitted.',
      ],
    );
  });
});
