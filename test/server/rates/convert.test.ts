import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Decimal } from 'decimal.js';
import { Failure } from '../../../server/failure.ts';
import { bundledTable } from '../../../server/rates/bundled-table.ts';
import { roundings } from '../../../server/rates/contract.ts';
import { convertAmount, crossRate, formatRate } from '../../../server/rates/convert.ts';
import { minorUnits } from '../../../server/values/currencies.ts';

const table = {
  rates: new Map([
    ['USD', '1'],
    ['EUR', '0.8'],
    ['JPY', '150'],
    ['BHD', '0.376'],
    ['XAU', '0.0002541'],
    ['AED', '3'],
  ]),
};

describe('cross rate', () => {
  it('is calculated through the table’s pivot', () => {
    assert.equal(formatRate(crossRate(table, 'USD', 'EUR')), '0.8');
    assert.equal(formatRate(crossRate(table, 'EUR', 'USD')), '1.25');
    assert.equal(formatRate(crossRate(table, 'EUR', 'JPY')), '187.5');
    assert.equal(formatRate(crossRate(table, 'AED', 'USD')), '0.333333333333333');
    assert.equal(formatRate(crossRate(table, 'AED', 'AED')), '1');
    assert.equal(formatRate(crossRate(table, 'JPY', 'XAU')), '0.000001694');
  });

  it('is rejected if the table lacks either currency', () => {
    for (const [from, to] of [
      ['USD', 'GBP'],
      ['GBP', 'USD'],
      ['GBP', 'GBP'],
    ] as const) {
      assert.throws(
        () => crossRate(table, from, to),
        (error) => error instanceof Failure && error.code === 'unknown_currency',
      );
    }
  });

  it('times its formatted inverse is one for every pair', () => {
    const codes = [...bundledTable.rates.keys()];
    assert.ok(codes.length >= 160, `${codes.length} currencies`);
    let furthest = new Decimal(0);
    for (const [index, a] of codes.entries()) {
      for (const b of codes.slice(index)) {
        const there = formatRate(crossRate(bundledTable, a, b));
        const back = formatRate(crossRate(bundledTable, b, a));
        assert.match(there, /^\d+(\.\d+)?$/);
        furthest = Decimal.max(furthest, new Decimal(there).times(back).minus(1).abs());
      }
    }
    assert.ok(furthest.lt('1e-13'), furthest.toString());
  });
});

describe('converted amount', () => {
  it('is rounded to the minor units of its currency', () => {
    assert.deepEqual(convertAmount(table, '9.99', 'USD', 'JPY'), {
      amount: '1499',
      currency: 'JPY',
    });
    assert.equal(convertAmount(table, '9.99', 'USD', 'BHD').amount, '3.756');
    assert.equal(convertAmount(table, '10', 'USD', 'EUR').amount, '8.00');
    assert.equal(convertAmount(table, '0.001', 'USD', 'JPY').amount, '0');
    assert.equal(convertAmount(table, '1', 'USD', 'XAU').amount, '0.0002541');
  });

  it('is exact until it is rounded, regardless of its number of digits', () => {
    assert.equal(
      convertAmount(table, '123456789012345.12', 'EUR', 'USD').amount,
      '154320986265431.40',
    );
    assert.equal(convertAmount(table, '0.3', 'AED', 'USD').amount, '0.10');
    // The binary value of 1.005 is less than 1.005: https://en.wikipedia.org/wiki/IEEE_754
    assert.equal(convertAmount(table, '1.005', 'USD', 'USD').amount, '1.01');
  });

  it('is rounded by the given mode, at the midpoint and next to it', () => {
    const rounded = (amount: string) =>
      roundings.map((rounding) => convertAmount(table, amount, 'USD', 'USD', rounding).amount);
    assert.deepEqual(rounded('0.125'), ['0.13', '0.12', '0.13', '0.12', '0.125']);
    assert.deepEqual(rounded('0.135'), ['0.14', '0.14', '0.14', '0.13', '0.135']);
    assert.deepEqual(rounded('0.1201'), ['0.12', '0.12', '0.13', '0.12', '0.1201']);
    assert.deepEqual(rounded('0.12'), ['0.12', '0.12', '0.12', '0.12', '0.12']);
  });

  it('keeps twenty significant digits without rounding', () => {
    assert.equal(convertAmount(table, '1', 'AED', 'USD', 'none').amount, '0.33333333333333333333');
    assert.equal(convertAmount(table, '1', 'AED', 'JPY', 'none').amount, '50');
  });

  it('has the minor unit digits of ISO 4217 in every currency', () => {
    for (const code of bundledTable.rates.keys()) {
      const { amount } = convertAmount(bundledTable, '1234.5', 'USD', code);
      const digits = minorUnits(code);
      if (digits !== null) assert.equal(amount.split('.')[1]?.length ?? 0, digits, code);
    }
  });
});
