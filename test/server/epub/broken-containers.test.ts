import assert from 'node:assert/strict';
import { buffer } from 'node:stream/consumers';
import { describe, it } from 'node:test';
import { fromBufferPromise } from 'yauzl';
import { compilePublication } from '../../../server/epub/compile-publication.ts';
import { buildEpub, buildZip, encryptionXml, type EpubFixture } from './fixtures/build-epub.ts';
import { compileFixture, textOfTree } from './fixtures/compile-fixture.ts';

const invalid = { name: 'Failure', code: 'epub_invalid' };
const chapters = ['<p>Text that is read.</p>'];

/** The book's text and its warnings. */
async function read(source: EpubFixture | Buffer) {
  const { sections, warnings } = Buffer.isBuffer(source)
    ? await compilePublication(source)
    : await compileFixture(source);
  return {
    text: sections.map(({ tree }) => textOfTree(tree)).join('|'),
    messages: warnings.map(({ code, message }) => `${code}: ${message}`),
    warnings,
  };
}

const container = (...paths: string[]) =>
  `<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>${paths
    .map((path) => `<rootfile full-path="${path}" media-type="application/oebps-package+xml"/>`)
    .join('')}</rootfiles></container>`;

describe('reads an invalid container with a warning:', () => {
  const mimetypes: Record<string, [EpubFixture, string]> = {
    'a missing mimetype': [{ without: ['mimetype'] }, 'is missing'],
    'a mimetype with another type': [
      { extra: { mimetype: 'application/zip' } },
      'does not contain “application/epub+zip”',
    ],
    'a mimetype with a byte order mark': [
      { extra: { mimetype: '\uFEFFapplication/epub+zip' } },
      'contains more than “application/epub+zip”',
    ],
    'a mimetype with a line break': [
      { extra: { mimetype: 'application/epub+zip\r\n' } },
      'contains more than “application/epub+zip”',
    ],
    'a very long mimetype': [
      { extra: { mimetype: 'x'.repeat(5000) } },
      'does not contain “application/epub+zip”',
    ],
    'a mimetype that is not first': [
      { mimetypeFirst: false },
      'is not the first entry in the archive',
    ],
  };
  for (const [name, [fixture, problem]] of Object.entries(mimetypes)) {
    it(name, async () => {
      const { text, messages } = await read({ chapters, ...fixture });

      assert.equal(text, 'Text that is read.');
      assert.deepEqual(messages, [`mimetype: The file “mimetype” ${problem}.`]);
    });
  }

  it('a compressed mimetype', async () => {
    const files = [
      { path: 'mimetype', content: 'application/epub+zip', compress: true },
      { path: 'META-INF/container.xml', content: container('a.opf') },
      { path: 'a.opf', content: onePackage },
      { path: 'a.xhtml', content: '<html xmlns="http://www.w3.org/1999/xhtml"><p>A</p></html>' },
    ];

    const { text, messages } = await read(await buildZip(files));

    assert.equal(text, 'A');
    assert.equal(messages[0], 'mimetype: The file “mimetype” is compressed.');
  });

  it('bytes before and after the zip file', async () => {
    const epub = await buildEpub({ chapters });
    const surrounded = Buffer.concat([
      Buffer.from('--boundary\r\n'),
      epub,
      Buffer.alloc(70_000, 10),
    ]);

    const { text, messages } = await read(surrounded);

    assert.equal(text, 'Text that is read.');
    assert.deepEqual(messages, [
      'zip_surrounded: Ignored 12 bytes before and 70000 after the zip file.',
    ]);
  });

  it('a zipped folder', async () => {
    const inner = await buildEpub({ chapters });
    const zip = await inFolder(inner, 'My Book/');

    const { text, messages } = await read(zip);

    assert.equal(text, 'Text that is read.');
    assert.equal(
      messages[0],
      'container_folder: The book is in the folder “My Book/” of the zip file.',
    );
  });

  for (const [name, content] of [
    ['is empty', ''],
    ['is not XML', 'a text'],
    ['lists a missing package', container('OPS/book.opf')],
    ['lists no package', container()],
  ] as const) {
    it(`a container file that ${name}`, async () => {
      const { text, warnings } = await read({
        chapters,
        extra: { 'META-INF/container.xml': content, 'deep/er/other.opf': '<package/>' },
      });

      assert.equal(text, 'Text that is read.');
      assert.deepEqual(warnings.at(-1), {
        code: 'package_guessed',
        message:
          'META-INF/container.xml lists no package document that exists. “OEBPS/package.opf” was used instead.',
        path: 'OEBPS/package.opf',
      });
    });
  }

  it('a package path with backslashes, different case or a leading slash', async () => {
    for (const path of ['OEBPS\\package.opf', 'oebps/Package.opf', '/OEBPS/package.opf']) {
      const { text } = await read({
        chapters,
        extra: { 'META-INF/container.xml': container(path) },
      });

      assert.equal(text, 'Text that is read.', path);
    }
  });

  it('several packages, of which the first existing one is used', async () => {
    const { text, messages } = await read({
      chapters,
      extra: {
        'META-INF/container.xml': container('gone.opf', 'OEBPS/package.opf', 'other.opf'),
        'other.opf': '<package/>',
      },
    });

    assert.equal(text, 'Text that is read.');
    assert.deepEqual(messages, [
      'rendition: The rendition “OEBPS/package.opf” has no selection attribute.',
      'rendition: The rendition “other.opf” has no selection attribute.',
    ]);
  });

  it('an encrypted file outside the spine', async () => {
    const { text, messages } = await read({
      chapters,
      files: { 'film.mp4': 'encrypted' },
      extra: { 'META-INF/encryption.xml': encryptionXml('OEBPS/film.mp4', 'urn:a') },
    });

    assert.equal(text, 'Text that is read.');
    assert.deepEqual(messages, [
      'file_locked: “OEBPS/film.mp4” is encrypted (urn:a) and was omitted.',
    ]);
  });
});

describe('rejects an unreadable file with advice:', () => {
  for (const [name, bytes, message] of [
    ['an empty file', '', 'The file is empty. Ask for the book as an EPUB file.'],
    ['a PDF', '%PDF-1.7', 'This is a PDF file, not an EPUB. Ask for the book as an EPUB file.'],
    [
      'a Kindle book',
      `${'x'.repeat(60)}BOOKMOBI`,
      'This is a Kindle book, not an EPUB. Ask for the book as an EPUB file.',
    ],
  ] as const) {
    it(name, async () => {
      await assert.rejects(compilePublication(Buffer.from(bytes)), { ...invalid, message });
    });
  }

  it('a zip file with EPUB files in it', async () => {
    const zip = await buildZip([{ path: 'books/one.epub', content: await buildEpub() }]);

    await assert.rejects(compilePublication(zip), {
      ...invalid,
      message:
        'This zip file is not an EPUB, but contains “books/one.epub”. Unpack it and import that file.',
    });
  });

  it('an archive without a container file', async () => {
    await assert.rejects(compileFixture({ without: ['META-INF/container.xml'] }), {
      ...invalid,
      message: /no META-INF\/container\.xml\. Ask for the book as an EPUB file/,
    });
  });

  it('an archive whose file names are not in UTF-8', async () => {
    const epub = await buildEpub({ extra: { 'OEBPS/spXcial.css': '' } });
    for (let at = epub.indexOf('spXcial'); at !== -1; at = epub.indexOf('spXcial', at + 1)) {
      epub[at + 2] = 0x82;
    }

    await assert.rejects(compilePublication(epub), {
      ...invalid,
      message: /“OEBPS\/sp\uFFFDcial\.css” is not in UTF-8\. Export the book again/,
    });
  });

  for (const [file, name] of [
    ['META-INF/license.lcpl', 'Readium LCP'],
    ['META-INF/sinf.xml', 'Apple FairPlay'],
    ['META-INF/rights.xml', 'Adobe DRM'],
  ] as const) {
    it(`a book protected with ${name}`, async () => {
      const encryption = encryptionXml('OEBPS/chapter-1.xhtml', 'urn:aes');

      await assert.rejects(
        compileFixture({ extra: { 'META-INF/encryption.xml': encryption, [file]: '' } }),
        {
          code: 'epub_encrypted',
          message: `The book is protected with ${name}: “OEBPS/chapter-1.xhtml” is encrypted (urn:aes). Ask its publisher for a file without DRM.`,
        },
      );
    });
  }

  it('a book with an encrypted package', async () => {
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

/** Moves all entries of a zip file into a folder. */
async function inFolder(epub: Buffer, folder: string): Promise<Buffer> {
  const zip = await fromBufferPromise(epub);
  const entries = [];
  for await (const entry of zip.eachEntry()) {
    const content = await buffer(await zip.openReadStreamPromise(entry));
    entries.push({ path: folder + entry.fileName, content });
  }
  return buildZip(entries);
}
