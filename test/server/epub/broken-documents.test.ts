import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { compilePublication } from '../../../server/epub/compile-publication.ts';
import { buildEpub, buildPng, type EpubFixture } from './fixtures/build-epub.ts';
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

/** A book whose only chapter is a file with these bytes. */
function chapterOf(...parts: (string | number[])[]): EpubFixture {
  const bytes = parts.map((part) =>
    typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part),
  );
  return { extra: { 'OEBPS/chapter-1.xhtml': Buffer.concat(bytes) } };
}

const open = '<html xmlns="http://www.w3.org/1999/xhtml"><body><p>';
const close = '</p></body></html>';
const xml = (encoding: string) => `<?xml version="1.0" encoding="${encoding}"?>`;

describe('reads a document encoded as', () => {
  const cases: Record<string, [EpubFixture, text: string, problem: string | null]> = {
    'GBK, declared': [
      chapterOf(xml('gbk'), open, [0xba, 0xba, 0xd7, 0xd6], close),
      '汉字',
      'is encoded in gbk; EPUB requires utf-8',
    ],
    'Big5, declared': [
      chapterOf(xml('Big5'), open, [0xba, 0x7e, 0xa6, 0x72], close),
      '漢字',
      'is encoded in big5; EPUB requires utf-8',
    ],
    'Shift_JIS, declared': [
      chapterOf(xml('Shift_JIS'), open, [0x8a, 0xbf, 0x8e, 0x9a], close),
      '漢字',
      'is encoded in shift_jis; EPUB requires utf-8',
    ],
    'Latin-1, declared': [
      chapterOf(xml('ISO-8859-1'), open, 'Caf\u00E9', close),
      'Café',
      'is encoded in windows-1252; EPUB requires utf-8',
    ],
    'Cyrillic, declared in a meta element': [
      chapterOf(
        '<html><head><meta http-equiv="Content-Type" content="text/html; charset=windows-1251"/></head><body><p>',
        [0xcc, 0xe8, 0xf0],
        close,
      ),
      'Мир',
      'is encoded in windows-1251; EPUB requires utf-8',
    ],
    'Windows-1252, not declared': [
      chapterOf(open, 'Caf\u00E9 \u0096', close),
      'Café –',
      'is not valid utf-8 and declares no encoding and was read as windows-1252',
    ],
    'Windows-1252, declared as UTF-8': [
      chapterOf(xml('utf-8'), open, 'Caf\u00E9', close),
      'Café',
      'declares utf-8, but is not valid utf-8 and was read as windows-1252',
    ],
    'UTF-8, declared as Latin-1': [
      chapterOf(xml('iso-8859-1'), open, [...Buffer.from('Café')], close),
      'Café',
      'declares windows-1252, but is encoded in utf-8',
    ],
    'UTF-8 with a damaged byte': [
      chapterOf(open, [...Buffer.from('Ünï'), 0xff, ...Buffer.from('ö')], close),
      'Ünï\uFFFDö',
      'contains 1 invalid utf-8 sequences',
    ],
    'UTF-8 with a byte order mark': [
      chapterOf([0xef, 0xbb, 0xbf], xml('utf-8'), open, [...Buffer.from('ü')], close),
      'ü',
      null,
    ],
    'UTF-16, with and without a byte order mark': [
      {
        chapters: ['', ''],
        extra: {
          'OEBPS/chapter-1.xhtml': Buffer.from(`\uFEFF${xml('utf-16')}${open}ü${close}`, 'utf16le'),
          'OEBPS/chapter-2.xhtml': Buffer.from(`${open}ö${close}`, 'utf16le').swap16(),
        },
      },
      'ü|ö',
      null,
    ],
  };
  for (const [name, [fixture, text, problem]] of Object.entries(cases)) {
    it(name, async () => {
      const book = await read(fixture);

      assert.equal(book.text, text);
      assert.deepEqual(
        book.messages,
        problem === null ? [] : [`encoding: “OEBPS/chapter-1.xhtml” ${problem}.`],
      );
    });
  }
});

describe('a document that is not well-formed XML', () => {
  it('is parsed as HTML, in lower or upper case, with a warning', async () => {
    for (const markup of [
      '<html><body><p>One<br>two<p>three&nbsp;<img src=a.png><p>four<ul><li>x<li>y</ul></body></html>',
      '<HTML><BODY><P>One<BR>two<P>three&nbsp;<IMG SRC=a.png><P>four<UL><LI>x<LI>y</UL></BODY></HTML>',
    ]) {
      const { text, messages, sections, resources } = await read({
        files: { 'a.png': buildPng(2, 2) },
        chapters: [{ body: '', source: markup }],
      });

      assert.equal(text, 'Onetwothree\u00A0fourxy');
      const tree = JSON.stringify(sections[0]?.tree);
      assert.equal(tree.match(/\["p"/g)?.length, 3);
      assert.equal(tree.match(/\["li"/g)?.length, 2);
      assert.equal(resources.length, 1);
      assert.equal(messages.length, 1);
      assert.match(
        messages[0] ?? '',
        /^not_well_formed: “OEBPS\/chapter-1\.xhtml” is not well-formed XML/,
      );
    }
  });

  it('may contain undeclared entities', async () => {
    const { text, messages } = await read({ chapters: ['<p>a&nbsp;b &hellip; &made-up; c</p>'] });

    assert.equal(text, 'a\u00A0b … &made-up; c');
    assert.equal(messages.length, 1);
    assert.match(messages[0] ?? '', /^not_well_formed: /);
  });

  it('may have white space or a second byte order mark before its declaration', async () => {
    for (const before of ['\r\n ', '\uFEFF\uFEFF']) {
      const { text } = await read({
        chapters: [{ body: '', source: `${before}${xml('utf-8')}${open}Text${close}` }],
      });

      assert.equal(text, 'Text');
    }
  });

  it('may be empty', async () => {
    const { text, warnings } = await read({
      chapters: ['<p>One</p>', { body: '', source: '' }],
    });

    assert.equal(text, 'One|');
    assert.deepEqual(warnings.at(-1), {
      code: 'section_empty',
      message: '“OEBPS/chapter-2.xhtml” contains no elements.',
      path: 'OEBPS/chapter-2.xhtml',
    });
  });
});

describe('a book with a damaged file', () => {
  const words = (word: string) => `<p>${`${word} that differ. `.repeat(200)}</p>`;

  async function damaged(fixture: EpubFixture, ...names: string[]) {
    const epub = await buildEpub(fixture);
    for (const name of names) {
      const at = epub.indexOf(name) + name.length;
      epub.fill(0xff, at + 5, at + 40);
    }
    return compilePublication(epub);
  }

  it('is read without a chapter that cannot be unpacked', async () => {
    const { sections, warnings } = await damaged(
      { chapters: [words('Words'), words('More')] },
      'OEBPS/chapter-2.xhtml',
    );

    assert.deepEqual(
      sections.map(({ length }) => length > 0),
      [true, false],
    );
    const [warning] = warnings;
    assert.equal(warning?.code, 'file_damaged');
    assert.equal(warning?.path, 'OEBPS/chapter-2.xhtml');
  });

  it('is read without damaged styles, navigation and encryption files', async () => {
    const { sections, toc, warnings } = await damaged(
      {
        chapters: [`<h1>Heading</h1>${words('Words')}`],
        css: 'p { color: red } '.repeat(50),
        nav: `<nav epub:type="toc">${words('Entries')}</nav>`,
        extra: { 'META-INF/encryption.xml': `<encryption>${words('keys')}</encryption>` },
      },
      'OEBPS/style.css',
      'OEBPS/nav.xhtml',
      'META-INF/encryption.xml',
    );

    assert.ok((sections[0]?.length ?? 0) > 1000);
    assert.equal(toc[0]?.title, 'Heading');
    assert.deepEqual(warnings.map(({ code, path }) => path ?? code).sort(), [
      'META-INF/encryption.xml',
      'OEBPS/nav.xhtml',
      'OEBPS/style.css',
      'contents_missing',
    ]);
  });

  it('is rejected if no chapter can be unpacked', async () => {
    await assert.rejects(
      damaged({ chapters: [words('a'), words('b')] }, 'chapter-1.xhtml', 'chapter-2.xhtml'),
      {
        code: 'epub_invalid',
        message:
          "None of the book's documents can be unpacked, including “OEBPS/chapter-1.xhtml”. Download the book again.",
      },
    );
  });
});

describe('invalid styles, images and fonts', () => {
  it('warns of the first error in a style sheet and keeps its other rules', async () => {
    const { styleSheets, messages } = await read({
      chapters: ['<p class="a">A</p><p class="b">B</p>'],
      css: '.a { margin-top: 1px }\n}} .c { color }\n.b { margin-top: 2px }',
    });

    assert.match(
      Object.values(styleSheets).join(''),
      /\.a\{margin-top:1px\}.*\.b\{margin-top:2px\}/,
    );
    assert.deepEqual(messages, [
      'style_broken: Styles in “OEBPS/style.css”: selector is expected, line 2.',
    ]);
  });

  it('shows an image that is listed as another image type', async () => {
    const { resources, messages } = await read({
      chapters: ['<p><img src="a.gif" alt=""/><img src="b.svg" alt=""/></p>'],
      files: { 'a.gif': buildPng(3, 4), 'b.svg': buildPng(5, 6) },
    });

    assert.deepEqual(
      resources.map(({ mediaType, width, height }) => [mediaType, width, height]),
      [
        ['image/png', 3, 4],
        ['image/png', 5, 6],
      ],
    );
    assert.deepEqual(messages, [
      'media_type: “OEBPS/a.gif” is listed as image/gif, but is image/png.',
      'media_type: “OEBPS/b.svg” is listed as image/svg+xml, but is image/png.',
    ]);
  });

  it('omits a file that is not a font', async () => {
    const { fonts, messages } = await read({
      css: '@font-face { font-family: A; src: url(a.ttf) } p { font-family: A }',
      files: { 'a.ttf': 'no font' },
    });

    assert.deepEqual(fonts, []);
    assert.deepEqual(messages, [
      'font_unreadable: The font “OEBPS/a.ttf” is damaged and was omitted.',
    ]);
  });
});

it('lists twenty warnings of one kind and summarizes the others', async () => {
  const { warnings } = await read({
    missing: Array.from({ length: 50 }, (_, index) => `${index}.png`),
  });

  assert.equal(warnings.length, 21);
  assert.deepEqual(warnings.at(-1), {
    code: 'file_missing',
    message: '30 more warnings of this kind were omitted.',
    path: null,
  });
});

it('counts identical warnings once, and at most a thousand of one kind', async () => {
  const images = (count: number) =>
    Array.from({ length: count }, (_, index) => `<img src="${index}.png" alt=""/>`).join('');
  const few = await read({ chapters: [images(30), images(30)] });
  const many = await read({ chapters: [images(1001)], stored: true });

  assert.equal(few.warnings.at(-1)?.message, '10 more warnings of this kind were omitted.');
  assert.equal(many.warnings.at(-1)?.message, '980 or more warnings of this kind were omitted.');
});
