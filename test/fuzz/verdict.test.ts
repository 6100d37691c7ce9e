import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { evaluateOutcome, type Outcome } from './verdict.ts';

const book = { data: { id: 'bk_1', title: 'One' }, meta: { warnings: [] } };
const refusal = (code: string, detail: string) => ({ code, detail });
const well = { elapsedMs: 50, cpuMs: 40, compilerPeakMb: 200, isServerUp: true };

const judged = (outcome: Partial<Outcome>) =>
  evaluateOutcome({ status: 201, body: book, ...well, ...outcome }, 800);
const refused = (code: string, detail: string) =>
  judged({ status: 422, body: refusal(code, detail) });

describe('the judge of a fuzz run', () => {
  it('is content with a book and with a clear refusal', () => {
    assert.deepEqual(judged({}), { kind: 'book', warnings: 0 });
    const message = 'The spine of “OEBPS/undefined.opf” has nothing that can be shown.';
    assert.deepEqual(refused('epub_invalid', message), {
      kind: 'refusal',
      code: 'epub_invalid',
      message,
    });
    const memory = refused('epub_unsafe', 'This book takes more than 256 MB to read.');
    assert.equal(memory.kind === 'refusal' && memory.code, 'epub_unsafe (memory)');
  });

  const faults: [string, () => ReturnType<typeof evaluateOutcome>][] = [
    ['a server that ended', () => judged({ isServerUp: false })],
    ['no answer', () => judged({ status: null, body: null })],
    ['more than ten seconds of work', () => judged({ cpuMs: 10_001 })],
    ['more than a minute of standing still', () => judged({ elapsedMs: 60_001 })],
    ['more memory than the cap', () => judged({ compilerPeakMb: 801 })],
    ['an internal error', () => judged({ status: 500, body: refusal('internal', 'Our fault.') })],
    ['another refusal than of a book', () => refused('not_found', 'There is nothing here.')],
    ['a crash', () => refused('epub_unsafe', 'This book makes its reader crash.')],
    ['a time-out', () => refused('epub_unsafe', 'This book takes longer than a minute to read.')],
    [
      'the text of an exception',
      () => refused('epub_invalid', 'Cannot read properties of undefined (reading “a”)'),
    ],
    ['a message that says nothing', () => refused('epub_invalid', 'Bad.')],
    [
      'a warning that is an exception',
      () =>
        judged({
          body: {
            ...book,
            meta: { warnings: [{ code: 'a', message: 'RangeError: Invalid array length' }] },
          },
        }),
    ],
    ['an answer that is no book', () => judged({ body: { data: {} } })],
  ];
  for (const [what, verdict] of faults) {
    it(`finds fault with ${what}`, () => assert.equal(verdict().kind, 'fault'));
  }
});
