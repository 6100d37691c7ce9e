import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, it } from 'node:test';
import { hashKey, isWellFormedKey, generateKey } from '../../../server/keys/key-format.ts';

describe('the text of a key', () => {
  it('contains the segment of its tier', () => {
    assert.match(generateKey('basic', 'secret', randomBytes), /^svc_basic_[0-9A-Za-z]{30}$/);
    assert.match(generateKey('pro', 'secret', randomBytes), /^svc_pro_[0-9A-Za-z]{30}$/);
    assert.match(
      generateKey('unlimited', 'secret', randomBytes),
      /^svc_unlimited_[0-9A-Za-z]{30}$/,
    );
    assert.match(generateKey('developer', 'secret', randomBytes), /^svc_dev_[0-9A-Za-z]{30}$/);
  });

  it('has a random part that starts with pub if it is publishable', () => {
    assert.match(generateKey('pro', 'publishable', randomBytes), /^svc_pro_pub[0-9A-Za-z]{30}$/);
  });

  it('of a secret key never starts with pub', () => {
    // Base62 order is digits, uppercase, lowercase, so p is 51, u is 56 and b is 37.
    const looksPublishable = Uint8Array.from({ length: 24 }, (_, at) => [51, 56, 37][at] ?? 0);
    const draws = [looksPublishable, new Uint8Array(24)];
    const text = generateKey('basic', 'secret', () => draws.shift() ?? new Uint8Array(24));
    assert.equal(text.slice(0, 34), 'svc_basic_000000000000000000000000');
  });

  it('depends only on the random bytes, including the checksum', () => {
    assert.equal(
      generateKey('basic', 'secret', (size) => new Uint8Array(size)),
      'svc_basic_0000000000000000000000002QWZuf',
    );
  });

  it('skips bytes that would make some characters more likely', () => {
    const text = generateKey('basic', 'secret', (size) =>
      Uint8Array.from({ length: size }, (_, at) => (at % 2 ? 1 : 255)),
    );
    assert.match(text, /^svc_basic_1{24}/);
  });

  it('is recognized without a database query', () => {
    const text = generateKey('pro', 'secret', randomBytes);
    assert.equal(isWellFormedKey(text), true);
    assert.equal(isWellFormedKey(generateKey('developer', 'publishable', randomBytes)), true);
  });

  it('is not recognized if a character is changed, missing or added', () => {
    const text = generateKey('pro', 'secret', randomBytes);
    const last = text.at(-1) === '0' ? '1' : '0';
    assert.equal(isWellFormedKey(text.slice(0, -1) + last), false);
    assert.equal(isWellFormedKey(text.replace('svc_pro_', 'svc_dev_')), false);
    assert.equal(isWellFormedKey(text.slice(0, -1)), false);
    assert.equal(isWellFormedKey(`${text}0`), false);
    assert.equal(isWellFormedKey(`${text}\n`), false);
    assert.equal(isWellFormedKey(text.replace('svc_', 'abc_')), false);
    assert.equal(isWellFormedKey(''), false);
  });

  it('is stored only as SHA-256', () => {
    assert.equal(
      hashKey('svc_basic_0'),
      'efc11a4bd530b109da0feac916ca19af329d98c3b3b82950b5d291b675a3f922',
    );
  });
});
