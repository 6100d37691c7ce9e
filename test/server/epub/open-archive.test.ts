import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { compilePublication } from '../../../server/epub/compile-publication.ts';
import { buildEpub, buildZip, encryptionXml, renameEntry } from './fixtures/build-epub.ts';

const unsafe = { name: 'Failure', code: 'epub_unsafe' };
const invalid = { name: 'Failure', code: 'epub_invalid' };

describe('opening an EPUB', () => {
  it('reads bytes and paths in the same way', async () => {
    const epub = await buildEpub();
    const folder = await mkdtemp(join(tmpdir(), 'epub-'));
    try {
      const path = join(folder, 'book.epub');
      await writeFile(path, epub);

      assert.deepEqual(await compilePublication(path), await compilePublication(epub));
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it('reads bytes inside a larger buffer', async () => {
    const epub = await buildEpub();
    const larger = Buffer.concat([Buffer.alloc(100, 1), epub, Buffer.alloc(100, 2)]);

    const { metadata } = await compilePublication(larger.subarray(100, 100 + epub.length));

    assert.equal(metadata.title, 'A Fixture');
  });

  it('rejects a file that is not a zip file', async () => {
    await assert.rejects(compilePublication(Buffer.from('Hello, I am a text file.')), {
      ...invalid,
      message: /^This is not a zip file, or its end is missing/,
    });
    await assert.rejects(compilePublication(new Uint8Array()), invalid);
  });

  it('rejects a path without a file', async () => {
    await assert.rejects(compilePublication('/no/such/book.epub'), {
      ...invalid,
      message: /no such file/,
    });
  });

  it('rejects a zip file that is not an EPUB', async () => {
    const zip = await buildZip([{ path: 'hello.txt', content: 'Hello.' }]);

    await assert.rejects(compilePublication(zip), {
      ...invalid,
      message:
        'This zip file is not an EPUB: it has no META-INF/container.xml. Ask for the book as an EPUB file, or export it again.',
    });
  });

  it('rejects a truncated file', async () => {
    const epub = await buildEpub();
    for (const length of [30, Math.floor(epub.length / 2), epub.length - 1]) {
      await assert.rejects(compilePublication(epub.subarray(0, length)), {
        ...invalid,
        message: 'This is not a zip file, or its end is missing. Download it or export it again.',
      });
    }
  });

  it('rejects a book whose only chapter is damaged', async () => {
    const epub = await buildEpub({ chapters: [`<p>${'Many different words. '.repeat(200)}</p>`] });
    const name = epub.indexOf('OEBPS/chapter-1.xhtml');
    epub.fill(0xff, name + 30, name + 60);

    await assert.rejects(compilePublication(epub), { ...invalid, message: /chapter-1\.xhtml/ });
  });

  it('reports every failure in one line', async () => {
    const zip = renameEntry(await buildZip([{ path: 'a_b_c', content: '' }]), 'a_b_c', 'a\nb\nc');

    await assert.rejects(compilePublication(zip), (error: Error) => !error.message.includes('\n'));
  });

  for (const [problem, name] of [
    ['starts with ..', '../evil.txt'],
    ['contains ..', 'a/../../b.x'],
    ['is absolute', '/etc/passwd'],
    ['has a backslash', 'dir\\evil.tx'],
    ['has a drive letter', 'C:evil.txt.'],
    ['has a control character', 'evil\u0000name.'],
  ] as const) {
    it(`rejects an entry whose name ${problem}`, async () => {
      const plain = 'x'.repeat(Buffer.byteLength(name));
      const zip = renameEntry(await buildEpub({ extra: { [plain]: 'evil' } }), plain, name);

      await assert.rejects(compilePublication(zip), unsafe);
    });
  }

  it('rejects two entries with the same name', async () => {
    const zip = await buildZip([
      { path: 'one.txt', content: 'first' },
      { path: 'one.txt', content: 'second' },
    ]);

    await assert.rejects(compilePublication(zip), {
      ...unsafe,
      message: 'The archive has two entries named “one.txt”.',
    });
  });

  it('rejects a symbolic link', async () => {
    const zip = await buildZip([{ path: 'link', content: '/etc/passwd', mode: 0o120777 }]);

    await assert.rejects(compilePublication(zip), {
      ...unsafe,
      message: 'The entry “link” is a symbolic link.',
    });
  });

  it('rejects an entry with a password as encrypted', async () => {
    const zip = await buildZip([{ path: 'a.txt', content: 'secret' }]);
    zip.writeUInt16LE(1, zip.indexOf('PK\u0001\u0002') + 8);

    await assert.rejects(compilePublication(zip), { name: 'Failure', code: 'epub_encrypted' });
  });

  it('rejects 200 MB compressed to 200 kB without unpacking them', async () => {
    const bomb = await buildZip([{ path: 'bomb.txt', content: Buffer.alloc(200_000_000) }]);
    assert.ok(bomb.length < 210_000);
    const before = process.memoryUsage().arrayBuffers;

    await assert.rejects(compilePublication(bomb), {
      ...unsafe,
      message: 'The entry “bomb.txt” unpacks to more than 100 times its compressed size.',
    });
    assert.ok(process.memoryUsage().arrayBuffers - before < 10_000_000);
  });

  it('rejects an entry that unpacks to more than its header declares', async () => {
    const zip = await buildEpub({ chapters: [`<p>${'word '.repeat(1000)}</p>`] });
    const entry = zip.lastIndexOf('OEBPS/chapter-1.xhtml') - 46;
    zip.writeUInt32LE(100, entry + 24);

    await assert.rejects(compilePublication(zip), invalid);
  });

  it('rejects more than 10,000 entries', async () => {
    const entries = Array.from({ length: 10_001 }, (_, index) => ({
      path: `${index}`,
      content: '',
      compress: false,
    }));

    await assert.rejects(compilePublication(await buildZip(entries)), {
      ...unsafe,
      message: 'The archive has 10001 entries, but at most 10000 are allowed.',
    });
  });

  it('accepts any compression ratio for small files', async () => {
    const { warnings } = await compilePublication(
      await buildEpub({ extra: { 'OEBPS/blank.bin': Buffer.alloc(1_000_000) } }),
    );

    assert.deepEqual(warnings, []);
  });

  it('warns of a missing, incorrect or misplaced mimetype', async () => {
    const codes = async (fixture: Parameters<typeof buildEpub>[0]) =>
      (await compilePublication(await buildEpub(fixture))).warnings.map(({ code }) => code);

    assert.deepEqual(await codes({ without: ['mimetype'] }), ['mimetype']);
    assert.deepEqual(await codes({ extra: { mimetype: 'application/zip' } }), ['mimetype']);
    assert.deepEqual(await codes({ mimetypeFirst: false }), ['mimetype']);
    assert.deepEqual(await codes({}), []);
  });

  it('rejects a book with DRM and names the method', async () => {
    const algorithm = 'http://www.w3.org/2001/04/xmlenc#aes256-cbc';
    const epub = await buildEpub({
      extra: { 'META-INF/encryption.xml': encryptionXml('OEBPS/chapter-1.xhtml', algorithm) },
    });

    await assert.rejects(compilePublication(epub), {
      name: 'Failure',
      code: 'epub_encrypted',
      message: `The book is protected with DRM: “OEBPS/chapter-1.xhtml” is encrypted (${algorithm}). Ask its publisher for a file without DRM.`,
    });
  });
});
