import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { windowLimit } from '../../../server/keys/rate-limits.ts';

describe('the window limit', () => {
  it('allows the given number of calls, and allows calls again once the window has ended', () => {
    const count = windowLimit({ limit: 2, windowMs: 1000, maxTracked: 10 });
    assert.equal(count('a', 0), 0);
    assert.equal(count('a', 600), 0);
    assert.equal(count('a', 999), 1);
    assert.equal(count('a', 1000), 0);
  });

  it('starts a window with its first call', () => {
    const count = windowLimit({ limit: 1, windowMs: 1000, maxTracked: 10 });
    assert.equal(count('a', 700), 0);
    assert.equal(count('a', 1500), 200);
  });

  it('starts a new window if the clock is set back', () => {
    const count = windowLimit({ limit: 1, windowMs: 1000, maxTracked: 10 });
    assert.equal(count('a', 3_600_000), 0);
    assert.equal(count('a', 500), 0);
    assert.equal(count('a', 600), 900);
  });

  it('counts every key separately', () => {
    const count = windowLimit({ limit: 1, windowMs: 1000, maxTracked: 10 });
    assert.equal(count('a', 0), 0);
    assert.equal(count('b', 0), 0);
    assert.equal(count('a', 0), 1000);
  });

  it('drops the least recently used counter beyond maxTracked', () => {
    const count = windowLimit({ limit: 1, windowMs: 1000, maxTracked: 1 });
    assert.equal(count('a', 0), 0);
    assert.equal(count('b', 0), 0);
    assert.equal(count('a', 0), 0);
  });
});
