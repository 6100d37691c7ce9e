import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { endOfDay, endOfMonth, windowsAt } from '../../../server/keys/quota-usage.ts';

describe('the windows of a quota', () => {
  it('are UTC days and months, regardless of the process’s time zone', () => {
    assert.deepEqual(windowsAt(new Date('2026-12-31T23:59:59.999Z')), {
      day: '2026-12-31',
      month: '2026-12',
    });
    assert.deepEqual(windowsAt(new Date('2026-12-31T23:59:59.999-01:00')), {
      day: '2027-01-01',
      month: '2027-01',
    });
  });

  it('end where the next begins', () => {
    assert.equal(endOfDay('2026-12-31').toISOString(), '2027-01-01T00:00:00.000Z');
    assert.equal(endOfDay('2028-02-28').toISOString(), '2028-02-29T00:00:00.000Z');
    assert.equal(endOfMonth('2026-12').toISOString(), '2027-01-01T00:00:00.000Z');
    assert.equal(endOfMonth('2026-01').toISOString(), '2026-02-01T00:00:00.000Z');
  });
});
