import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  validateTable,
  type KnownTables,
  type TableVerdict,
} from '../../../server/rates/validate-table.ts';
import type { AcceptedTable, RateTable } from '../../../server/rates/rate-table.ts';

function table(date: string, rates: Record<string, string>, more: Partial<RateTable> = {}) {
  return {
    date,
    pivot: 'USD',
    source: 'a',
    rates: new Map(Object.entries({ USD: '1', ...rates })),
    ...more,
  } satisfies RateTable;
}

const good = (one: RateTable): AcceptedTable => ({ ...one, held: new Map() });
const lastGood = [good(table('2026-01-01', { EUR: '1', GBP: '2', TRY: '40' }))];
const alone: KnownTables = { lastGood, earlierFromSource: [], fromOtherSources: [] };

function heldIn(verdict: TableVerdict): string[] {
  assert.ok(verdict.state === 'good');
  return [...verdict.table.held.keys()];
}

describe('table validation', () => {
  it('accepts moves of up to eight percent in either direction', () => {
    for (const rate of ['1', '1.08', '0.926']) {
      assert.deepEqual(heldIn(validateTable(table('2026-01-02', { EUR: rate }), alone)), [], rate);
    }
  });

  it('keeps the last good rate of a currency that moves further', () => {
    for (const rate of ['1.0801', '1.09', '0.925', '0.91', '1000']) {
      const verdict = validateTable(table('2026-01-02', { EUR: rate, GBP: '2.01' }), alone);
      assert.ok(verdict.state === 'good');
      assert.equal(verdict.table.rates.get('EUR'), '1', rate);
      assert.equal(verdict.table.rates.get('GBP'), '2.01');
      assert.deepEqual([...verdict.table.held], [['EUR', rate]]);
    }
  });

  it('applies the same limit regardless of the last table’s age', () => {
    assert.deepEqual(heldIn(validateTable(table('2027-06-01', { EUR: '1.09' }), alone)), ['EUR']);
  });

  it('accepts a currency without an earlier rate', () => {
    assert.deepEqual(heldIn(validateTable(table('2026-01-02', { CHF: '0.8' }), alone)), []);
    const known = { ...alone, lastGood: [] };
    assert.deepEqual(heldIn(validateTable(table('2026-01-02', { EUR: '9' }), known)), []);
  });

  it('accepts a jump confirmed by another source, regardless of its pivot', () => {
    const other = table('2026-01-02', { TRY: '50.2' });
    const inEuro = table('2026-01-01', { EUR: '1', USD: '1', TRY: '49' }, { pivot: 'EUR' });
    for (const one of [other, inEuro]) {
      const known = { ...alone, fromOtherSources: [one] };
      assert.deepEqual(heldIn(validateTable(table('2026-01-02', { TRY: '50' }), known)), []);
    }
  });

  it('accepts a jump on the third consecutive day', () => {
    const days = ['50', '50.5', '49.8'].map((rate, index) =>
      table(`2026-01-0${index + 2}`, { TRY: rate }),
    );
    const [first, second, third] = days;
    assert.ok(first && second && third);
    assert.deepEqual(heldIn(validateTable(first, alone)), ['TRY']);
    assert.deepEqual(heldIn(validateTable(second, { ...alone, earlierFromSource: [first] })), [
      'TRY',
    ]);
    assert.deepEqual(
      heldIn(validateTable(third, { ...alone, earlierFromSource: [second, first] })),
      [],
    );
  });

  it('rejects a jump that does not persist', () => {
    const earlierFromSource = [
      table('2026-01-03', { TRY: '50' }),
      table('2026-01-02', { TRY: '41' }),
    ];
    const third = validateTable(table('2026-01-04', { TRY: '50' }), {
      ...alone,
      earlierFromSource,
    });
    assert.deepEqual(heldIn(third), ['TRY']);
  });

  it('rejects a jump while another source contradicts it, regardless of how long it persists', () => {
    const earlierFromSource = [
      table('2026-01-03', { TRY: '50' }),
      table('2026-01-02', { TRY: '50' }),
    ];
    const fromOtherSources = [table('2026-01-03', { TRY: '40.1' }, { source: 'b' })];
    const known = { lastGood, earlierFromSource, fromOtherSources };
    assert.deepEqual(heldIn(validateTable(table('2026-01-04', { TRY: '50' }), known)), ['TRY']);
  });

  it('compares with the newest good rate of any source', () => {
    const newer = good(table('2026-01-02', { TRY: '44' }, { source: 'b' }));
    const known = { ...alone, lastGood: [...lastGood, newer] };
    assert.deepEqual(
      heldIn(validateTable(table('2026-01-03', { TRY: '46', EUR: '1.01' }), known)),
      [],
    );
  });

  it('rejects the table if more than a tenth and more than three of its rates jump', () => {
    const codes = Array.from({ length: 40 }, (_, index) => `A${String(index).padStart(2, '0')}`);
    const all = (jumping: number) =>
      Object.fromEntries(codes.map((code, index) => [code, index < jumping ? '1.1' : '1']));
    const known = { ...alone, lastGood: [good(table('2026-01-01', all(0)))] };
    assert.equal(heldIn(validateTable(table('2026-01-02', all(4)), known)).length, 4);
    const refused = validateTable(table('2026-01-02', all(5)), known);
    assert.ok(refused.state === 'refused');
    assert.deepEqual(refused.outliers, ['A00', 'A01', 'A02', 'A03', 'A04']);

    const few = (rate: string) => table('2026-01-02', { EUR: rate, GBP: rate, TRY: rate });
    assert.equal(validateTable(few('1'), { ...alone, lastGood: [good(few('9'))] }).state, 'good');
  });

  it('rejects the table if its pivot jumped', () => {
    const rates = Object.fromEntries('ABCDEFGHIJ'.split('').map((one) => [`X${one}X`, '1']));
    const up = Object.fromEntries(Object.keys(rates).map((code) => [code, '1.09']));
    const known = { ...alone, lastGood: [good(table('2026-01-01', rates))] };
    assert.equal(validateTable(table('2026-01-02', up), known).state, 'refused');
  });
});
