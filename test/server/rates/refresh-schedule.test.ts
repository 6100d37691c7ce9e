import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { startRateRefresh, nextDelayMs } from '../../../server/rates/refresh-schedule.ts';
import type { RateSource } from '../../../server/rates/rate-source.ts';
import type { RefreshOutcome } from '../../../server/rates/refresh.ts';

const hourMs = 3_600_000;

function namedSource(name: string): RateSource {
  return {
    name,
    fetchTable: async () => ({ name, date: '', pivot: '', rates: new Map(), source: name }),
  };
}

/** Runs the schedule over the given outcomes without waiting, and then stops it. */
async function run(outcomes: (RefreshOutcome | Error)[]) {
  const left = [...outcomes];
  const pauses: number[] = [];
  const logged: string[] = [];
  const { promise: isOver, resolve: end } = Promise.withResolvers<void>();
  const log =
    (level: string) =>
    (_: object, text: string): void =>
      void logged.push(`${level}: ${text}`);
  const stop = startRateRefresh({
    sources: [namedSource('a')],
    refresh: async () => {
      const outcome = left.shift();
      if (outcome instanceof Error) throw outcome;
      if (!outcome) throw new Error('Unexpected extra refresh.');
      return outcome;
    },
    wait: async (ms, signal) => {
      pauses.push(ms);
      if (left.length > 0) return;
      end();
      await new Promise((_, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason));
      });
    },
    random: () => 1,
    log: { info: log('info'), warn: log('warn'), error: log('error') },
  });
  await isOver;
  await stop();
  return { pauses, logged };
}

const failed: RefreshOutcome = { source: 'a', outcome: 'failed', reason: 'gone' };
const unchanged: RefreshOutcome = { source: 'a', outcome: 'unchanged', date: '2026-11-20' };
const added: RefreshOutcome = {
  source: 'a',
  outcome: 'added',
  date: '2026-11-20',
  currencies: 161,
  held: [],
};
const refused: RefreshOutcome = {
  source: 'a',
  outcome: 'refused',
  date: '2026-11-20',
  outliers: ['EUR'],
};

describe('refresh schedule', () => {
  it('refreshes every hour', async () => {
    const { pauses, logged } = await run([added, unchanged]);
    assert.deepEqual(pauses, [3000, hourMs, hourMs]);
    assert.deepEqual(logged, ['info: exchange rates refreshed']);
  });

  it('retries after a minute, then with exponential backoff, and logs each failure once', async () => {
    const { pauses, logged } = await run([failed, failed, new Error('no database'), failed, added]);
    assert.deepEqual(pauses, [3000, 60_000, 120_000, 240_000, 480_000, hourMs]);
    assert.deepEqual(logged, [
      'warn: failed to fetch exchange rates',
      'warn: failed to fetch exchange rates',
      'error: failed to refresh exchange rates',
      'warn: failed to fetch exchange rates',
      'info: exchange rates refreshed',
    ]);
  });

  it('logs a warning about an implausible table', async () => {
    const { pauses, logged } = await run([refused]);
    assert.deepEqual(pauses, [3000, hourMs]);
    assert.deepEqual(logged, ['warn: implausible exchange rates rejected']);
  });

  it('spreads the refreshes of many processes and waits at most six hours', () => {
    assert.equal(nextDelayMs(0, 0), hourMs / 2);
    assert.equal(nextDelayMs(0, 1), hourMs);
    assert.equal(nextDelayMs(1, 0.5), 45_000);
    assert.equal(nextDelayMs(9, 1), 256 * 60_000);
    assert.equal(nextDelayMs(10, 1), 6 * hourMs);
    assert.equal(nextDelayMs(10_000, 1), 6 * hourMs);
  });

  it('aborts a fetch when stopped, without logging it', async () => {
    const logged: string[] = [];
    const { promise: isRequested, resolve: markRequested } = Promise.withResolvers<void>();
    const log = (_: object, text: string): void => void logged.push(text);
    const stop = startRateRefresh({
      sources: [namedSource('a'), namedSource('b')],
      refresh: async ({ name }, signal) => {
        if (name === 'b') markRequested();
        await new Promise((resolve) => signal.addEventListener('abort', resolve));
        return failed;
      },
      wait: async () => {},
      random: () => 0,
      log: { info: log, warn: log, error: log },
    });
    await isRequested;
    await stop();
    assert.deepEqual(logged, []);
  });
});
