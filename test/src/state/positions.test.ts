import { expect } from '@open-wc/testing';
import type { ReadingOrderItem } from '../../../server/reading-sessions/contract.ts';
import { adjacentChapter, chapterStarts, visibleTicks } from '../../../src/state/chapter-starts.ts';
import { withDeepLink } from '../../../src/state/deep-link-fragment.ts';
import { parseStartFragment } from '../../../src/state/locator.ts';
import { findPrintedPage, printedPageAt } from '../../../src/state/printed-pages.ts';
import { measureBook } from '../../../src/state/progress.ts';
import { minutesLeft, pagePace, medianPace } from '../../../src/state/reading-time.ts';
import { isAhead } from '../../../src/state/resume.ts';

const item = (length: number, words: number, linear = true): ReadingOrderItem => ({
  href: `${length}.xhtml`,
  title: '',
  length,
  words,
  positions: Math.max(1, Math.ceil(length / 1024)),
  linear,
  layout: 'reflowable',
  spread: null,
  chapter: null,
});
const order = [item(10_240, 2000), item(5120, 1000, false), item(10_240, 2000)];
const measure = measureBook(order);

describe('printed pages', () => {
  const pages = [
    { title: 'iv', section: 0, offset: 0 },
    { title: '1', section: 0, offset: 900 },
    { title: '2', section: 2, offset: 0 },
  ];

  it('contain the positions after their start', () => {
    expect(printedPageAt(pages, { section: 0, offset: 899 })?.title).to.equal('iv');
    expect(printedPageAt(pages, { section: 1, offset: 0 })?.title).to.equal('1');
    expect(printedPageAt(pages, { section: 2, offset: 0 })?.title).to.equal('2');
    expect(printedPageAt([], { section: 2, offset: 0 })).to.equal(null);
  });

  it('are found by their labels, regardless of digit form and case', () => {
    expect(findPrintedPage(pages, ' IV ')?.title).to.equal('iv');
    for (const two of ['２', '٢', '۲', '२', '𝟐']) {
      expect(findPrintedPage(pages, two)?.title, two).to.equal('2');
    }
    expect(findPrintedPage(pages, '3')).to.equal(null);
  });
});

describe('the remaining reading time', () => {
  const book = { order, end: null, language: 'en' };

  it('counts the words starting from the page, without non-linear sections', () => {
    const left = minutesLeft(book, { section: 0, start: 5120 }, {});
    expect(left).to.deep.equal({ chapter: 4, book: 12 });
  });

  it('uses the user’s pace, measured in characters for languages without word spaces', () => {
    const own = minutesLeft(book, { section: 2, start: 0 }, { words: 100 });
    expect(own).to.deep.equal({ chapter: 20, book: 20 });
    const japanese = { ...book, language: 'ja' };
    expect(minutesLeft(japanese, { section: 2, start: 5240 }, {}).chapter).to.equal(10);
  });

  it('counts to the next chapter, which can begin in another section or within one', () => {
    const minutesTo = (...starts: [section: number, offset: number, depth: number][]) => {
      const chapters = starts.map(([section, offset, depth]) => ({
        section,
        offset,
        depth,
        title: '',
        fraction: 0,
      }));
      return minutesLeft(book, { section: 0, start: 0 }, {}, chapters).chapter;
    };
    const whole = minutesLeft(book, { section: 0, start: 0 }, {});
    expect(minutesTo([0, 0, 0], [2, 0, 0])).to.equal(whole.chapter);
    expect(minutesTo([0, 0, 0], [0, 5120, 0], [2, 0, 0])).to.equal(whole.chapter / 2);
    // A heading within the chapter.
    expect(minutesTo([0, 0, 0], [0, 5120, 1], [2, 0, 0])).to.equal(whole.chapter);
    expect(minutesTo([0, 0, 0])).to.equal(whole.book);
  });

  it('ends with the sample', () => {
    const sample = { ...book, end: { section: 0, offset: 5120 } };
    expect(minutesLeft(sample, { section: 0, start: 0 }, {}).book).to.equal(4);
  });
});

describe('a pace', () => {
  it('ignores pages that were skimmed, left open, or nearly empty', () => {
    expect(pagePace(250, 60_000)).to.equal(250);
    expect(pagePace(250, 2000)).to.equal(null);
    expect(pagePace(250, 30 * 60_000)).to.equal(null);
    expect(pagePace(10, 2400)).to.equal(null);
  });

  it('is the median of the most recent pages, once there are five', () => {
    expect(medianPace([200, 220, 240, 260])).to.equal(null);
    expect(medianPace([200, 1100, 220, 240, 70])).to.equal(220);
  });
});

describe('chapters on the slider', () => {
  const entry = (title: string, section: number, offset = 0) => ({
    title,
    section,
    offset,
    children: [],
  });

  it('are at their start, and only the outermost is kept if several share a start', () => {
    const part = { ...entry('Part', 0), children: [entry('One', 0), entry('Two', 0, 5120)] };
    const marks = chapterStarts({ toc: [part, entry('Three', 2)], measure });
    expect(marks.map(({ title, depth }) => [title, depth])).to.deep.equal([
      ['Part', 0],
      ['Two', 1],
      ['Three', 0],
    ]);
    expect(adjacentChapter(marks, 0, 1)?.title).to.equal('Two');
    expect(adjacentChapter(marks, 1, -1)?.title).to.equal('Three');
    expect(adjacentChapter(marks, 0, -1)).to.equal(null);
  });

  it('are limited to the levels that fit', () => {
    const children = Array.from({ length: 60 }, (_, at) => entry(`${at}`, 0, at * 160 + 1));
    const toc = [{ ...entry('Part', 0), children }, entry('Last', 2)];
    const marks = chapterStarts({ toc, measure });
    const on = (widthPx: number) => visibleTicks(marks, widthPx).map(({ title }) => title);
    expect(on(250)).to.deep.equal(['Last']);
    expect(on(4000).length).to.equal(60);
    expect(on(0)).to.deep.equal([]);
  });
});

describe('a fragment', () => {
  it('names the book so that two readers do not conflict', () => {
    const one = withDeepLink('', 'bk_a', { section: 2, offset: 40 });
    const both = withDeepLink(`#${one}`, 'isbn:9780000000002', { section: 1, offset: 0 });
    expect(parseStartFragment(`#${both}`, 'bk_a')).to.include({ section: 2, offset: 40 });
    expect(parseStartFragment(`#${both}`, 'isbn:9780000000002')).to.include({ section: 1 });
    expect(withDeepLink(`#${both}`, 'bk_a', { section: 3, offset: 1 })).to.equal(
      'svc=isbn%3A9780000000002:1:0&svc=bk_a:3:1',
    );
    expect(parseStartFragment(`#${both}`, 'bk_b')).to.equal(null);
  });

  it('keeps its other parts and names serial chapters by id', () => {
    const chapter = 'ch_0123456789abcdef';
    expect(withDeepLink('#tab=2', 'bk_a', { section: 7, offset: 3, chapter })).to.equal(
      `tab=2&svc=bk_a:${chapter}:3`,
    );
  });
});

describe('a reading position from another device', () => {
  const view = { section: 0, end: 2000 };
  const resume = { locations: { section: 2, offset: 10 } };

  it('is offered if it is further ahead', () => {
    expect(isAhead({ order, measure }, view, resume, null)).to.equal(true);
    const before = { locations: { section: 0, offset: 1500 } };
    expect(isAhead({ order, measure }, view, before, null)).to.equal(false);
  });

  it('is not offered if this device was used later', () => {
    const at = new Date(5000);
    expect(isAhead({ order, measure }, view, { ...resume, at }, 6000)).to.equal(false);
    expect(isAhead({ order, measure }, view, { ...resume, at }, 4000)).to.equal(true);
  });

  it('is not offered if the section is a different document', () => {
    const moved = { ...resume, href: 'old.xhtml' };
    expect(isAhead({ order, measure }, view, moved, null)).to.equal(false);
  });
});
