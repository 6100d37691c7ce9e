import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import {
  allowedEnd,
  isSectionAllowed,
  isOffsetAllowed,
  allowedSections,
  readLicence,
  writeLicence,
  computeSampleRange,
} from '../../../../server/books/licence/licence.ts';

const sample = (share: number) => ({ mode: 'sample', share }) as const;

function readingOrderOf(...lengths: (number | [length: number, linear: boolean])[]) {
  return lengths.map((item, index) => {
    const [length, linear] = typeof item === 'number' ? ([item, true] as const) : item;
    const positions = Math.max(1, Math.ceil(length / 1024));
    return { href: `${index}.xhtml`, length, positions, linear };
  });
}

describe('sample range', () => {
  it('is null for a free book', () => {
    assert.equal(computeSampleRange(null, readingOrderOf(5000)), null);
    assert.equal(computeSampleRange({ mode: 'free' }, readingOrderOf(5000)), null);
  });

  it('covers the share of the positions and ends at a position boundary', () => {
    // The sections have 10, 10 and 80 positions.
    const book = readingOrderOf(10_240, 10_000, 81_920);
    assert.deepEqual(computeSampleRange(sample(0.1), book), { sectionRanges: [[0, 0]], end: null });
    assert.deepEqual(computeSampleRange(sample(0.15), book), {
      sectionRanges: [[0, 1]],
      end: 5120,
    });
    assert.deepEqual(computeSampleRange(sample(0.2), book), { sectionRanges: [[0, 1]], end: null });
    assert.deepEqual(computeSampleRange(sample(0.29), book), {
      sectionRanges: [[0, 2]],
      end: 9216,
    });
  });

  it('covers the share of the characters if the text is shorter than one position', () => {
    assert.deepEqual(computeSampleRange(sample(0.1), readingOrderOf(900)), {
      sectionRanges: [[0, 0]],
      end: 90,
    });
    assert.deepEqual(computeSampleRange(sample(0.1), readingOrderOf(0, 900)), {
      sectionRanges: [[0, 1]],
      end: 90,
    });
  });

  it('covers at least one page of a book of images', () => {
    assert.deepEqual(computeSampleRange(sample(0.1), readingOrderOf(0, 0, 0)), {
      sectionRanges: [[0, 0]],
      end: null,
    });
    const comic = readingOrderOf(...Array<number>(40).fill(0));
    assert.deepEqual(computeSampleRange(sample(0.1), comic), {
      sectionRanges: [[0, 3]],
      end: null,
    });
  });

  it('excludes notes outside the main flow but includes a cover image before it', () => {
    const book = readingOrderOf([0, false], [3000, false], 10_240, [3000, false], 10_240);
    assert.deepEqual(computeSampleRange(sample(0.55), book), {
      sectionRanges: [
        [0, 0],
        [2, 2],
        [4, 4],
      ],
      end: 1024,
    });
  });

  it('covers the whole reading order if there is no main flow', () => {
    const book = readingOrderOf([10_240, false], [10_240, false]);
    assert.deepEqual(computeSampleRange(sample(0.5), book), { sectionRanges: [[0, 0]], end: null });
  });

  it('covers the named sections', () => {
    const named = { mode: 'sample', sections: ['3.xhtml', '0.xhtml', '1.xhtml', 'gone'] } as const;
    const access = { ...named, sections: [...named.sections] };
    assert.deepEqual(computeSampleRange(access, readingOrderOf(1, 1, 1, 1, 1)), {
      sectionRanges: [
        [0, 1],
        [3, 3],
      ],
      end: null,
    });
  });

  it('never exceeds the share by more than one page', () => {
    const lengths = fc.array(fc.integer({ min: 0, max: 9000 }), { minLength: 1, maxLength: 30 });
    const share = fc.double({ min: 0.001, max: 0.999, noNaN: true });
    fc.assert(
      fc.property(lengths, share, (of, part) => {
        const book = readingOrderOf(...of);
        const licence = computeSampleRange(sample(part), book);
        assert.ok(licence);
        const total = book.reduce((sum, { positions }) => sum + positions, 0);
        const positions = allowedSections(licence).reduce((sum, index) => {
          const end = allowedEnd(licence, index);
          const whole = book[index]?.positions ?? 0;
          return sum + (end === null ? whole : Math.ceil(end / 1024));
        }, 0);
        assert.ok(
          positions <= Math.max(1, part * total + 1e-9) + (part * total < 1 ? of.length : 0),
        );
      }),
    );
  });
});

describe('licence', () => {
  const licence = {
    sectionRanges: [
      [0, 2],
      [5, 5],
      [7, 9],
    ] as [number, number][],
    end: 2048,
  };

  it('distinguishes sections and offsets', () => {
    assert.deepEqual(allowedSections(licence), [0, 1, 2, 5, 7, 8, 9]);
    assert.ok(
      isSectionAllowed(licence, 5) &&
        !isSectionAllowed(licence, 6) &&
        !isSectionAllowed(licence, 10),
    );
    assert.deepEqual([allowedEnd(licence, 9), allowedEnd(licence, 8)], [2048, null]);
    assert.ok(isOffsetAllowed(licence, { section: 9, offset: 2047 }));
    assert.ok(!isOffsetAllowed(licence, { section: 9, offset: 2048 }));
    assert.ok(isOffsetAllowed(null, { section: 99, offset: 9 }));
  });

  it('is unchanged by serialization', () => {
    assert.equal(writeLicence(licence), '0-2.5.7-9_2048');
    assert.deepEqual(readLicence('0-2.5.7-9_2048'), licence);
    const nothing = { sectionRanges: [], end: null };
    assert.deepEqual(readLicence(writeLicence(nothing)), nothing);
    assert.ok(!isSectionAllowed(nothing, 0));
  });
});
