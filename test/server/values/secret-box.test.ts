import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { withCache, secretBox } from '../../../server/values/secret-box.ts';

const box = secretBox(['a secret of thirty-two characters']);
const text = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';

describe('The secret box', () => {
  it('opens what it sealed, even in other processes', () => {
    assert.equal(box.open(box.seal(text)), text);
    assert.equal(secretBox(['a secret of thirty-two characters']).open(box.seal(text)), text);
    assert.equal(box.open(box.seal('')), '');
    assert.equal(box.open(box.seal('é本📚')), 'é本📚');
  });

  it('seals the same text differently each time without revealing it', () => {
    const sealed = box.seal(text);

    assert.notEqual(sealed, box.seal(text));
    assert.ok(!Buffer.from(sealed, 'base64url').includes('whsec_'));
    assert.equal(Buffer.from(sealed, 'base64url')[0], 1);
  });

  it('rejects texts that were changed at any bit', () => {
    const sealed = Buffer.from(box.seal(text), 'base64url');

    for (let bit = 0; bit < sealed.length * 8; bit += 1) {
      const changed = Buffer.from(sealed);
      changed.writeUInt8(changed.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
      assert.throws(() => box.open(changed.toString('base64url')), `bit ${bit}`);
    }
  });

  it('rejects texts truncated at any length', () => {
    const sealed = Buffer.from(box.seal(text), 'base64url');

    for (let length = 0; length < sealed.length; length += 1) {
      assert.throws(() => box.open(sealed.subarray(0, length).toString('base64url')));
    }
  });

  it('caches only opened texts', () => {
    let openings = 0;
    const counting = {
      seal: box.seal,
      open: (sealed: string) => {
        openings += 1;
        return box.open(sealed);
      },
    };
    const kept = withCache(counting);
    const [one, two] = [box.seal(text), box.seal('another')];

    assert.deepEqual([one, two, one, two].map(kept.open), [text, 'another', text, 'another']);
    assert.equal(openings, 2);
    assert.throws(() => kept.open(`${one}x`.slice(1)));
  });

  it('rejects texts sealed with another secret', () => {
    const other = secretBox(['another one of thirty-two characters']);

    assert.throws(() => other.open(box.seal(text)));
  });
});
