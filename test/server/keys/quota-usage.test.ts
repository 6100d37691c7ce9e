import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  quotaHeaders,
  type QuotaUsage,
  toUsage,
  quotaExceeded,
} from '../../../server/keys/quota-usage.ts';

const basic: QuotaUsage = {
  day: '2026-11-21',
  usedToday: 40,
  month: '2026-11',
  usedThisMonth: 400,
  dailyLimit: 100,
  monthlyLimit: 1000,
};
const noon = new Date('2026-11-21T12:00:00Z');

describe('quota usage', () => {
  it('is returned as the usage defined by the contract', () => {
    assert.deepEqual(toUsage(basic), {
      today: 40,
      thisMonth: 400,
      dailyLimit: 100,
      monthlyLimit: 1000,
      remainingToday: 60,
      remainingThisMonth: 600,
      resetsAt: '2026-11-22T00:00:00.000Z',
    });
  });

  it('is sent in both header families', () => {
    assert.deepEqual(quotaHeaders(basic, noon), {
      'X-RateLimit-Limit': '100',
      'X-RateLimit-Remaining': '60',
      'X-RateLimit-Reset': '2026-11-22T00:00:00.000Z',
      RateLimit: '"day";r=60;t=43200, "month";r=600;t=820800',
      'RateLimit-Policy': '"day";q=100;w=86400, "month";q=1000;w=2592000',
    });
  });

  it('describes the month if it has fewer requests left', () => {
    const headers = quotaHeaders({ ...basic, usedThisMonth: 950 }, noon);
    assert.equal(headers['X-RateLimit-Limit'], '1000');
    assert.equal(headers['X-RateLimit-Remaining'], '50');
    assert.equal(headers['X-RateLimit-Reset'], '2026-12-01T00:00:00.000Z');
  });

  it('describes the window that ends later if both have the same number left', () => {
    const tie = { ...basic, usedThisMonth: 940 };
    assert.equal(toUsage(tie).resetsAt, '2026-12-01T00:00:00.000Z');
    assert.equal(quotaHeaders(tie, noon)['X-RateLimit-Limit'], '1000');
  });

  it('contains the length of the month', () => {
    const february = { ...basic, day: '2028-02-29', month: '2028-02' };
    const now = new Date('2028-02-29T23:59:59.001Z');
    assert.deepEqual(quotaHeaders(february, now), {
      'X-RateLimit-Limit': '100',
      'X-RateLimit-Remaining': '60',
      'X-RateLimit-Reset': '2028-03-01T00:00:00.000Z',
      RateLimit: '"day";r=60;t=1, "month";r=600;t=1',
      'RateLimit-Policy': '"day";q=100;w=86400, "month";q=1000;w=2505600',
    });
  });
});

describe('a quota that is used up', () => {
  it('reports the end of the day, in whole seconds rounded up', () => {
    const failure = quotaExceeded(
      { ...basic, usedToday: 100 },
      new Date('2026-11-21T23:59:58.001Z'),
    );
    assert.equal(failure.code, 'quota_daily');
    assert.equal(failure.status, 429);
    assert.equal(failure.headers['Retry-After'], '2');
    assert.equal(failure.headers['X-RateLimit-Remaining'], '0');
  });

  it('reports the end of the month', () => {
    const failure = quotaExceeded({ ...basic, usedThisMonth: 1000 }, noon);
    assert.equal(failure.code, 'quota_monthly');
    assert.equal(failure.headers['Retry-After'], '820800');
  });

  it('reports the later end if both are used up', () => {
    const failure = quotaExceeded({ ...basic, usedToday: 100, usedThisMonth: 1000 }, noon);
    assert.equal(failure.code, 'quota_monthly');
    assert.equal(failure.headers['Retry-After'], '820800');
    assert.equal(failure.headers['X-RateLimit-Reset'], '2026-12-01T00:00:00.000Z');
  });

  it('reports the end of the window that is used up', () => {
    const failure = quotaExceeded({ ...basic, usedToday: 101, usedThisMonth: 999 }, noon);
    assert.equal(failure.code, 'quota_daily');
    assert.equal(failure.headers['Retry-After'], '43200');
  });
});
