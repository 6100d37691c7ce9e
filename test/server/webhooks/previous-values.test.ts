import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { previousValues } from '../../../server/events/event-log.ts';

describe('previous values', () => {
  it('contains the previous values of the members that changed', () => {
    const before = { title: 'A', price: { amount: '1.00' }, tags: ['x'], updatedAt: '1' };
    const after = { title: 'A', price: { amount: '2.00' }, tags: ['x'], updatedAt: '2' };
    assert.deepEqual(previousValues(before, after), { price: { amount: '1.00' } });
  });

  it('is empty if only updatedAt differs', () => {
    assert.deepEqual(
      previousValues({ title: null, updatedAt: '1' }, { title: null, updatedAt: '2' }),
      {},
    );
  });
});
