import { expect } from '@open-wc/testing';
import { de } from '../../../src/text/de.ts';
import { en } from '../../../src/text/en.ts';
import { formatUntil } from '../../../src/text/format-until.ts';

describe('words', () => {
  it('count by the rules of their language', () => {
    expect(en.pagesLeft(1)).to.equal('1 page left in chapter');
    expect(en.pagesLeft(12)).to.equal('12 pages left in chapter');
    expect(de.pagesLeft(1)).to.equal('noch 1 Seite im Kapitel');
    expect(de.pageOf(2, 1200)).to.equal('Seite 2 von 1.200');
  });

  it('say 100 % at the end alone', () => {
    expect(en.percent(0.9999)).to.equal('99%');
    expect(en.percent(1)).to.equal('100%');
    expect(de.percent(0.5)).to.equal('50\u00a0%');
  });

  it('name the time of today, and the day of any other', () => {
    const noon = new Date(2027, 2, 1, 12).getTime();
    const hourMs = 3_600_000;
    expect(formatUntil('en-GB', noon + 2 * hourMs, noon)).to.equal('14:00');
    expect(formatUntil('de', noon + 24 * hourMs, noon)).to.equal('Dienstag, 2. März um 12:00');
  });
});
