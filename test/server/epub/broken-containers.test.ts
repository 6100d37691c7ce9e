import assert from 'node:assert/strict';
import { buffer } from 'node:stream/consumers';
import { describe, it } from 'node:test';
import { fromBufferPromise } from 'yauzl';
import { compilePublication } from '../../../server/epub/compile-publication.ts';
import { buildEpub, buildZip, encryptionXml, type EpubFixture } from './fixtures/build-epub.ts';
import { compileFixture, textOfTree } from './fixtures/compile-fixture.ts';

const invalid = { name: 'Failure', code: 'epub_invalid' };
const chapters = ['<p>Text that is read.</p>'];

/** Text of the book and what was told of it. */
async function read(source: EpubFixture | Buffer) {
  const { sections, warnings } = Buffer.isBuffer(source)
    ? await compilePublication(source)
    : await compileFixture(source);
  return {
    text: sections.map(({ tree }) => textOfTree(tree)).join('|'),
    told: warnings.map(({ code, message }) => `${code}: ${message}`),
    warnings,
  };
}

const container = (...paths: string[]) =>
  `<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>${paths
    .map((path) => `<rootfile full-path="${path}" media-type="application/oebps-package+xml"/>`)
    .join('')}</rootfiles></container>`;

describe('a container with faults is read, and each is told:', () => {
  const mimetypes: Record<string, [EpubFixture, string]> = {
    'a mimetype that is missing': [{ without: ['mimetype'] }, 'is missing'],
    'one that says something else': [
      { extra: { mimetype: 'application/zip' } },
      'does not say application/epub+zip',
    ],
    'one with a byte order mark': [
      { extra: { mimetype: '\uFEFFapplication/epub+zip' } },
      'has more in it than application/epub+zip',
    ],
    'one with a line break': [
      { extra: { mimetype: 'application/epub+zip\r\n' } },
      'has more in it than application/epub+zip',
    ],
    'one that is very long': [
      { extra: { mimetype: 'x'.repeat(5000) } },
      'does not say application/epub+zip',
    ],
    'one that is not first': [{ mimetypeFirst: false }, 'is not the first in the archive'],
  };
  for (const [what, [fixture, fault]] of Object.entries(mimetypes)) {
    it(what, async () => {
      const { text, told } = await read({ chapters, ...fixture });

      assert.equal(text, 'Text that is read.');
      assert.deepEqual(told, [`mimetype: The file “mimetype” ${fault}.`]);
    });
  }

  it('a mimetype that is compressed', async () => {
    const files = [
      { path: 'mimetype', content: 'application/epub+zip', compress: true },
      { path: 'META-INF/container.xml', content: container('a.opf') },
      { path: 'a.opf', content: onePackage },
      { path: 'a.xhtml', content: '<html xmlns="http://www.w3.org/1999/xhtml"><p>A</p></html>' },
    ];

    const { text, told } = await read(await buildZip(files));

    assert.equal(text, 'A');
    assert.equal(told[0], 'mimetype: The file “mimetype” is compressed.');
  });

  it('bytes before and behind the zip file', async () => {
    const epub = await buildEpub({ chapters });
    const mailed = Buffer.concat([Buffer.from('--boundary\r\n'), epub, Buffer.alloc(70_000, 10)]);

    const { text, told } = await read(mailed);

    assert.equal(text, 'Text that is read.');
    assert.deepEqual(told, [
      'zip_surrounded: There are 12 bytes before and 70000 behind the zip file.',
    ]);
  });

  it('a folder that was zipped whole', async () => {
    const inner = await buildEpub({ chapters });
    const zip = await inFolder(inner, 'My Book/');

    const { text, told } = await read(zip);

    assert.equal(text, 'Text that is read.');
    assert.equal(
      told[0],
      'container_folder: The book lies in the folder “My Book/” of the zip file.',
    );
  });

  for (const [what, content] of [
    ['is empty', ''],
    ['is no XML', 'a text'],
    ['names a package that is not there', container('OPS/book.opf')],
    ['names none', container()],
  ] as const) {
    it(`a container file that ${what}`, async () => {
      const { text, warnings } = await read({
        chapters,
        extra: { 'META-INF/container.xml': content, 'deep/er/other.opf': '<package/>' },
      });

      assert.equal(text, 'Text that is read.');
      assert.deepEqual(warnings.at(-1), {
        code: 'package_guessed',
        message:
          'META-INF/container.xml names no package that is there; “OEBPS/package.opf” was taken.',
        path: 'OEBPS/package.opf',
      });
    });
  }

  it('a path of the package with backslashes, another case or a slash before it', async () => {
    for (const path of ['OEBPS\\package.opf', 'oebps/Package.opf', '/OEBPS/package.opf']) {
      const { text } = await read({
        chapters,
        extra: { 'META-INF/container.xml': container(path) },
      });

      assert.equal(text, 'Text that is read.', path);
    }
  });

  it('several packages, of which the first that is there is taken', async () => {
    const { text, told } = await read({
      chapters,
      extra: {
        'META-INF/container.xml': container('gone.opf', 'OEBPS/package.opf', 'other.opf'),
        'other.opf': '<package/>',
      },
    });

    assert.equal(text, 'Text that is read.');
    assert.deepEqual(told, [
      'rendition: The rendition “OEBPS/package.opf” does not say when to choose it.',
      'rendition: The rendition “other.opf” does not say when to choose it.',
    ]);
  });

  it('a file that is encrypted, but is none of the text', async () => {
    const { text, told } = await read({
      chapters,
      files: { 'film.mp4': 'encrypted' },
      extra: { 'META-INF/encryption.xml': encryptionXml('OEBPS/film.mp4', 'urn:a') },
    });

    assert.equal(text, 'Text that is read.');
    assert.deepEqual(told, ['file_locked: “OEBPS/film.mp4” is encrypted (urn:a); it is left out.']);
  });
});

describe('what is no book that can be read is refused with what to do about it:', () => {
  for (const [what, bytes, message] of [
    ['an empty file', '', 'The file is empty: ask for the book as an EPUB file.'],
    ['a PDF', '%PDF-1.7', 'This is a PDF file, not an EPUB: ask for the book as an EPUB file.'],
    [
      'a Kindle book',
      `${'x'.repeat(60)}BOOKMOBI`,
      'This is a Kindle book, not an EPUB: ask for the book as an EPUB file.',
    ],
  ] as const) {
    it(what, async () => {
      await assert.rejects(compilePublication(Buffer.from(bytes)), { ...invalid, message });
    });
  }

  it('a zip file with EPUB files in it', async () => {
    const zip = await buildZip([{ path: 'books/one.epub', content: await buildEpub() }]);

    await assert.rejects(compilePublication(zip), {
      ...invalid,
      message: 'This zip file is no EPUB, but holds “books/one.epub”: unpack it and import that.',
    });
  });

  it('an archive without a container file', async () => {
    await assert.rejects(compileFixture({ without: ['META-INF/container.xml'] }), {
      ...invalid,
      message: /no META-INF\/container\.xml\. Ask for the book as EPUB/,
    });
  });

  it('an archive whose file names are not in UTF-8', async () => {
    const epub = await buildEpub({ extra: { 'OEBPS/spXcial.css': '' } });
    for (let at = epub.indexOf('spXcial'); at !== -1; at = epub.indexOf('spXcial', at + 1)) {
      epub[at + 2] = 0x82;
    }

    await assert.rejects(compilePublication(epub), {
      ...invalid,
      message: /“OEBPS\/sp\uFFFDcial\.css” is not in UTF-8: export the book again/,
    });
  });

  for (const [file, name] of [
    ['META-INF/license.lcpl', 'the DRM Readium LCP'],
    ['META-INF/sinf.xml', 'the DRM Apple FairPlay'],
    ['META-INF/rights.xml', 'the DRM of Adobe'],
  ] as const) {
    it(`a book that is locked with ${name}`, async () => {
      const encryption = encryptionXml('OEBPS/chapter-1.xhtml', 'urn:aes');

      await assert.rejects(
        compileFixture({ extra: { 'META-INF/encryption.xml': encryption, [file]: '' } }),
        {
          code: 'epub_encrypted',
          message: `The book is locked with ${name}: “OEBPS/chapter-1.xhtml” is encrypted (urn:aes). Ask its publisher for a file without DRM.`,
        },
      );
    });
  }

  it('a book whose package is locked', async () => {
    const encryption = encryptionXml('OEBPS/package.opf', 'urn:aes');

    await assert.rejects(compileFixture({ extra: { 'META-INF/encryption.xml': encryption } }), {
      code: 'epub_encrypted',
      message: /“OEBPS\/package\.opf” is encrypted/,
    });
  });
});

const onePackage = `<package xmlns="http://www.idpf.org/2007/opf" version="3.0"><manifest>
  <item id="a" href="a.xhtml" media-type="application/xhtml+xml"/></manifest>
  <spine><itemref idref="a"/></spine></package>`;

/** The entries of a zip file again, all in a folder. */
async function inFolder(epub: Buffer, folder: string): Promise<Buffer> {
  const zip = await fromBufferPromise(epub);
  const entries = [];
  for await (const entry of zip.eachEntry()) {
    const content = await buffer(await zip.openReadStreamPromise(entry));
    entries.push({ path: folder + entry.fileName, content });
  }
  return buildZip(entries);
}
