import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { forbiddenActions, type Policy } from './violation.ts';
import { metadataBooks, textBooks } from './hostile-books.ts';
import { openHostileEnvironment, type HostileEnvironment } from './hostile-environment.ts';
import { ownPayloads } from './built-in-payloads.ts';
import { sampleOf } from './payloads.ts';
import { placePayloads } from './place-payloads.ts';
import { runHostile } from './run-hostile.ts';

/** `npm run hostile` runs the same checks with thousands of payloads and in every engine. */
describe('hostile books', () => {
  const policies: readonly Policy[] = ['none', 'strict'];
  let environment: HostileEnvironment;

  before(async () => {
    environment = await openHostileEnvironment('chromium');
  });
  after(() => environment?.close());

  it('run no script, send no foreign request and change nothing outside the reader', async () => {
    const payloads = sampleOf(ownPayloads, 60, 1);
    const report = await runHostile({
      environment,
      payloads,
      policies,
      filesFolder: null,
      report: console.log,
    });

    assert.deepEqual(report.findings, []);
    assert.deepEqual(report.unexpected, []);
    assert.equal(report.executions, 0);
    assert.equal(report.requests, 0);
    // The absence of violations counts only if sections were checked.
    const records = metadataBooks(payloads).length;
    assert.equal(report.books, textBooks(payloads).length + records);
    assert.equal(report.sections, policies.length * (placePayloads(payloads).length + records));
  });

  describe('are opened under a monitor that detects every violation', () => {
    let book = '';

    before(async () => {
      const [makeBook = assert.fail('The import returned no book.')] = metadataBooks(
        ownPayloads.slice(0, 1),
      );
      const { epub } = await makeBook();
      const imported = await environment.import(epub);
      assert.ok('id' in imported);
      book = imported.id;
    });

    for (const action of forbiddenActions) {
      it(`a page that does this: ${action}`, async () => {
        assert.deepEqual(await environment.open(book, 'none'), []);

        const faults = await environment.misbehave(action);

        assert.ok(
          faults.some(({ kind }) => kind === action),
          JSON.stringify(faults),
        );
      });
    }

    it('a violation that the page’s policy blocks', async () => {
      assert.deepEqual(await environment.open(book, 'strict'), []);

      const faults = await environment.misbehave('run', 'policy');

      assert.ok(
        faults.some(({ kind }) => kind === 'policy'),
        JSON.stringify(faults),
      );
    });
  });
});
