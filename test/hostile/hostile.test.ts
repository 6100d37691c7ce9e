import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { forbiddenActions, type Policy } from './violation.ts';
import { metadataBooks, textBooks } from './hostile-books.ts';
import { openHostileEnvironment, type HostileEnvironment } from './hostile-environment.ts';
import { ownPayloads } from './built-in-payloads.ts';
import { sampleOf } from './payloads.ts';
import { placePayloads } from './place-payloads.ts';
import { runHostile } from './run-hostile.ts';

/** The same run over thousands of payloads, and in every engine, is `npm run hostile`. */
describe('hostile books', () => {
  const policies: readonly Policy[] = ['none', 'strict'];
  let environment: HostileEnvironment;

  before(async () => {
    environment = await openHostileEnvironment('chromium');
  });
  after(() => environment?.close());

  it('run nothing, ask nobody and change nothing around the reader', async () => {
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
    // Nothing that was not looked at counts.
    const records = metadataBooks(payloads).length;
    assert.equal(report.books, textBooks(payloads).length + records);
    assert.equal(report.sections, policies.length * (placePayloads(payloads).length + records));
  });

  describe('are under a watch that sees', () => {
    let book = '';

    before(async () => {
      const [makeBook = assert.fail('There is no book.')] = metadataBooks(ownPayloads.slice(0, 1));
      const { epub } = await makeBook();
      const made = await environment.import(epub);
      assert.ok('id' in made);
      book = made.id;
    });

    for (const misdeed of forbiddenActions) {
      it(`a page that does it: ${misdeed}`, async () => {
        assert.deepEqual(await environment.open(book, 'none'), []);

        const faults = await environment.misbehave(misdeed);

        assert.ok(
          faults.some(({ kind }) => kind === misdeed),
          JSON.stringify(faults),
        );
      });
    }

    it('what the page’s policy keeps from happening', async () => {
      assert.deepEqual(await environment.open(book, 'strict'), []);

      const faults = await environment.misbehave('run', 'policy');

      assert.ok(
        faults.some(({ kind }) => kind === 'policy'),
        JSON.stringify(faults),
      );
    });
  });
});
