import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { burstLimit } from '../../../server/keys/rate-limits.ts';

const basic = { quotaId: 'quota_1', tier: 'basic' } as const;

describe('the limit per second', () => {
  it('allows 20 Basic requests in a burst, and then 10 per second', () => {
    const limit = burstLimit();
    const waits = Array.from({ length: 21 }, () => limit(basic, 0));
    assert.deepEqual(waits, [...Array.from({ length: 20 }, () => 0), 100]);
    assert.equal(limit(basic, 99), 1);
    assert.equal(limit(basic, 100), 0);
    assert.equal(limit(basic, 100), 100);
  });

  it('allows a request after exactly the returned wait', () => {
    const limit = burstLimit();
    for (let request = 0; request < 20; request += 1) limit(basic, 0);
    const waitMs = limit(basic, 30);
    assert.equal(limit(basic, 30 + waitMs), 0);
  });

  it('never accumulates more than one burst', () => {
    const limit = burstLimit();
    limit(basic, 0);
    const waits = Array.from({ length: 21 }, () => limit(basic, 3_600_000));
    assert.equal(waits.filter((wait) => wait === 0).length, 20);
  });

  it('is not extended if the clock is set back', () => {
    const limit = burstLimit();
    for (let request = 0; request < 20; request += 1) limit(basic, 10_000);
    const waits = Array.from({ length: 21 }, () => limit(basic, 0));
    assert.deepEqual(waits, [...Array(20).fill(0), 100]);
    assert.equal(limit(basic, 100), 0);
  });

  it('is separate for each quota', () => {
    const limit = burstLimit();
    for (let request = 0; request < 21; request += 1) limit(basic, 0);
    assert.equal(limit({ quotaId: 'quota_2', tier: 'basic' }, 0), 0);
  });
});
