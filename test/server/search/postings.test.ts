import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Postings } from '../../../server/search/postings.ts';
import { seededRandom } from '../../bench/search/random.ts';

function read(postings: Postings, list: number): number[] {
  const numbers: number[] = [];
  postings.slices(list, (cells, from, to) => numbers.push(...cells.subarray(from, to)));
  return numbers;
}

describe('postings', () => {
  it('keep every number of lists that grow concurrently, across slices and pages', () => {
    const random = seededRandom(9);
    const postings = new Postings();
    const expected: number[][] = Array.from({ length: 40 }, () => []);
    for (const list of expected.keys()) {
      postings.push(list, list);
      expected[list]?.push(list);
    }
    for (let value = 0; value < 200_000; value += 1) {
      // The first lists grow long, and the last lists stay short.
      const list = Math.floor(40 * random.below(1000) ** 3 * 1e-9);
      postings.push(list, value);
      expected[list]?.push(value);
    }
    for (const [list, numbers] of expected.entries()) {
      assert.equal(postings.lengthOf(list), numbers.length);
      assert.deepEqual(read(postings, list), numbers);
    }
  });

  it('are empty before anything is added', () => {
    assert.deepEqual(read(new Postings(), 0), []);
    assert.equal(new Postings().lengthOf(3), 0);
  });
});
