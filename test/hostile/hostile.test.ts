import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { misdeeds, type Policy } from './fault.ts';
import { recordBooks, textBooks } from './hostile-books.ts';
import { openHostileRoom, type HostileRoom } from './hostile-room.ts';
import { ownPayloads } from './own-payloads.ts';
import { sampleOf } from './payloads.ts';
import { placeAll } from './places.ts';
import { runHostile } from './run-hostile.ts';

/** The same run over thousands of payloads, and in every engine, is `npm run hostile`. */
describe('hostile books', () => {
  const policies: readonly Policy[] = ['none', 'strict'];
  let room: HostileRoom;

  before(async () => {
    room = await openHostileRoom('chromium');
  });
  after(() => room?.close());

  it('run nothing, ask nobody and change nothing around the reader', async () => {
    const payloads = sampleOf(ownPayloads, 60, 1);
    const report = await runHostile({ room, payloads, policies, files: null, tell: console.log });

    assert.deepEqual(report.findings, []);
    assert.deepEqual(report.unexpected, []);
    assert.equal(report.executions, 0);
    assert.equal(report.requests, 0);
    // Nothing that was not looked at counts.
    const records = recordBooks(payloads).length;
    assert.equal(report.books, textBooks(payloads).length + records);
    assert.equal(report.sections, policies.length * (placeAll(payloads).length + records));
  });

  describe('are under a watch that sees', () => {
    let book = '';

    before(async () => {
      const [makeBook = assert.fail('There is no book.')] = recordBooks(ownPayloads.slice(0, 1));
      const { epub } = await makeBook();
      const made = await room.import(epub);
      assert.ok('id' in made);
      book = made.id;
    });

    for (const misdeed of misdeeds) {
      it(`a page that does it: ${misdeed}`, async () => {
        assert.deepEqual(await room.open(book, 'none'), []);

        const faults = await room.misbehave(misdeed);

        assert.ok(
          faults.some(({ kind }) => kind === misdeed),
          JSON.stringify(faults),
        );
      });
    }

    it('what the page’s policy keeps from happening', async () => {
      assert.deepEqual(await room.open(book, 'strict'), []);

      const faults = await room.misbehave('run', 'policy');

      assert.ok(
        faults.some(({ kind }) => kind === 'policy'),
        JSON.stringify(faults),
      );
    });
  });
});
