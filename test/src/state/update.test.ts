import { expect } from '@open-wc/testing';
import { chapterTitleAt, tocEntryAt } from '../../../src/state/toc.ts';
import { failureNotice } from '../../../src/state/failure-notice.ts';
import { measureBook } from '../../../src/state/progress.ts';
import { firstSection, lastSection } from '../../../src/state/book-ends.ts';
import { adjacentSection } from '../../../src/state/reading-order.ts';
import type { OpenBook } from '../../../src/state/reader-state.ts';
import { createStore, initialState, reduce } from '../../../src/state/store.ts';

const view = { section: 1, page: 2, pages: 9, start: 50, end: 80, isFirst: false, isLast: false };
const failure = { code: 'offline', status: 0, requestId: null, retryAfterSeconds: null, atMs: 0 };

describe('the state', () => {
  it('keeps the chosen position when only the layout moved the page', () => {
    const chosen = reduce(initialState, {
      type: 'paged',
      view,
      position: { section: 1, offset: 50 },
    });
    const laidOut = reduce(chosen, { type: 'paged', view: { ...view, page: 5 }, position: null });
    expect(laidOut.position).to.deep.equal({ section: 1, offset: 50 });
    expect(laidOut.view?.page).to.equal(5);
  });

  it('keeps the user settings when another book is opened', () => {
    const larger = reduce(initialState, { type: 'set', settings: { fontScale: 1.4 } });
    expect(reduce(larger, { type: 'opening' }).settings.fontScale).to.equal(1.4);
    expect(reduce(larger, { type: 'closed' }).settings.fontScale).to.equal(1.4);
  });

  it('clears the page failure as soon as a page is shown', () => {
    const failed = reduce(initialState, { type: 'pageFailure', pageFailure: failure });
    expect(failed.pageFailure).to.equal(failure);
    expect(reduce(failed, { type: 'paged', view, position: null }).pageFailure).to.equal(null);
  });

  it('keeps a failed action that can be retried until the user turns the page', () => {
    const failed = reduce(initialState, {
      type: 'pageFailure',
      pageFailure: { ...failure, retry: () => {} },
    });
    const laidOut = reduce(failed, { type: 'paged', view, position: null });
    expect(laidOut.pageFailure).to.equal(failed.pageFailure);
    const position = { section: 1, offset: 50 };
    expect(reduce(laidOut, { type: 'paged', view, position }).pageFailure).to.equal(null);
  });

  it('notifies each subscriber until it unsubscribes', () => {
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

  it('skips non-linear sections', () => {
    expect(adjacentSection(order, 1, 1)).to.equal(3);
    expect(adjacentSection(order, 3, -1)).to.equal(1);
    expect(adjacentSection(order, 3, 1)).to.equal(null);
    expect(adjacentSection(order, 2, 1)).to.equal(3);
  });

  it('includes one given non-linear section', () => {
    expect(adjacentSection(order, 1, -1, 0)).to.equal(0);
    expect(adjacentSection(order, 1, 1, 0)).to.equal(3);
    expect(adjacentSection([undefined, order[1]], 1, -1, 0)).to.equal(null);
  });

  it('starts and ends with linear sections', () => {
    expect(firstSection(order)).to.equal(1);
    expect(lastSection(order)).to.equal(3);
  });
});

describe('the table of contents', () => {
  const leaf = (title: string, section: number, offset: number) => ({
    title,
    section,
    offset,
    children: [],
  });
  const one = { ...leaf('One', 0, 0), children: [leaf('One, later', 0, 40)] };
  const toc = [one, { ...leaf('Part', 0, 0), section: null, children: [leaf('Two', 2, 0)] }];

  it('mark the last entry that starts at or before the position', () => {
    expect(tocEntryAt(toc, { section: 0, offset: 39 })?.title).to.equal('One');
    expect(tocEntryAt(toc, { section: 0, offset: 40 })?.title).to.equal('One, later');
    expect(tocEntryAt(toc, { section: 1, offset: 0 })?.title).to.equal('One, later');
    expect(tocEntryAt(toc, { section: 2, offset: 7 })?.title).to.equal('Two');
  });

  it('use the section title if no entry applies', () => {
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
    expect(chapterTitleAt(book, { section: 0, offset: 0 })).to.equal('Own title');
  });
});

describe('a notice', () => {
  it('shows when a retry can succeed, based on Retry-After', () => {
    const notice = failureNotice({
      ...failure,
      code: 'quota_daily',
      retryAfterSeconds: 90,
      atMs: 1000,
    });
    expect(notice).to.deep.equal({ kind: 'quota', canRetry: true, retryAtMs: 91_000 });
  });

  it('offers no retry if a retry cannot succeed', () => {
    for (const code of ['key_missing', 'key_invalid', 'book_not_found', 'origin_not_allowed']) {
      expect(failureNotice({ ...failure, code }).canRetry, code).to.equal(false);
    }
    // A server that restarts, or a network that asks to sign in, looks like a wrong address.
    for (const code of ['offline', 'api_missing'])
      expect(failureNotice({ ...failure, code }).canRetry, code).to.equal(true);
    expect(failureNotice({ ...failure, code: 'unknown' }).kind).to.equal('other');
  });
});
