import { expect } from '@open-wc/testing';
import { chapterAt, entryAt } from '../../../src/reader/contents.ts';
import { noticeOf } from '../../../src/reader/notice.ts';
import { measureBook } from '../../../src/reader/progress.ts';
import { firstSection, lastSection } from '../../../src/reader/ends-of-order.ts';
import { sectionBeside } from '../../../src/reader/reading-order.ts';
import { stepFontScale } from '../../../src/reader/step-font-scale.ts';
import type { OpenBook } from '../../../src/reader/state.ts';
import { createStore } from '../../../src/reader/store.ts';
import { initialState, update } from '../../../src/reader/update.ts';

const view = { section: 1, page: 2, pages: 9, start: 50, end: 80, isFirst: false, isLast: false };
const failure = { code: 'offline', status: 0, requestId: null, retryAfterSeconds: null, atMs: 0 };

describe('the state', () => {
  it('keeps the chosen place when only the layout moved the page', () => {
    const chosen = update(initialState, { type: 'paged', view, place: { section: 1, offset: 50 } });
    const laidOut = update(chosen, { type: 'paged', view: { ...view, page: 5 }, place: null });
    expect(laidOut.place).to.deep.equal({ section: 1, offset: 50 });
    expect(laidOut.view?.page).to.equal(5);
  });

  it('keeps the person’s settings when another book is opened', () => {
    const larger = update(initialState, { type: 'set', settings: { fontScale: 1.4 } });
    expect(update(larger, { type: 'opening' }).settings.fontScale).to.equal(1.4);
    expect(update(larger, { type: 'closed' }).settings.fontScale).to.equal(1.4);
  });

  it('forgets that pages could not be loaded as soon as one is shown', () => {
    const failed = update(initialState, { type: 'page-failed', failure });
    expect(failed.pageFailure).to.equal(failure);
    expect(update(failed, { type: 'paged', view, place: null }).pageFailure).to.equal(null);
  });

  it('tells each listener of a store, until it stops listening', () => {
    const store = createStore();
    const heard: (string | null)[] = [];
    const stop = store.subscribe(({ panel }) => heard.push(panel));
    store.dispatch({ type: 'panel', panel: 'contents' });
    stop();
    store.dispatch({ type: 'panel', panel: null });
    expect(heard).to.deep.equal(['contents']);
  });
});

describe('the reading order', () => {
  const order = [false, true, false, true, false].map((linear) => ({ linear }));

  it('passes over what stands outside the main flow', () => {
    expect(sectionBeside(order, 1, 1)).to.equal(3);
    expect(sectionBeside(order, 3, -1)).to.equal(1);
    expect(sectionBeside(order, 3, 1)).to.equal(null);
    expect(sectionBeside(order, 2, 1)).to.equal(3);
  });

  it('begins and ends within the main flow', () => {
    expect(firstSection(order)).to.equal(1);
    expect(lastSection(order)).to.equal(3);
  });
});

describe('the contents', () => {
  const leaf = (title: string, section: number, offset: number) => ({
    title,
    section,
    offset,
    children: [],
  });
  const one = { ...leaf('One', 0, 0), children: [leaf('One, later', 0, 40)] };
  const toc = [one, { ...leaf('Part', 0, 0), section: null, children: [leaf('Two', 2, 0)] }];

  it('mark the last entry that starts at or before the place', () => {
    expect(entryAt(toc, { section: 0, offset: 39 })?.title).to.equal('One');
    expect(entryAt(toc, { section: 0, offset: 40 })?.title).to.equal('One, later');
    expect(entryAt(toc, { section: 1, offset: 0 })?.title).to.equal('One, later');
    expect(entryAt(toc, { section: 2, offset: 7 })?.title).to.equal('Two');
  });

  it('leave the chapter’s name to the section where no entry says it', () => {
    const item = {
      href: 'a.xhtml',
      title: 'Own title',
      length: 10,
      words: 2,
      positions: 1,
      linear: true,
      layout: 'reflowable' as const,
      spread: null,
      chapter: null,
    };
    const order = [item];
    const book: OpenBook = {
      id: 'bk',
      title: '',
      language: 'en',
      progression: 'ltr',
      order,
      toc: [],
      measure: measureBook(order),
      end: null,
      sections: null,
    };
    expect(chapterAt(book, { section: 0, offset: 0 })).to.equal('Own title');
  });
});

describe('text sizes', () => {
  it('go up and down by steps and stop at both ends', () => {
    expect(stepFontScale(1, 1)).to.equal(1.1);
    expect(stepFontScale(1, -1)).to.equal(0.9);
    expect(stepFontScale(2.5, 1)).to.equal(2.5);
    expect(stepFontScale(0.7, -1)).to.equal(0.7);
  });
});

describe('a notice', () => {
  it('says from when on it works again, from Retry-After', () => {
    const notice = noticeOf({ ...failure, code: 'quota_daily', retryAfterSeconds: 90, atMs: 1000 });
    expect(notice).to.deep.equal({ kind: 'quota', canRetry: true, untilMs: 91_000 });
  });

  it('offers no retry where trying again cannot help', () => {
    for (const code of ['key_missing', 'key_invalid', 'book_not_found', 'origin_not_allowed']) {
      expect(noticeOf({ ...failure, code }).canRetry, code).to.equal(false);
    }
    expect(noticeOf(failure).canRetry).to.equal(true);
    expect(noticeOf({ ...failure, code: 'unknown' }).kind).to.equal('other');
  });
});
