import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { buildPng } from './fixtures/build-epub.ts';
import {
  bodyOf,
  compileChapter,
  compileFixture,
  firstElement,
} from './fixtures/compile-fixture.ts';

const onePixel =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

describe('links in a section', () => {
  it('resolve to sections, resources or external URLs', async () => {
    const { sections, warnings } = await compileFixture({
      chapters: [
        `<a href="#here" id="here">a</a><a href="b%20c.xhtml#n%C3%A4">b</a><a href="b%20c.xhtml?q=1">c</a><a href="../OEBPS/pic.png">d</a>
        <a href="https://example.org/?a=1&amp;b=2">e</a><a href="//example.org/x">f</a><a href="mailto:a@b.example">g</a><a href="tel:+1">h</a>`,
        { body: '<p id="nä">x</p>', path: 'b c.xhtml' },
      ],
      files: { 'pic.png': buildPng(2, 2) },
      spine: '<itemref idref="c2"/>',
    });

    const [first] = sections;
    const hrefs = first
      ? bodyOf(first).flatMap((node) => (typeof node === 'string' ? [] : node[1]['href']))
      : [];
    assert.deepEqual(hrefs, [
      'section:0#here',
      'section:1#nä',
      'section:1',
      'resource:OEBPS/pic.png',
      'https://example.org/?a=1&b=2',
      'https://example.org/x',
      'mailto:a@b.example',
      'tel:+1',
    ]);
    assert.deepEqual(
      warnings.map(({ message }) => message),
      ['The spine contains “OEBPS/b c.xhtml” more than once.'],
    );
  });

  it('cause a warning if their target is missing', async () => {
    const { warnings } = await compileFixture({
      chapters: ['<a href="#gone">a</a><a href="nav.xhtml">b</a><a href="gone.xhtml">c</a>'],
    });

    assert.deepEqual(
      warnings.map(({ message }) => message),
      [
        'A link in “OEBPS/chapter-1.xhtml” points to “nav.xhtml”, which is not in the spine.',
        'A link in “OEBPS/chapter-1.xhtml” points to “gone.xhtml”, which cannot be shown.',
        'A link in “OEBPS/chapter-1.xhtml” points to the missing id “gone”.',
        '“OEBPS/gone.xhtml” is not in the archive.',
      ],
    );
  });

  it('become plain text with a warning if their target is not in the spine', async () => {
    const { sections, warnings } = await compileFixture({
      chapters: ['<p>See <a href="notes.xhtml#n1">note 1</a>.</p>'],
      files: { 'notes.xhtml': '<html xmlns="http://www.w3.org/1999/xhtml"><body/></html>' },
    });

    assert.deepEqual(sections.map(bodyOf), [[['p', {}, 'See ', ['a', {}, 'note 1'], '.']]]);
    assert.deepEqual(warnings, [
      {
        code: 'link_broken',
        message:
          'A link in “OEBPS/chapter-1.xhtml” points to “notes.xhtml#n1”, which is not in the spine.',
        path: 'OEBPS/chapter-1.xhtml',
      },
    ]);
  });
});

describe('images in a section', () => {
  const files = {
    'a.png': buildPng(40, 20),
    'b.svg': '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 30 60"/>',
  };
  const imageOf = async (markup: string) => {
    const section = await compileChapter(`<p>${markup}</p>`, { files });
    return firstElement(section.tree, 'img')?.[1];
  };

  it('get the size of their files', async () => {
    const src = 'resource:OEBPS/a.png';
    assert.deepEqual(await imageOf('<img src="a.png" alt="A"/>'), {
      alt: 'A',
      src,
      width: '40',
      height: '20',
    });
    assert.deepEqual(await imageOf('<img src="b.svg"/>'), {
      src: 'resource:OEBPS/b.svg',
      alt: '',
      width: '30',
      height: '60',
    });
  });

  it('keep the size specified by the author', async () => {
    const sizeOf = async (attributes: string) => {
      const image = await imageOf(`<img src="a.png" alt="" ${attributes}/>`);
      return [image?.['width'], image?.['height']];
    };

    assert.deepEqual(await sizeOf('width="20"'), ['20', '10']);
    assert.deepEqual(await sizeOf('height="5px"'), ['10', '5']);
    assert.deepEqual(await sizeOf('width="7" height="9"'), ['7', '9']);
    assert.deepEqual(await sizeOf('width="50%"'), ['50%', undefined]);
    assert.deepEqual(await sizeOf('width="auto" height="large"'), ['40', '20']);
  });

  it('include fallbacks and object elements', async () => {
    const section = await compileChapter(
      '<p><img src="x.psd" alt="x"/><object data="a.png" type="image/png">words</object></p>',
      {
        files,
        extra: { 'OEBPS/x.psd': 'psd' },
        manifest:
          '<item id="psd" href="x.psd" media-type="image/vnd.adobe.photoshop" fallback="f1"/>',
      },
    );

    const size = { src: 'resource:OEBPS/a.png', width: '40', height: '20' };
    assert.deepEqual(bodyOf(section), [
      [
        'p',
        { class: 'svc-s1' },
        ['img', { alt: 'x', ...size }],
        ['img', { alt: 'words', ...size }],
      ],
    ]);
  });

  it('may be embedded as data URLs', async () => {
    const { sections, resources } = await compileFixture({
      chapters: [`<p><img src="${onePixel}" alt=""/><img src="data:text/html,x" alt=""/></p>`],
    });

    assert.match(JSON.stringify(sections[0]?.tree), /"resource:svc-data\/[0-9a-f]{16}\.png"/);
    assert.deepEqual(
      resources.map(({ mediaType, width, height }) => [mediaType, width, height]),
      [['image/png', 1, 1]],
    );
  });

  it('are used if the manifest forgot them, with the type of their content', async () => {
    const { sections, resources, warnings, styleSheets } = await compileFixture({
      chapters: [
        {
          head: '<link rel="stylesheet" href="forgotten.css"/>',
          body: '<p><img src="forgotten.bin" alt="words"/><img src="page.xhtml" alt="no image"/></p>',
        },
      ],
      extra: {
        'OEBPS/forgotten.bin': buildPng(4, 4),
        'OEBPS/forgotten.css': 'p { color: red; background: url(drawing) }',
        'OEBPS/drawing': '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"/>',
        'OEBPS/unused.png': buildPng(5, 5),
        'OEBPS/page.xhtml': '<html xmlns="http://www.w3.org/1999/xhtml"/>',
      },
    });

    assert.deepEqual(
      resources.map(({ path, mediaType }) => [path, mediaType]),
      [
        ['OEBPS/drawing', 'image/svg+xml'],
        ['OEBPS/forgotten.bin', 'image/png'],
      ],
    );
    assert.match(JSON.stringify(sections[0]?.tree), /no image/);
    assert.match(Object.values(styleSheets).join(), /resource:OEBPS\/drawing/);
    assert.deepEqual(
      warnings.filter(({ code }) => code.startsWith('file_')).map(({ code, path }) => [code, path]),
      [
        ['file_unlisted', 'OEBPS/forgotten.bin'],
        ['file_unlisted', 'OEBPS/forgotten.css'],
        ['file_unlisted', 'OEBPS/drawing'],
        ['file_missing', 'OEBPS/page.xhtml'],
      ],
    );
  });

  it('have the type of their bytes instead of their extension', async () => {
    const { resources, warnings } = await compileFixture({
      chapters: ['<img src="a.jpg" alt=""/><img src="b.jpg" alt=""/>'],
      files: { 'a.jpg': buildPng(3, 3), 'b.jpg': 'not an image' },
    });

    assert.deepEqual(
      resources.map(({ path, mediaType }) => [path, mediaType]),
      [
        ['OEBPS/a.jpg', 'image/png'],
        ['OEBPS/b.jpg', 'image/jpeg'],
      ],
    );
    assert.deepEqual(
      warnings.map(({ message }) => message),
      [
        '“OEBPS/a.jpg” is listed as image/jpeg, but is image/png.',
        'Could not read the dimensions of “OEBPS/b.jpg”.',
      ],
    );
  });
});

describe('audio and video', () => {
  it('keep their sources and get controls', async () => {
    const { sections, resources } = await compileFixture({
      chapters: [
        '<audio autoplay="" src="a.mp3"></audio><video poster="p.png"><source src="v.mp4" type="video/mp4"/><track src="t.vtt" kind="captions"/></video>',
      ],
      files: { 'a.mp3': 'a', 'v.mp4': 'v', 'p.png': buildPng(2, 2), 't.vtt': 'WEBVTT' },
    });

    const media = { controls: '', preload: 'none' };
    assert.deepEqual(sections.map(bodyOf), [
      [
        ['audio', { src: 'resource:OEBPS/a.mp3', ...media }],
        [
          'video',
          { poster: 'resource:OEBPS/p.png', ...media },
          ['source', { type: 'video/mp4', src: 'resource:OEBPS/v.mp4' }],
          ['track', { kind: 'captions', src: 'resource:OEBPS/t.vtt' }],
        ],
      ],
    ]);
    assert.deepEqual(
      resources.map(({ mediaType }) => mediaType),
      ['audio/mpeg', 'image/png', 'video/mp4', 'text/vtt'],
    );
  });
});

describe('icons of note links', () => {
  it('have the size of the text unless a rule states another', async () => {
    const { css, tree } = await compileChapter(
      '<p>One<a class="duokan-footnote" href="#n"><img src="icon.png" alt=""/></a>' +
        '<a epub:type="noteref" href="#n"><img src="icon.png" alt=""/></a>' +
        '<a href="#n"><img src="icon.png" alt=""/></a></p><p id="n">Note</p>',
      { files: { 'icon.png': buildPng(48, 48) } },
    );
    assert.match(css, /\.svc-p\d*\)?\{height:1em;width:auto;object-fit:contain\}/);
    assert.equal(JSON.stringify(tree).match(/svc-p\d/g)?.length, 2);
  });
});
