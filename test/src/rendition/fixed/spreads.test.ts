import { expect } from '@open-wc/testing';
import { fitSpread } from '../../../../src/rendition/fixed/fit-page.ts';
import { spreadsOf, type StageShape } from '../../../../src/rendition/fixed/spreads.ts';

type Word = 'left' | 'right' | 'center' | 'any' | 'text' | 'aside' | 'both' | 'locked';

const itemOf = (word: Word) =>
  word === 'locked'
    ? undefined
    : {
        linear: word !== 'aside',
        layout: word === 'text' ? ('reflowable' as const) : ('fixed' as const),
        spread: word === 'left' || word === 'right' || word === 'center' ? word : null,
        ...(word === 'both' ? { spreadsUpright: true } : {}),
      };

/** In `0r 1l+2r`, page 0 is alone on the right, followed by a spread of two pages. */
function spreads(words: Word[], progression: 'ltr' | 'rtl' = 'ltr', shape: StageShape = 'wide') {
  return spreadsOf(words.map(itemOf), progression, shape)
    .map((pages) => pages.map(({ index, side }) => `${index}${side[0]}`).join('+'))
    .join(' ');
}

describe('spreadsOf', () => {
  it('pairs pages by side and leaves a missing side empty', () => {
    expect(spreads(['right', 'left', 'right', 'left', 'right', 'left'])).to.equal(
      '0r 1l+2r 3l+4r 5l',
    );
    expect(spreads(['left', 'left', 'right', 'right'])).to.equal('0l 1l+2r 3r');
  });

  it('begins on the right in a right-to-left book', () => {
    expect(spreads(['left', 'right', 'left', 'right'], 'rtl')).to.equal('0l 1r+2l 3r');
    expect(spreads(['any', 'any', 'any'], 'rtl')).to.equal('0c 1r+2l');
  });

  it('puts pages without a side on free sides, after a cover if no page has a side', () => {
    expect(spreads(['any', 'any', 'any', 'any'])).to.equal('0c 1l+2r 3c');
    expect(spreads(['any', 'any', 'any', 'left', 'any'])).to.equal('0l+1r 2c 3l+4r');
  });

  it('shows a centered page alone and starts a new spread after it', () => {
    expect(spreads(['left', 'center', 'left', 'right', 'center'])).to.equal('0l 1c 2l+3r 4c');
    expect(spreads(['any', 'any', 'center', 'any', 'any'])).to.equal('0c 1c 2c 3l+4r');
  });

  it('ends a spread at reflowable text and at the end of a sample, and skips nonlinear items', () => {
    expect(spreads(['left', 'text', 'right', 'left', 'locked', 'right'])).to.equal('0l 2r 3l 5r');
    expect(spreads(['left', 'aside', 'right'])).to.equal('0l+2r');
  });

  it('shows single pages in portrait unless the book requests spreads in portrait', () => {
    expect(spreads(['left', 'right'], 'ltr', 'upright')).to.equal('0c 1c');
    expect(spreads(['both', 'both', 'both'], 'ltr', 'upright')).to.equal('0c 1l+2r');
    expect(spreads(['both', 'both', 'both'], 'ltr', 'single')).to.equal('0c 1c 2c');
  });
});

describe('fitSpread', () => {
  const stage = { width: 1000, height: 500 };
  const page = (width: number, height: number, side: 'left' | 'right' | 'center') => ({
    size: { width, height },
    side,
  });

  it('gives both pages the same height and no gap', () => {
    expect(fitSpread(stage, [page(400, 500, 'left'), page(800, 1000, 'right')])).to.deep.equal([
      { left: 100, top: 0, scale: 1 },
      { left: 500, top: 0, scale: 0.5 },
    ]);
    const [left, right] = fitSpread(stage, [page(400, 600, 'left'), page(500, 600, 'right')]);
    expect((left?.left ?? 0) + 400 * (left?.scale ?? 0)).to.equal(right?.left);
  });

  it('puts the first page on the right in a right-to-left book', () => {
    const [first, second] = fitSpread(stage, [page(400, 500, 'right'), page(400, 500, 'left')]);
    expect([first?.left, second?.left]).to.deep.equal([500, 100]);
  });

  it('leaves the other half empty next to a single page with a side', () => {
    expect(fitSpread(stage, [page(400, 500, 'right')])).to.deep.equal([
      { left: 500, top: 0, scale: 1 },
    ]);
    expect(fitSpread(stage, [page(400, 500, 'left')])[0]?.left).to.equal(100);
    // A page wider than a half is scaled as if its mate were present.
    expect(fitSpread(stage, [page(1000, 500, 'left')])).to.deep.equal([
      { left: 0, top: 125, scale: 0.5 },
    ]);
  });

  it('centers a single page without a side', () => {
    expect(fitSpread(stage, [page(2000, 500, 'center')])).to.deep.equal([
      { left: 0, top: 125, scale: 0.5 },
    ]);
  });
});
