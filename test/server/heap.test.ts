import assert from 'node:assert/strict';
import { describe, it, mock } from 'node:test';
import { collectWhenIdle } from '../../server/heap.ts';

describe('the garbage of a process', () => {
  /** Uses processor time in periods of ten seconds. Returns the collections after each period. */
  async function use(periodsMs: number[]): Promise<number[]> {
    mock.timers.enable({ apis: ['setInterval'] });
    let [usedMs, collections] = [0, 0];
    collectWhenIdle(
      () => usedMs,
      async () => {
        collections += 1;
      },
    );
    const counts: number[] = [];
    for (const periodMs of periodsMs) {
      usedMs += periodMs;
      mock.timers.tick(10_000);
      await Promise.resolve();
      counts.push(collections);
    }
    mock.timers.reset();
    return counts;
  }

  it('is collected once when the process becomes idle after work', async () => {
    assert.deepEqual(await use([5000, 5000, 10, 10, 10]), [0, 0, 1, 1, 1]);
  });

  it('is collected again after more work', async () => {
    assert.deepEqual(await use([5000, 10, 3000, 10]), [0, 1, 1, 2]);
  });

  it('stays while the process works, and if there is little', async () => {
    assert.deepEqual(await use([5000, 300, 5000]), [0, 0, 0]);
    assert.deepEqual(await use([150, 150, 150, 150]), [0, 0, 0, 0]);
  });
});
