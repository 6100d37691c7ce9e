import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import {
  currencyCodes,
  currencyName,
  currencySymbol,
  isCurrency,
  minorUnits,
} from '../../../server/values/currencies.ts';

const list = join(import.meta.dirname, '../../../../shared/data/rates/iso4217/codes-all.csv');
/**
 * Codes that are not money: test codes, "no currency", and units of account that are never quoted.
 */
const noMoney = new Set('XBA XBB XBC XBD XSU XTS XUA XXX'.split(' '));

describe('currencies', () => {
  it('have the minor unit digits of the standard', () => {
    assert.equal(minorUnits('JPY'), 0);
    assert.equal(minorUnits('EUR'), 2);
    assert.equal(minorUnits('BHD'), 3);
    assert.equal(minorUnits('IQD'), 3);
    assert.equal(minorUnits('UYW'), 4);
    assert.equal(minorUnits('XAU'), null);
  });

  it('include active codes and exclude withdrawn ones', () => {
    assert.ok(isCurrency('XCG'));
    for (const code of ['DEM', 'HRK', 'BGN', 'ANG', 'XXX', 'BTC', 'eur', '']) {
      assert.ok(!isCurrency(code), code);
    }
  });

  it('have names and symbols', () => {
    assert.equal(currencyName('JPY'), 'Japanese Yen');
    assert.equal(currencySymbol('EUR'), '€');
    assert.equal(currencySymbol('CHF'), 'CHF');
    for (const code of currencyCodes) assert.ok(currencyName(code) && currencySymbol(code), code);
  });

  const skip = existsSync(list) ? false : `${list} is missing`;
  it('match the published list, including minor unit digits', { skip }, () => {
    const published = new Map(
      readFileSync(list, 'utf8')
        .trim()
        .split(/\r?\n/)
        .slice(1)
        .map((line) => line.split(','))
        // Names may contain commas, so columns are counted from the end.
        .filter((cells) => cells.at(-1) === '' && cells.at(-4) && !noMoney.has(cells.at(-4) ?? ''))
        .map((cells) => [cells.at(-4) ?? '', cells.at(-2) === '-' ? null : Number(cells.at(-2))]),
    );
    assert.deepEqual(currencyCodes, [...published.keys()].sort());
    for (const [code, digits] of published) assert.equal(minorUnits(code), digits, code);
  });
});
