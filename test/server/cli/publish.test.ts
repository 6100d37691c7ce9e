import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { buildEpub } from '../epub/fixtures/build-epub.ts';
import { forEachEngine, newDatabaseLocation, temporaryFolder } from '../harness.ts';
import { toEnvironment } from '../server-process.ts';
import { runSvc } from './run-svc.ts';

forEachEngine('svc books publish', (engine) => {
  it('is a separate step after an import, which stores private books', async () => {
    const environment = toEnvironment(await newDatabaseLocation(engine), temporaryFolder());
    const file = join(temporaryFolder(), 'book.epub');
    writeFileSync(file, await buildEpub());
    const noLink = ['--buy-url', 'https://shop.example/{isbn}'];
    const imported = await runSvc(environment, 'import', file, ...noLink);
    assert.equal(imported.code, 0, imported.stderr);
    const id = /bk_\w+/.exec(imported.stdout)?.[0] ?? '';
    assert.match(imported.stdout, /the book has no ISBN.*\(buy_url_unusable\)/);
    assert.match(imported.stdout, new RegExp(`Private: .*\n +svc books publish ${id}`));
    const visibility = async () =>
      JSON.parse((await runSvc(environment, 'books', 'show', id, '--json')).stdout).visibility;
    assert.equal(await visibility(), 'private');

    const missing = await runSvc(environment, 'books', 'publish', id, 'bk_0');
    assert.equal(missing.code, 1);
    assert.equal(await visibility(), 'private');

    const published = await runSvc(environment, 'books', 'publish', id);
    assert.match(published.stdout, /is public\. Its whole text is free\./);
    assert.match(published.stdout, /every key on this server finds the book/);
    assert.equal(await visibility(), 'public');

    const withdrawn = await runSvc(environment, 'books', 'unpublish', id, '--json');
    assert.equal(JSON.parse(withdrawn.stdout)[0].visibility, 'private');
    assert.equal(await visibility(), 'private');

    const again = await runSvc(environment, 'import', '--public', file);
    assert.match(again.stdout, /already imported/);
    assert.equal(await visibility(), 'public');
  });
});
