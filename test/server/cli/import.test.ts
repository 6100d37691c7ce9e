import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { z } from 'zod';
import { buildEpub, buildZip, encryptionXml, renameEntry } from '../epub/fixtures/build-epub.ts';
import { forEachEngine, newDatabaseLocation, temporaryFolder } from '../harness.ts';
import { toEnvironment } from '../server-process.ts';
import { runSvc } from './run-svc.ts';

const Outcomes = z.array(
  z.union([
    z.strictObject({
      file: z.string(),
      id: z.string().regex(/^bk_/),
      title: z.string(),
      created: z.boolean(),
      warnings: z.array(
        z.strictObject({ code: z.string(), message: z.string(), path: z.string().nullable() }),
      ),
    }),
    z.strictObject({
      file: z.string(),
      error: z.string(),
      code: z.string().optional(),
      reason: z.string().optional(),
    }),
  ]),
);

/** Writes files that are not valid books, each for a different reason. */
async function writeInvalidFiles(folder: string): Promise<Record<string, RegExp>> {
  const good = await buildEpub();
  const twoHundredMegabytes = Buffer.alloc(200 * 1024 * 1024);
  const files: Record<string, [Buffer, RegExp]> = {
    'no-zip.epub': [Buffer.from('no zip at all'), /not a zip.+ \(zip_missing\)$/],
    'no-epub.epub': [await buildZip([{ path: 'a.txt', content: 'a' }]), /container\.xml/],
    'truncated.epub': [good.subarray(0, good.length / 2), /not a zip file, or its end is missing/],
    'drm.epub': [
      await buildEpub({
        extra: {
          'META-INF/encryption.xml': encryptionXml(
            'OEBPS/chapter-1.xhtml',
            'http://www.w3.org/2001/04/xmlenc#aes128-cbc',
          ),
        },
      }),
      /DRM/,
    ],
    'bomb.epub': [
      await buildEpub({ extra: { 'OEBPS/big.bin': twoHundredMegabytes } }),
      /OEBPS\/big\.bin.+ \(zip_ratio\)$/,
    ],
    'names.epub': [
      renameEntry(
        await buildEpub({ extra: { 'aa/bb/evil.txt': 'x' } }),
        'aa/bb/evil.txt',
        '../../evil.txt',
      ),
      /\.\.\/\.\.\/evil\.txt/,
    ],
  };
  for (const [name, [bytes]] of Object.entries(files)) writeFileSync(join(folder, name), bytes);
  return Object.fromEntries(Object.entries(files).map(([name, [, reason]]) => [name, reason]));
}

forEachEngine('svc import', (engine) => {
  it('rejects each invalid file with a one-line reason, exits with 1 and stores nothing', async () => {
    const folder = temporaryFolder();
    const environment = toEnvironment(await newDatabaseLocation(engine), temporaryFolder());
    const reasons = await writeInvalidFiles(folder);
    const files = Object.keys(reasons).map((name) => join(folder, name));

    const { code, stdout } = await runSvc(environment, 'import', ...files);

    assert.equal(code, 1);
    const lines = stdout.trim().split('\n');
    assert.equal(lines.length, files.length + 1);
    for (const [index, [name, reason]] of Object.entries(reasons).entries()) {
      assert.match(lines[index] ?? '', reason);
      assert.ok(lines[index]?.startsWith(`✘ ${name}: `), lines[index]);
    }
    assert.equal(lines.at(-1), `0 imported, ${files.length} rejected`);
    assert.equal((await runSvc(environment, 'books', 'list', '--json')).stdout.trim(), '[]');
  });

  it('imports valid files, prints their warnings, and recognizes them on the next import', async () => {
    const folder = temporaryFolder();
    const environment = toEnvironment(await newDatabaseLocation(engine), temporaryFolder());
    const book = join(folder, 'book.epub');
    const missing = join(folder, 'missing.epub');
    const text = join(folder, 'text.epub');
    writeFileSync(text, 'no zip at all');
    writeFileSync(book, await buildEpub({ metadata: { title: 'Good' }, missing: ['gone.png'] }));

    const first = await runSvc(environment, 'import', '--json', book, missing, text);
    const second = await runSvc(environment, 'import', '--json', book);

    assert.equal(first.code, 1);
    assert.equal(first.stderr, '');
    const [good, bad, rejection] = Outcomes.parse(JSON.parse(first.stdout));
    assert.ok(good && 'id' in good);
    assert.equal(good.title, 'Good');
    assert.match(good.warnings[0]?.message ?? '', /gone\.png/);
    assert.deepEqual(bad, { file: missing, error: 'File not found.' });
    assert.deepEqual(rejection, {
      file: text,
      error: 'This is not a zip file, or its end is missing. Ask for the book as an EPUB file.',
      code: 'epub_invalid',
      reason: 'zip_missing',
    });
    assert.equal(second.code, 0);
    const [again] = Outcomes.parse(JSON.parse(second.stdout));
    assert.ok(again && 'id' in again);
    assert.deepEqual([again.id, again.created], [good.id, false]);

    const show = await runSvc(environment, 'books', 'show', good.id);
    assert.match(show.stdout, /gone\.png/);
    const remove = await runSvc(environment, 'books', 'remove', good.id);
    assert.equal(remove.stdout, `Removed ${good.id}.\n`);
    assert.equal((await runSvc(environment, 'books', 'remove', good.id)).code, 1);
  });
});
