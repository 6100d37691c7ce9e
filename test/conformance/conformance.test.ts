import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { buildEpub, type EpubFixture } from '../server/epub/fixtures/build-epub.ts';
import type { Check } from './check.ts';
import { startReadingSystem, type ReadingSystem } from './reading-system.ts';
import { hasFailed, buildReport } from './report.ts';
import { runTests, type TestResult } from './run-tests.ts';

describe('the conformance run', () => {
  const folder = mkdtempSync(join(tmpdir(), 'svc-conformance-'));
  let system: ReadingSystem;

  before(async () => {
    system = await startReadingSystem();
  });
  after(async () => {
    await system?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  async function run(
    id: string,
    book: EpubFixture | Buffer,
    check: Check | null = null,
  ): Promise<TestResult> {
    const bytes = Buffer.isBuffer(book) ? book : Buffer.from(await buildEpub(book));
    writeFileSync(join(folder, `${id}.epub`), bytes);
    const [result] = await runTests(
      system,
      folder,
      [`${id}.epub`],
      () => check,
      () => undefined,
    );
    return result ?? assert.fail('The run returned no result.');
  }

  it('runs only the generic checks for a test without a check of its own', async () => {
    const result = await run('unknown-good', { chapters: ['<p>One</p>', '<p>Two</p>'] });
    assert.deepEqual([result.verdict, result.isGeneric, result.reason], ['pass', true, '']);
  });

  it('fails a book with a section that is rendered empty', async () => {
    const { verdict, reason } = await run('unknown-empty', { chapters: ['<p>One</p>', '<p/>'] });
    assert.equal(verdict, 'fail');
    assert.match(reason, /chapter-2\.xhtml” is rendered empty/);
  });

  it('fails a book that cannot be imported, with the import error as the reason', async () => {
    const result = await run('unknown-broken', Buffer.from('no archive'));
    assert.equal(result.verdict, 'fail');
    assert.match(result.reason, /epub_invalid/);
    assert.ok(hasFailed([result]), 'a failed required test is reported');
  });

  it('reads the requirement level of a test from its package', async () => {
    const more = '<meta property="belongs-to-collection">should</meta>';
    const { level } = await run('unknown-should', { chapters: ['<p>One</p>'], metadata: { more } });
    assert.equal(level, 'should');
  });

  it('reports in the format of the suite', async () => {
    const book = { chapters: ['<p>Known</p>'] };
    const results = [
      await run('known-pass', book, async (test) => {
        const screen = await test.open();
        assert.equal(await screen.text(0), 'Known');
      }),
      await run('known-fail', book, () => assert.fail('expected failure')),
      await run('known-apart', book, () => ({ notApplicable: 'it is optional' })),
    ];
    const { tests, generic, reasons } = buildReport(results);
    assert.deepEqual(tests, { 'known-pass': true, 'known-fail': false, 'known-apart': 'n/a' });
    assert.deepEqual(generic, []);
    assert.deepEqual(reasons, {
      'known-fail': 'expected failure',
      'known-apart': 'it is optional',
    });
  });
});
