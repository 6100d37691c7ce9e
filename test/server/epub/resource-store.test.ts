import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openArchive } from '../../../server/epub/container/open-archive.ts';
import { readEncryption } from '../../../server/epub/container/read-encryption.ts';
import { readPackage } from '../../../server/epub/package/read-package.ts';
import { mostResourceBytes, ResourceStore } from '../../../server/epub/resources/resource-store.ts';
import { Warnings } from '../../../server/epub/warnings.ts';
import { buildEpub, buildPng } from './fixtures/build-epub.ts';

const picture = buildPng(20, 20);

/** The files of a book with three pictures, of which all are in use. */
async function threePictures(mostBytes: number): Promise<ResourceStore> {
  const names = ['one.png', 'two.png', 'three.png'];
  const epub = await buildEpub({ files: Object.fromEntries(names.map((name) => [name, picture])) });
  const warnings = new Warnings();
  const archive = await openArchive(epub, warnings);
  const encryption = await readEncryption(archive, warnings);
  const { manifest } = await readPackage(archive, 'OEBPS/package.opf', encryption, warnings);
  const source = { archive, manifest, obfuscated: new Map(), identifiers: [], warnings };
  const store = new ResourceStore({ ...source, mostBytes });
  for (const name of names) store.use('OEBPS/chapter-1.xhtml', name, ['image']);
  return store;
}

describe('the files of a book', () => {
  it('may take as much as is allowed for all of them, and are refused past it', async () => {
    const allowed = await threePictures(3 * picture.length);
    assert.equal((await allowed.list()).length, 3);

    const refused = await threePictures(3 * picture.length - 1);
    await assert.rejects(refused.list(), {
      code: 'epub_unsafe',
      message: 'The pictures, fonts and recordings of this book unpack to more than 1 MB.',
    });
  });

  it('may take 256 MB more than the file that they come in', () => {
    assert.equal(mostResourceBytes(100_000_000), 356_000_000);
  });
});
