import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { evaluateOutcome, type Outcome } from './verdict.ts';

const book = { data: { id: 'bk_1', title: 'One' }, meta: { warnings: [] } };
const refusal = (code: string, detail: string) => ({ code, detail });
const success = { elapsedMs: 50, cpuMs: 40, compilerPeakMb: 200, isServerUp: true };

const evaluate = (outcome: Partial<Outcome>) =>
  evaluateOutcome({ status: 201, body: book, ...success, ...outcome }, 800);
const rejected = (code: string, detail: string) =>
  evaluate({ status: 422, body: refusal(code, detail) });

describe('the evaluation of a fuzz case', () => {
  it('accepts a book and a clear rejection', () => {
    assert.deepEqual(evaluate({}), { kind: 'book', warnings: 0 });
    const message = 'The spine of “OEBPS/undefined.opf” has nothing that can be shown.';
    assert.deepEqual(rejected('epub_invalid', message), {
      kind: 'refusal',
      code: 'epub_invalid',
      message,
    });
    const memory = rejected('epub_unsafe', 'Compiling this book takes more than 256 MB of memory.');
    assert.equal(memory.kind === 'refusal' && memory.code, 'epub_unsafe (memory)');
  });

  const faults: [string, () => ReturnType<typeof evaluateOutcome>][] = [
    ['a server that ended', () => evaluate({ isServerUp: false })],
    ['no response', () => evaluate({ status: null, body: null })],
    ['more than ten seconds of CPU time', () => evaluate({ cpuMs: 10_001 })],
    ['more than a minute of elapsed time', () => evaluate({ elapsedMs: 60_001 })],
    ['more memory than the limit', () => evaluate({ compilerPeakMb: 801 })],
    [
      'an internal error',
      () => evaluate({ status: 500, body: refusal('internal', 'An internal error.') }),
    ],
    ['a rejection unrelated to the book', () => rejected('not_found', 'No such page.')],
    ['a crash', () => rejected('epub_unsafe', 'The compiler process crashed on this book.')],
    [
      'a timeout',
      () => rejected('epub_unsafe', 'Compiling this book takes more than one minute of CPU time.'),
    ],
    [
      'the text of an exception',
      () => rejected('epub_invalid', 'Cannot read properties of undefined (reading “a”)'),
    ],
    ['an uninformative message', () => rejected('epub_invalid', 'Bad.')],
    [
      'a warning with the text of an exception',
      () =>
        evaluate({
          body: {
            ...book,
            meta: { warnings: [{ code: 'a', message: 'RangeError: Invalid array length' }] },
          },
        }),
    ],
    ['a response without a book', () => evaluate({ body: { data: {} } })],
  ];
  for (const [name, verdict] of faults) {
    it(`reports ${name} as a fault`, () => assert.equal(verdict().kind, 'fault'));
  }
});
