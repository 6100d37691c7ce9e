import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { buildEpub } from '../epub/fixtures/build-epub.ts';
import { forEachEngine, newDatabaseLocation, temporaryFolder } from '../harness.ts';
import { toEnvironment } from '../server-process.ts';
import { runSvc } from './run-svc.ts';
import { someOf } from '../../../scripts/test-tiers.js';

forEachEngine('svc import and svc books sell', (engine) => {
  it('set the price, sample and buy link of a book', async () => {
    const environment = toEnvironment(await newDatabaseLocation(engine), temporaryFolder());
    const file = join(temporaryFolder(), 'book.epub');
    writeFileSync(file, await buildEpub({ metadata: { identifier: 'urn:isbn:9780142437247' } }));
    const buyUrl = 'https://shop.example/{isbn}';
    const terms = ['--price', '9.9 eur', '--sample', '7%', '--buy-url', buyUrl];
    const imported = await runSvc(environment, 'import', file, ...terms, '--json');
    assert.equal(imported.code, 0, imported.stderr);
    const [{ id }] = JSON.parse(imported.stdout);
    const shown = async () =>
      JSON.parse((await runSvc(environment, 'books', 'show', id, '--json')).stdout);
    const book = await shown();
    assert.deepEqual(book.price, { amount: '9.90', currency: 'EUR' });
    assert.deepEqual(book.access, { mode: 'sample', share: 0.07 });
    assert.equal(book.buyUrl, buyUrl);

    const paths = ['--price', 'none', '--sample', 'OEBPS/chapter-1.xhtml'];
    const sold = await runSvc(environment, 'books', 'sell', id, ...paths, '--json');
    const { price, access } = JSON.parse(sold.stdout);
    assert.equal(price, null);
    assert.deepEqual(access, { mode: 'sample', sections: ['OEBPS/chapter-1.xhtml'] });

    const allWrong = [
      ['--price', '9.99'],
      ['--price', '9.999 EUR'],
      ['--sample', '0%'],
      ['--sample', '10'],
      ['--sample', '110%'],
      ['--sample', '0,5%'],
      ['--sample', ''],
      ['--buy-url', 'javascript:alert(1)'],
      [],
    ];
    for (const wrong of someOf(allWrong, 0)) {
      const rejected = await runSvc(environment, 'books', 'sell', id, ...wrong);
      assert.equal(rejected.code, 2, `${wrong.join(' ')} ${rejected.stderr}`);
    }
    const unknownSection = await runSvc(environment, 'books', 'sell', id, '--sample', 'gone.xhtml');
    assert.equal(unknownSection.code, 2, unknownSection.stderr);
    assert.match(
      unknownSection.stderr,
      /^--sample: Section gone\.xhtml does not exist .*\bOEBPS\/chapter-1\.xhtml/,
    );
    assert.deepEqual((await shown()).access, access);
  });

  it('store no book whose sample is wrong', async () => {
    const environment = toEnvironment(await newDatabaseLocation(engine), temporaryFolder());
    const file = join(temporaryFolder(), 'book.epub');
    writeFileSync(file, await buildEpub());
    const importPublic = (sample: string) =>
      runSvc(environment, 'import', file, '--public', '--sample', sample);
    const shown = async () =>
      JSON.parse((await runSvc(environment, 'books', 'list', '--json')).stdout).map(
        ({ visibility, access }: Record<string, unknown>) => ({ visibility, access }),
      );

    assert.equal((await importPublic('50')).code, 2);
    assert.deepEqual(await shown(), []);

    const wrong = await importPublic('gone.xhtml');
    assert.equal(wrong.code, 1);
    assert.match(wrong.stdout, /--sample: Section gone\.xhtml does not exist/);
    assert.deepEqual(await shown(), [], 'nothing is stored for a rejected file');

    const corrected = await importPublic('50%');
    assert.equal(corrected.code, 0, corrected.stdout);
    assert.deepEqual(await shown(), [
      { visibility: 'public', access: { mode: 'sample', share: 0.5 } },
    ]);

    // A rejected option changes nothing about a book that exists.
    assert.equal((await importPublic('gone.xhtml')).code, 1);
    assert.deepEqual(await shown(), [
      { visibility: 'public', access: { mode: 'sample', share: 0.5 } },
    ]);
  });
});
