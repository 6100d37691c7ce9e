import { expect } from '@open-wc/testing';
import type { SearchHit } from '../../../server/reading-sessions/contract.ts';
import { initialState } from '../../../src/state/store.ts';
import {
  isPending,
  needsMoreHits,
  updateSearch,
  type BookSearch,
  type SearchResult,
  type SearchAction,
} from '../../../src/state/book-search.ts';

const hits = (from: number, count: number): SearchHit[] =>
  Array.from({ length: count }, (_, at) => ({
    section: 0,
    chapter: null,
    start: from + at,
    end: from + at + 1,
    before: '',
    match: 'x',
    after: '',
  }));

const found = (from: number, count: number, total: number): SearchResult => ({
  type: 'found',
  hits: hits(from, count),
  total,
  isTotalExact: true,
  cursor: from + count < total ? String(from + count) : null,
});

const after = (...actions: (SearchAction | SearchResult)[]): BookSearch | null =>
  actions.reduce<BookSearch | null>(updateSearch, initialState.search);

const find = { type: 'find', query: ' whale ' } as const;

describe('the state of a search', () => {
  it('waits for a response to the query, unless the query is empty', () => {
    const asked = after(find);
    expect(asked?.query).to.equal('whale');
    expect(asked && isPending(asked)).to.equal(true);
    expect(after(find, { type: 'find', query: '  ' })).to.equal(null);
    const answered = after(find, found(0, 2, 2));
    expect(answered && isPending(answered)).to.equal(false);
  });

  it('keeps the previous hits until the next response', () => {
    const next = after(find, found(0, 3, 3), { type: 'find', query: 'sea' });
    expect(next?.hits.length).to.equal(3);
    expect(updateSearch(next, found(9, 1, 1))?.hits).to.deep.equal(hits(9, 1));
  });

  it('steps through the hits and wraps around at the end', () => {
    const walk = after(find, found(0, 3, 3), { type: 'go', index: 2 }, { type: 'step', step: 1 });
    expect(walk?.current?.index).to.equal(0);
    expect(updateSearch(walk, { type: 'step', step: -1 })?.current?.index).to.equal(2);
    expect(updateSearch(walk, { type: 'leave' })?.current).to.equal(null);
    expect(updateSearch(walk, { type: 'leave' })?.hits.length).to.equal(3);
    expect(after(find, found(0, 0, 0), { type: 'step', step: 1 })?.current).to.equal(null);
  });

  it('fetches more hits after the last one, up to a thousand', () => {
    const last = after(find, found(0, 60, 5000), { type: 'step', step: -1 });
    expect(last?.current?.index).to.equal(999);
    expect(last && needsMoreHits(last)).to.equal(true);
    const all = updateSearch(last, found(60, 940, 5000));
    expect(all?.hits.length).to.equal(1000);
    expect(all && needsMoreHits(all)).to.equal(false);
    const more = updateSearch(all, { type: 'more' });
    expect(more && needsMoreHits(more)).to.equal(false);
  });

  it('stops fetching after a failure until a retry', () => {
    const failure = {
      code: 'offline',
      status: 0,
      requestId: null,
      retryAfterSeconds: null,
      atMs: 0,
    };
    const failed = after(find, { type: 'failed', failure });
    expect(failed && isPending(failed)).to.equal(false);
    const retried = updateSearch(failed, { type: 'retry' });
    expect(retried && isPending(retried)).to.equal(true);
  });
});
