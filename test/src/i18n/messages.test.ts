import { expect } from '@open-wc/testing';
import { messages as de } from '#messages/de';
import { messages as en } from '#messages/en';
import { loadMessages } from '../../../src/i18n/load-messages.ts';
import { formatRetryTime } from '../../../src/i18n/format.ts';

describe('words', () => {
  it('count by the rules of their language', () => {
    expect(en.pagesLeft(1)).to.equal('1 page left in chapter');
    expect(en.pagesLeft(12)).to.equal('12 pages left in chapter');
    expect(de.pagesLeft(1)).to.equal('noch 1 Seite im Kapitel');
    expect(de.pageOf(2, 1200)).to.equal('Seite 2 von 1.200');
  });

  it('are written as the region does that is asked for', async () => {
    const wordsIn = (locale: string) => loadMessages(document.createElement('div'), locale);
    const noon = new Date(2027, 2, 1, 12).getTime();
    const day = (locale: string) => new Intl.DateTimeFormat(locale).format(noon);
    const british = await wordsIn('en-GB');
    expect(british.contents).to.equal(en.contents);
    expect(day(british.locale)).to.equal('01/03/2027');
    expect(day((await wordsIn('en')).locale)).to.equal('3/1/2027');
    const swiss = await wordsIn('de-CH');
    expect(swiss.locale).to.equal('de-CH');
    const number = new Intl.NumberFormat('de-CH').format(1200);
    expect(number).not.to.equal('1.200');
    expect(swiss.pageOf(2, 1200)).to.equal(`Seite 2 von ${number}`);
    expect(swiss.number(1200)).to.equal(number);
    // Another reader of the page is not written so.
    expect(de.pageOf(2, 1200)).to.equal('Seite 2 von 1.200');
    expect((await wordsIn('zh-TW')).locale).to.equal('zh-TW');
    expect((await wordsIn('fi')).locale).to.equal('en');
  });

  it('say 100 % at the end alone', () => {
    expect(en.percent(0.9999)).to.equal('99%');
    expect(en.percent(1)).to.equal('100%');
    expect(de.percent(0.5)).to.equal('50\u00a0%');
  });

  it('name the time of today, and the day of any other', () => {
    const noon = new Date(2027, 2, 1, 12).getTime();
    const hourMs = 3_600_000;
    expect(formatRetryTime('en-GB', noon + 2 * hourMs, noon)).to.equal('14:00');
    expect(formatRetryTime('de', noon + 24 * hourMs, noon)).to.equal('Dienstag, 2. März um 12:00');
  });
});
