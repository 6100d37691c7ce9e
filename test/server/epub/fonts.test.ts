import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fakeFont } from './fixtures/build-epub.ts';
import { compileFixture } from './fixtures/compile-fixture.ts';

const face = (family: string, src: string, more = '') =>
  `@font-face { font-family: ${family}; src: ${src}; ${more} }`;

describe('fonts in a book', () => {
  it('are removed from the style sheets and get unique family names', async () => {
    const { fonts, styleSheets, resources } = await compileFixture({
      css: `${face('"My Font"', 'local("Arial"), url(a.otf) format("opentype")', 'font-weight: 700; unicode-range: U+41-5A')}
        ${face('My Font', 'url(x.eot) format("embedded-opentype"), url(b.woff2) format("woff2")', 'font-style: italic')}
        p { font-family: 'my font', Georgia, serif } b { font: 1em My Font }`,
      files: { 'a.otf': fakeFont(), 'b.woff2': Buffer.concat([Buffer.from('wOF2'), fakeFont()]) },
    });

    const family = fonts[0]?.family ?? '';
    assert.match(family, /^svc-[0-9a-f]{8}-1$/);
    assert.deepEqual(fonts, [
      {
        family,
        src: 'resource:OEBPS/a.otf',
        weight: '700',
        style: 'normal',
        stretch: 'normal',
        unicodeRange: 'U+41-5A',
      },
      {
        family,
        src: 'resource:OEBPS/b.woff2',
        weight: 'normal',
        style: 'italic',
        stretch: 'normal',
        unicodeRange: 'U+0-10FFFF',
      },
    ]);
    assert.deepEqual(Object.values(styleSheets), [
      `p{font-family:"${family}","Georgia",serif}b{font:1em"${family}"}`,
    ]);
    assert.deepEqual(
      resources.map(({ path, mediaType }) => [path, mediaType]),
      [
        ['OEBPS/a.otf', 'font/otf'],
        ['OEBPS/b.woff2', 'font/woff2'],
      ],
    );
  });

  it('keep the family name if the file is missing, remote or damaged', async () => {
    const { fonts, styleSheets, warnings } = await compileFixture({
      css: `${face('Gone', 'url(gone.otf)')} ${face('Far', 'url(https://example.org/f.otf)')} p { font-family: Gone, Far }`,
    });

    assert.deepEqual(fonts, []);
    assert.deepEqual(Object.values(styleSheets), ['p{font-family:"Gone","Far"}']);
    assert.deepEqual(
      warnings.map(({ code }) => code),
      ['resource_undeclared', 'file_missing'],
    );
  });

  it('have a different family name in each book', async () => {
    const familyOf = async (title: string) => {
      const { fonts } = await compileFixture({
        metadata: { title },
        css: face('A', 'url(a.otf)'),
        files: { 'a.otf': fakeFont() },
      });
      return fonts[0]?.family;
    };

    assert.equal(await familyOf('One'), await familyOf('One'));
    assert.notEqual(await familyOf('One'), await familyOf('Two'));
  });

  for (const algorithm of ['idpf', 'adobe'] as const) {
    it(`are deobfuscated: ${algorithm}`, async () => {
      const bytes = fakeFont();
      const { fonts, resources } = await compileFixture({
        css: face('Hidden', 'url(h.otf)'),
        obfuscatedFont: { path: 'h.otf', bytes, algorithm },
      });

      assert.equal(fonts.length, 1);
      assert.deepEqual(
        resources.map((resource) => Buffer.from(resource.bytes).equals(bytes)),
        [true],
      );
    });
  }

  it('are omitted if they are damaged', async () => {
    const { fonts, resources, warnings } = await compileFixture({
      css: face('Bad', 'url(bad.otf)'),
      files: { 'bad.otf': 'not a font' },
    });

    assert.deepEqual([fonts, resources], [[], []]);
    assert.deepEqual(
      warnings.map(({ message }) => message),
      ['The font “OEBPS/bad.otf” is damaged and was omitted.'],
    );
  });
});
