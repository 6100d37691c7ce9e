import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  readRetryAfter,
  maxAttempts,
  nextAttempt,
} from '../../../server/webhooks/retry-schedule.ts';
import type { AttemptOutcome } from '../../../server/webhooks/sender.ts';

const now = new Date('2026-11-21T12:00:00Z');
const hour = 3600;
const pauses = [5, 300, 1800, 2 * hour, 5 * hour, 10 * hour, 14 * hour, 20 * hour, 24 * hour];

function answered(status: number, retryAfterMs: number | null = null): AttemptOutcome {
  return { kind: 'answered', status, durationMs: 1, retryAfterMs, body: '' };
}

const failed: AttemptOutcome = {
  kind: 'failed',
  reason: 'timeout',
  detail: 'late',
  durationMs: 15_000,
};

/** Seconds until the next attempt, or the final state. */
function pauseAfter(attempt: number, outcome: AttemptOutcome, chance = 0.5): number | string {
  const next = nextAttempt(attempt, outcome, now, () => chance);
  return next.state === 'retry' ? (next.at.getTime() - now.getTime()) / 1000 : next.state;
}

describe('The retry schedule', () => {
  it('has ten attempts, with the documented pauses', () => {
    assert.equal(maxAttempts, 10);
    assert.deepEqual(
      pauses.map((_, index) => pauseAfter(index + 1, failed)),
      pauses,
    );
    assert.equal(pauseAfter(10, failed), 'failed');
    assert.equal(pauseAfter(11, failed), 'failed');
  });

  it('varies each pause by up to a fifth', () => {
    pauses.forEach((pause, index) => {
      assert.equal(pauseAfter(index + 1, failed, 0), pause * 0.8);
      assert.equal(pauseAfter(index + 1, failed, 1), pause * 1.2);
    });
  });

  it('counts only 2xx as a success', () => {
    for (const status of [200, 201, 202, 204, 299]) {
      assert.equal(pauseAfter(1, answered(status)), 'delivered');
    }
    for (const status of [100, 199, 300, 301, 302, 304, 307, 308, 400, 404, 409, 429, 500, 503]) {
      assert.equal(pauseAfter(1, answered(status)), 5, String(status));
      assert.equal(pauseAfter(10, answered(status)), 'failed', String(status));
    }
    assert.equal(pauseAfter(10, answered(200)), 'delivered');
  });

  it('stops at a 410 in any attempt', () => {
    assert.equal(pauseAfter(1, answered(410)), 'gone');
    assert.equal(pauseAfter(10, answered(410)), 'gone');
  });

  it('is delayed by Retry-After by at most a day', () => {
    assert.equal(pauseAfter(1, answered(503, 60_000), 0), 60);
    assert.equal(pauseAfter(1, answered(503, 60_000), 1), 60);
    assert.equal(pauseAfter(2, answered(429, 1_000)), 300);
    assert.equal(pauseAfter(1, answered(503, 0)), 5);
    assert.equal(pauseAfter(1, answered(503, 1e15)), 24 * hour);
    assert.equal(pauseAfter(10, answered(503, 60_000)), 'failed');
  });
});

describe('Retry-After', () => {
  const read = (value: string | undefined) => readRetryAfter(value, now);

  it('is parsed as seconds or as a date in three formats', () => {
    assert.equal(read('0'), 0);
    assert.equal(read(' 120 '), 120_000);
    assert.equal(read('Sat, 21 Nov 2026 12:01:00 GMT'), 60_000);
    assert.equal(read('Saturday, 21-Nov-26 12:01:00 GMT'), 60_000);
    assert.equal(read('Sat Nov 21 12:01:00 2026'), 60_000);
  });

  it('is 0 if the date has passed, and at most a day', () => {
    assert.equal(read('Sat, 21 Nov 2026 11:00:00 GMT'), 0);
    assert.equal(read('86401'), 86_400_000);
    assert.equal(read('9'.repeat(400)), 86_400_000);
    assert.equal(read('Fri, 31 Dec 9999 23:59:59 GMT'), 86_400_000);
  });

  it('is ignored if invalid', () => {
    for (const value of [
      undefined,
      '',
      '-1',
      '1.5',
      '1e3',
      'soon',
      'Not a date GMT',
      '2026-11-22',
    ]) {
      assert.equal(read(value), null, String(value));
    }
  });
});
