import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  isLoopback,
  specialRanges,
  nonPublicReason,
} from '../../../server/webhooks/special-addresses.ts';
import { specialBounds } from './special-bounds.ts';

/** Addresses immediately before and after special ranges, and some well-known addresses. */
const publicAddresses = [
  '1.0.0.0',
  '9.255.255.255',
  '11.0.0.0',
  '100.63.255.255',
  '100.128.0.0',
  '126.255.255.255',
  '128.0.0.0',
  '168.63.129.15',
  '168.63.129.17',
  '169.253.255.255',
  '169.255.0.0',
  '172.15.255.255',
  '172.32.0.0',
  '191.255.255.255',
  '192.0.1.0',
  '192.0.3.0',
  '192.31.195.255',
  '192.31.197.0',
  '192.52.192.255',
  '192.52.194.0',
  '192.88.98.255',
  '192.88.100.0',
  '192.167.255.255',
  '192.169.0.0',
  '192.175.47.255',
  '192.175.49.0',
  '198.17.255.255',
  '198.20.0.0',
  '198.51.99.255',
  '198.51.101.0',
  '203.0.112.255',
  '203.0.114.0',
  '223.255.255.255',
  '8.8.8.8',
  '93.184.216.34',
  '2001:200::',
  '2001:db7:ffff::',
  '2001:db9::',
  '2003::',
  '2600::',
  '2606:4700::1111',
  '2620:4f:7fff::',
  '2620:4f:8001::',
  '2a00:1450:4001::200e',
  '3ffd::',
  '3fff:1000::',
  '64:ff9b::8.8.8.8',
  '64:ff9b::5db8:d822',
];

describe('An address', () => {
  for (const [range, first, last] of specialBounds) {
    it(`in ${range} is not public, from the first to the last`, () => {
      assert.notEqual(nonPublicReason(first), null);
      assert.notEqual(nonPublicReason(last), null);
    });
  }

  it('table contains only tested ranges', () => {
    const tested = new Set(specialBounds.map(([range]) => range));
    assert.deepEqual(
      specialRanges.map(({ range }) => range).filter((range) => !tested.has(range)),
      [],
    );
  });

  it('outside the ranges is public', () => {
    for (const address of publicAddresses) assert.equal(nonPublicReason(address), null, address);
  });

  it('with an embedded IPv4 address is checked by that address', () => {
    assert.equal(nonPublicReason('64:ff9b::10.0.0.1'), 'private use');
    assert.equal(nonPublicReason('64:ff9b::a9fe:a9fe'), 'link-local');
  });

  it('is public only if it is valid', () => {
    for (const text of [
      '',
      'localhost',
      '8.8.8',
      '0x08.8.8.8',
      '134744072',
      '[2600::]',
      '2600::1::2',
    ]) {
      assert.equal(nonPublicReason(text), 'not an address', text);
    }
  });

  it('is loopback only in 127.0.0.0/8 and at ::1', () => {
    assert.ok(['127.0.0.1', '127.255.255.255', '::1', '0:0:0:0:0:0:0:1'].every(isLoopback));
    assert.ok(!['0.0.0.0', '10.0.0.1', '::', '::ffff:127.0.0.1', 'localhost'].some(isLoopback));
  });
});
