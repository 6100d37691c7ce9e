import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { idGenerator } from '../../../server/db/id-generator.ts';

describe('an identifier', () => {
  it('consists of a prefix, the time and random bits', () => {
    const newId = idGenerator(
      () => Date.parse('2026-11-21T12:00:00Z'),
      () => 0,
    );
    assert.equal(newId('bk'), 'bk_01M7YZMHG00000000000000000');
  });

  it('sorts after every earlier identifier, even within a millisecond and after the clock is set back', () => {
    const times = [5000, 5000, 5000, 4000, 6000];
    const newId = idGenerator(() => times.shift() ?? 0);
    const ids = [1, 2, 3, 4, 5].map(() => newId('key'));
    assert.deepEqual(ids.toSorted(), ids);
    assert.equal(new Set(ids).size, 5);
  });

  it('matches the contract of a book’s id', () => {
    assert.match(idGenerator(Date.now)('bk'), /^bk_[0-9A-Za-z]{16,40}$/);
  });
});
