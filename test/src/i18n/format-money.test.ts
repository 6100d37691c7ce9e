import { expect } from '@open-wc/testing';
import { formatMoney } from '../../../src/i18n/format.ts';
import { formatRateTime } from '../../../src/i18n/format-details.ts';

const now = new Date(2026, 2, 5, 0, 30).getTime();
const at = (...[day, hour, minute]: [number, number, number]) =>
  formatRateTime('de', new Date(2026, 2, day, hour, minute).getTime(), now);

describe('a price', () => {
  it('uses the notation of the locale and the minor units of the currency', () => {
    expect(formatMoney('en', { amount: '8.99', currency: 'EUR' })).to.equal('€8.99');
    expect(formatMoney('de', { amount: '8.99', currency: 'EUR' })).to.equal('8,99\u00a0€');
    expect(formatMoney('en', { amount: '1200', currency: 'JPY' })).to.equal('¥1,200');
  });
});

describe('the time of a rate', () => {
  it('names the day if it is today or yesterday', () => {
    expect(at(5, 0, 10)).to.equal('heute 00:10');
    expect(at(4, 23, 50)).to.equal('gestern 23:50');
    expect(at(4, 0, 0)).to.equal('gestern 00:00');
  });

  it('is a date if it is older or in the future', () => {
    expect(at(3, 23, 59)).to.equal('03.03.2026');
    expect(at(6, 0, 0)).to.equal('06.03.2026');
  });
});
