import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { groupCommit } from '../../../server/db/group-commit.ts';

describe('a group commit', () => {
  it('processes all calls of one turn with one flush', async () => {
    const batches: number[][] = [];
    const double = groupCommit<number, number>(async (asks) => {
      batches.push(asks);
      return asks.map((ask) => ask * 2);
    }, 100);
    assert.deepEqual(await Promise.all([double(1), double(2), double(3)]), [2, 4, 6]);
    assert.deepEqual(batches, [[1, 2, 3]]);
  });

  it('collects calls during a flush', async () => {
    const batches: number[][] = [];
    const first = Promise.withResolvers<void>();
    const ask = groupCommit<number, number>(async (asks) => {
      batches.push(asks);
      if (batches.length === 1) await first.promise;
      return asks;
    }, 100);
    const one = ask(1);
    while (batches.length === 0) await new Promise(setImmediate);
    const others = [ask(2), ask(3)];
    first.resolve();
    assert.deepEqual(await Promise.all([one, ...others]), [1, 2, 3]);
    assert.deepEqual(batches, [[1], [2, 3]]);
  });

  it('splits batches above the limit', async () => {
    const sizes: number[] = [];
    const ask = groupCommit<number, number>(async (asks) => {
      sizes.push(asks.length);
      return asks;
    }, 2);
    await Promise.all([1, 2, 3, 4, 5].map((one) => ask(one)));
    assert.deepEqual(sizes, [2, 2, 1]);
  });

  it('rejects all calls of a failed flush and processes the next flush', async () => {
    let isDown = true;
    const ask = groupCommit<number, number>(async (asks) => {
      if (isDown) throw new Error('down');
      return asks;
    }, 100);
    const results = await Promise.allSettled([ask(1), ask(2)]);
    assert.deepEqual(
      results.map(({ status }) => status),
      ['rejected', 'rejected'],
    );
    isDown = false;
    assert.equal(await ask(3), 3);
  });

  it('waits for more calls unless there are enough', async () => {
    const batches: number[][] = [];
    const wait = { waitMs: 5, enough: 3 };
    const ask = groupCommit<number, number>(
      async (asks) => {
        batches.push(asks);
        return asks;
      },
      100,
      wait,
    );
    const one = ask(1);
    await new Promise(setImmediate);
    const others = [ask(2), ask(3)];
    await Promise.all([one, ...others]);
    assert.deepEqual(batches, [[1, 2, 3]]);
  });
});
