import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, it } from 'node:test';
import { seededRandom } from '../reader/seeded-random.ts';
import { findKnee, type Phase, runOpenLoop } from './open-loop.ts';

const phase = (offered: number, p99Ms: number): Phase => ({
  offered,
  achieved: offered,
  failed: 0,
  p50Ms: 1,
  p99Ms,
  p999Ms: p99Ms,
  generatorLateMs: 0,
});

describe('runOpenLoop', () => {
  it('counts the wait behind a stalled server, which a client that waits for responses would miss', async () => {
    let stalled: Promise<void> | null = null;
    const result = await runOpenLoop({
      perSecond: 200,
      seconds: 1,
      random: seededRandom(1),
      async send() {
        // The server stops for half a second once, and otherwise responds immediately.
        stalled ??= delay(500);
        await stalled;
      },
    });

    assert.ok(result.achieved > 150, `${result.achieved}`);
    // Half of the requests arrived during the stall, so the median of the others is small.
    assert.ok(result.p99Ms > 400, `${result.p99Ms}`);
    assert.equal(result.failed, 0);
  });

  it('counts failures as infinitely slow', async () => {
    let sent = 0;
    const result = await runOpenLoop({
      perSecond: 500,
      seconds: 0.5,
      random: seededRandom(1),
      async send() {
        sent += 1;
        if (sent % 10 === 0) throw new Error('The server is overloaded.');
      },
    });
    assert.equal(result.failed, Math.floor(sent / 10));
    assert.equal(result.p99Ms, Number.POSITIVE_INFINITY);
  });
});

it('findKnee doubles the rate until it is too much, and then searches between', async () => {
  const capacity = 730;
  const { phases, knee } = await findKnee(
    async (rate) => phase(rate, rate <= capacity ? 10 : 5000),
    ({ p99Ms }) => p99Ms < 250,
    { first: 50, refinements: 4 },
  );
  assert.equal(knee?.offered, 725);
  assert.deepEqual(
    phases.map(({ offered }) => offered),
    [50, 100, 200, 400, 600, 700, 725, 750, 800],
  );

  const none = await findKnee(
    async (rate) => phase(rate, 5000),
    ({ p99Ms }) => p99Ms < 250,
    {
      first: 50,
      refinements: 0,
    },
  );
  assert.equal(none.knee, null);
});
