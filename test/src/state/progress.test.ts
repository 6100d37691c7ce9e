import { expect } from '@open-wc/testing';
import {
  fractionAt,
  fractionRead,
  measureBook,
  positionAtFraction,
  positionNumberAt,
} from '../../../src/state/progress.ts';

/** Three sections with 3, 1 and 2 positions. The second section has no text. */
const book = measureBook([
  { positions: 3, length: 3000 },
  { positions: 1, length: 0 },
  { positions: 2, length: 1500 },
]);

describe('progress', () => {
  it('is 0 at the start and 1 at the very end', () => {
    expect(fractionAt(book, { section: 0, offset: 0 })).to.equal(0);
    expect(fractionAt(book, { section: 2, offset: 1500 })).to.equal(1);
  });

  it('counts sections by their positions, not by their characters', () => {
    expect(fractionAt(book, { section: 0, offset: 1500 })).to.equal(0.25);
    expect(fractionAt(book, { section: 1, offset: 0 })).to.equal(0.5);
    expect(fractionAt(book, { section: 2, offset: 750 })).to.be.closeTo(5 / 6, 1e-12);
  });

  it('stays within 0 and 1 for positions outside the book', () => {
    expect(fractionAt(book, { section: 0, offset: -5 })).to.equal(0);
    expect(fractionAt(book, { section: 2, offset: 9999 })).to.equal(1);
    expect(fractionAt(book, { section: 7, offset: 0 })).to.equal(1);
  });

  it('maps a fraction back to its position', () => {
    for (const place of [
      { section: 0, offset: 0 },
      { section: 0, offset: 1 },
      { section: 0, offset: 2999 },
      { section: 1, offset: 0, share: 0 },
      { section: 1, offset: 0, share: 0.25 },
      { section: 2, offset: 0 },
      { section: 2, offset: 733 },
      { section: 2, offset: 1500 },
    ]) {
      expect(positionAtFraction(book, fractionAt(book, place))).to.deep.equal(place);
    }
  });

  it('numbers positions from 1, one for each 1,024 characters', () => {
    expect(positionNumberAt(book, { section: 0, offset: 0 })).to.equal(1);
    expect(positionNumberAt(book, { section: 0, offset: 1023 })).to.equal(1);
    expect(positionNumberAt(book, { section: 0, offset: 1024 })).to.equal(2);
    expect(positionNumberAt(book, { section: 1, offset: 0 })).to.equal(4);
    expect(positionNumberAt(book, { section: 2, offset: 1500 })).to.equal(6);
  });

  it('is complete on the last page, even though that page starts before the end', () => {
    const view = { section: 2, start: 1200, page: 3, pages: 4, isLast: false };
    expect(fractionRead(book, view)).to.be.closeTo(0.9333, 0.0001);
    expect(fractionRead(book, { ...view, isLast: true })).to.equal(1);
  });

  it('works for a book without sections', () => {
    expect(fractionAt(measureBook([]), { section: 0, offset: 0 })).to.equal(0);
    const start = { section: 0, offset: 0, share: 0.5 };
    expect(positionAtFraction(measureBook([]), 0.5)).to.deep.equal(start);
  });
});
