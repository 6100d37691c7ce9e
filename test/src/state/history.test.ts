import { expect } from '@open-wc/testing';
import {
  emptyHistory,
  isJump,
  recordJump,
  stepHistory,
} from '../../../src/state/navigation-history.ts';
import type { PageView } from '../../../src/state/reader-state.ts';

const at = (section: number, offset = 0) => ({ section, offset });
const page = (section: number, number: number, pages = 10): PageView => ({
  section,
  page: number,
  pages,
  start: number * 100,
  end: number * 100 + 100,
  isFirst: false,
  isLast: false,
});

describe('the history', () => {
  it('goes back to the start of a jump and forward again', () => {
    const history = recordJump(recordJump(emptyHistory, at(0, 5)), at(3));
    const back = stepHistory(history, at(7), -1);
    expect(back?.to).to.deep.equal(at(3));
    const further = back && stepHistory(back.history, at(3), -1);
    expect(further?.to).to.deep.equal(at(0, 5));
    const forward = further && stepHistory(further.history, at(0, 5), 1);
    expect(forward?.to).to.deep.equal(at(3));
  });

  it('is empty before the first jump and drops the forward entries after another jump', () => {
    expect(stepHistory(emptyHistory, at(1), -1)).to.equal(null);
    const back = stepHistory(recordJump(emptyHistory, at(0)), at(2), -1);
    expect(back && stepHistory(recordJump(back.history, at(1)), at(4), 1)).to.equal(null);
  });

  it('does not add the same position twice', () => {
    const history = recordJump(recordJump(emptyHistory, at(0)), at(0));
    expect(history.past.length).to.equal(1);
  });

  it('keeps fifty entries', () => {
    let history = emptyHistory;
    for (let offset = 0; offset < 70; offset++) history = recordJump(history, at(0, offset));
    expect(history.past.length).to.equal(50);
    expect(history.past.at(-1)).to.deep.equal(at(0, 69));
  });
});

describe('a jump', () => {
  const order = [true, true, true, false, true].map((linear) => ({ linear }));

  it('is more than a page turn', () => {
    expect(isJump(order, page(1, 3), page(1, 4))).to.equal(false);
    expect(isJump(order, page(1, 3), page(1, 2))).to.equal(false);
    expect(isJump(order, page(1, 3), page(1, 8))).to.equal(true);
  });

  it('is not a turn across a section boundary', () => {
    expect(isJump(order, page(1, 9), page(2, 0))).to.equal(false);
    expect(isJump(order, page(2, 0), page(1, 9))).to.equal(false);
    // A turn across a non-linear section.
    expect(isJump(order, page(2, 9), page(4, 0))).to.equal(false);
    expect(isJump(order, page(1, 9), page(4, 0))).to.equal(true);
    expect(isJump(order, page(1, 4), page(2, 0))).to.equal(true);
    expect(isJump(order, page(1, 9), page(2, 3))).to.equal(true);
  });

  it('is not a turn between fixed-layout spreads', () => {
    const pages = Array.from({ length: 8 }, () => ({ linear: true, layout: 'fixed' as const }));
    expect(isJump(pages, page(1, 0, 1), page(3, 0, 1))).to.equal(false);
    expect(isJump(pages, page(4, 0, 1), page(1, 0, 1))).to.equal(false);
    expect(isJump(pages, page(1, 0, 1), page(5, 0, 1))).to.equal(true);
  });

  it('is not a move between fixed pages taller than the screen', () => {
    const pages = Array.from({ length: 8 }, () => ({ linear: true, layout: 'fixed' as const }));
    expect(isJump(pages, page(1, 0, 2), page(2, 0, 2))).to.equal(false);
    expect(isJump(pages, page(2, 0, 2), page(1, 0, 2))).to.equal(false);
    expect(isJump(pages, page(1, 0, 3), page(2, 0, 3))).to.equal(true);
  });
});
