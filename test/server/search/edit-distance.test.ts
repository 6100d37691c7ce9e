import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { editDistance } from '../../../server/search/edit-distance.ts';
import { seededRandom } from '../../bench/search/random.ts';

/** Reference implementation that fills the whole table, without a limit. */
function slowDistance(a: string, b: string): number {
  const table = Array.from({ length: a.length + 1 }, () =>
    Array.from({ length: b.length + 1 }, () => 0),
  );
  const at = (i: number, j: number): number => table[i]?.[j] ?? 0;
  for (let i = 0; i <= a.length; i += 1) {
    for (let j = 0; j <= b.length; j += 1) {
      let cost = Math.max(i, j);
      if (i > 0 && j > 0) {
        cost = Math.min(
          at(i - 1, j) + 1,
          at(i, j - 1) + 1,
          at(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1),
        );
        if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
          cost = Math.min(cost, at(i - 2, j - 2) + 1);
        }
      }
      const row = table[i];
      if (row) row[j] = cost;
    }
  }
  return at(a.length, b.length);
}

describe('edit distance', () => {
  it('counts a wrong, missing, extra or transposed letter as one', () => {
    assert.equal(editDistance('whale', 'whale', 2), 0);
    assert.equal(editDistance('whble', 'whale', 2), 1);
    assert.equal(editDistance('whle', 'whale', 2), 1);
    assert.equal(editDistance('whaale', 'whale', 2), 1);
    assert.equal(editDistance('wahle', 'whale', 2), 1);
    assert.equal(editDistance('frankenstien', 'frankenstein', 2), 1);
  });

  it('compares only the beginning of a word that is still being typed', () => {
    assert.equal(editDistance('shakespa', 'shakespeare', 2, true), 1);
    assert.equal(editDistance('shake', 'shakespeare', 2, true), 0);
    assert.equal(editDistance('whale', 'sh', 1, true), 2);
  });

  it('equals the reference implementation up to the limit', () => {
    const random = seededRandom(1);
    const word = () =>
      Array.from({ length: random.below(10) }, () => random.pick(['a', 'b', 'c', 'é'])).join('');
    for (let round = 0; round < 5000; round += 1) {
      const [a, b] = [word(), word()];
      for (const limit of [1, 2]) {
        const slow = slowDistance(a, b);
        assert.equal(editDistance(a, b, limit), Math.min(slow, limit + 1), `${a} ${b} ${limit}`);
        const begun = Array.from({ length: b.length + 1 }, (_, end) => b.slice(0, end));
        const nearest = Math.min(...begun.map((beginning) => slowDistance(a, beginning)));
        assert.equal(
          editDistance(a, b, limit, true),
          Math.min(nearest, limit + 1),
          `${a} ${b}… ${limit}`,
        );
      }
    }
  });
});
