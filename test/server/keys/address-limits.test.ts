import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Failure } from '../../../server/failure.ts';
import { addressLimit } from '../../../server/keys/address-limits.ts';

function refusalOf(ask: () => void): Failure | null {
  try {
    ask();
    return null;
  } catch (error) {
    assert.ok(error instanceof Failure);
    return error;
  }
}

describe('the limit for an address without a key', () => {
  it('rejects the 61st request of a minute until the minute ends', () => {
    const count = addressLimit(60);
    for (let request = 0; request < 60; request += 1) count('192.0.2.1', request * 500);
    const refusal = refusalOf(() => count('192.0.2.1', 30_001));
    assert.equal(refusal?.code, 'too_many_requests');
    assert.equal(refusal?.headers['Retry-After'], '30');
    assert.equal(
      refusalOf(() => count('192.0.2.1', 60_000)),
      null,
    );
  });

  it('counts an IPv6 /64 as one address, and the next /64 separately', () => {
    const count = addressLimit(1);
    count('2001:db8:0:1::1', 0);
    assert.ok(refusalOf(() => count('2001:db8:0:1:ffff::2', 0)));
    assert.equal(
      refusalOf(() => count('2001:db8:0:2::1', 0)),
      null,
    );
  });

  it('counts an IPv4-mapped IPv6 address as IPv4', () => {
    const count = addressLimit(1);
    count('::ffff:192.0.2.1', 0);
    assert.ok(refusalOf(() => count('192.0.2.1', 0)));
    assert.equal(
      refusalOf(() => count('::ffff:192.0.2.2', 0)),
      null,
    );
  });
});
