import assert from 'node:assert/strict';
import { it } from 'node:test';
import { steadyClock } from '../../../server/values/time.ts';
import { TestClock } from '../harness.ts';

it('a steady clock continues if the time is set back', () => {
  const clock = new TestClock('2026-11-28T12:00:00Z');
  const steady = steadyClock(clock.now);
  const start = steady();
  const elapsed = [10, -3600, 5, 7200].map((seconds) => {
    clock.advance(seconds);
    return (steady() - start) / 1000;
  });
  assert.deepEqual(elapsed, [10, 10, 15, 7215]);
});
