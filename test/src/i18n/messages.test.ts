import { expect } from '@open-wc/testing';
import { messages as de } from '#messages/de';
import { messages as en } from '#messages/en';
import { loadMessages } from '../../../src/i18n/load-messages.ts';
import { formatRetryTime } from '../../../src/i18n/format.ts';

describe('messages', () => {
  it('use the plural rules of their language', () => {
    expect(en.pagesLeft(1)).to.equal('1 page left in chapter');
    expect(en.pagesLeft(12)).to.equal('12 pages left in chapter');
    expect(de.pagesLeft(1)).to.equal('noch 1 Seite im Kapitel');
    expect(de.pageOf(2, 1200)).to.equal('Seite 2 von 1.200');
  });

  it('format numbers for the requested region', async () => {
    const messagesIn = (locale: string) => loadMessages(document.createElement('div'), locale);
    const noon = new Date(2027, 2, 1, 12).getTime();
    const day = (locale: string) => new Intl.DateTimeFormat(locale).format(noon);
    const british = await messagesIn('en-GB');
    expect(british.contents).to.equal(en.contents);
    expect(day(british.locale)).to.equal('01/03/2027');
    expect(day((await messagesIn('en')).locale)).to.equal('3/1/2027');
    const swiss = await messagesIn('de-CH');
    expect(swiss.locale).to.equal('de-CH');
    const number = new Intl.NumberFormat('de-CH').format(1200);
    expect(number).not.to.equal('1.200');
    expect(swiss.pageOf(2, 1200)).to.equal(`Seite 2 von ${number}`);
    expect(swiss.number(1200)).to.equal(number);
    // Other readers on the page keep their own region.
    expect(de.pageOf(2, 1200)).to.equal('Seite 2 von 1.200');
    expect((await messagesIn('zh-TW')).locale).to.equal('zh-TW');
    expect((await messagesIn('fi')).locale).to.equal('en');
  });

  it('show 100 % only at the end', () => {
    expect(en.percent(0.9999)).to.equal('99%');
    expect(en.percent(1)).to.equal('100%');
    expect(de.percent(0.5)).to.equal('50\u00a0%');
  });

  it('show the time for today, and the day otherwise', () => {
    const noon = new Date(2027, 2, 1, 12).getTime();
    const hourMs = 3_600_000;
    expect(formatRetryTime('en-GB', noon + 2 * hourMs, noon)).to.equal('14:00');
    expect(formatRetryTime('de', noon + 24 * hourMs, noon)).to.equal('Dienstag, 2. März um 12:00');
  });
});
