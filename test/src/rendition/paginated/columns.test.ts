import { expect } from '@open-wc/testing';
import {
  countPages,
  inlineStart,
  pageAtInline,
  pageAtScroll,
  layOutPage,
  scrollOfPage,
  type PageLayoutOptions,
} from '../../../../src/rendition/page-layout.ts';

const request: PageLayoutOptions = {
  width: 1280,
  height: 700,
  rem: 18,
  measure: 34,
  columns: 'auto',
  writingMode: 'horizontal-tb',
  direction: 'ltr',
};
const phone = { ...request, width: 390.4, height: 604.7 };

describe('layOutPage', () => {
  it('uses two columns if both are wide enough and the reader allows it', () => {
    expect(layOutPage(request).columns).to.equal(2);
    expect(layOutPage({ ...request, columns: 'one' }).columns).to.equal(1);
    expect(layOutPage(phone).columns).to.equal(1);
    expect(layOutPage({ ...request, width: 1000, height: 1200 }).columns, 'portrait').to.equal(1);
  });

  it('uses one column when the text grows', () => {
    expect(layOutPage({ ...request, rem: 28 }).columns).to.equal(1);
  });

  it('never exceeds the maximum line length', () => {
    for (const width of [320, 390, 800, 1280, 1920, 3840]) {
      expect(layOutPage({ ...request, width }).columnInline).to.be.at.most(34 * 18);
    }
  });

  it('uses integers that add up to the page width', () => {
    for (const width of [321.3, 390.4, 777.7, 1279, 1281.5, 1920]) {
      for (const rem of [12.6, 18, 25.2, 45]) {
        const plan = layOutPage({ ...request, width, rem });
        for (const px of [plan.pageInline, plan.columnInline, plan.columnBlock, plan.gap]) {
          expect(Number.isInteger(px), `${px} at ${width}`).to.equal(true);
        }
        expect(plan.columns * (plan.columnInline + plan.gap)).to.equal(plan.pageInline);
        expect(plan.pageInline).to.be.at.most(width);
      }
    }
  });

  it('uses the full height for vertical text', () => {
    const plan = layOutPage({ ...request, writingMode: 'vertical-rl' });
    expect(plan.isVertical).to.equal(true);
    expect(plan.pageInline).to.equal(700);
    expect(plan.pageBlock).to.equal(1280);
    expect(plan.columns).to.equal(1);
  });
});

describe('page arithmetic', () => {
  const plan = layOutPage(request);
  const step = plan.columnInline + plan.gap;

  it('counts a page as soon as one pixel of its first column is used', () => {
    expect(countPages(0, plan)).to.equal(1);
    expect(countPages(plan.columnInline, plan)).to.equal(1);
    expect(countPages(2 * step - plan.gap, plan)).to.equal(1);
    expect(countPages(2 * step + 1, plan)).to.equal(2);
    expect(countPages(4 * step - plan.gap, plan)).to.equal(2);
  });

  it('finds the page of a point, including slightly before a column', () => {
    expect(pageAtInline(0, plan)).to.equal(0);
    expect(pageAtInline(-5, plan)).to.equal(0);
    expect(pageAtInline(2 * step, plan)).to.equal(1);
    expect(pageAtInline(2 * step - 10, plan)).to.equal(1);
    expect(pageAtInline(2 * step - plan.gap, plan)).to.equal(0);
  });

  it('converts pages to scroll offsets and back in both directions', () => {
    for (const direction of ['ltr', 'rtl'] as const) {
      for (const page of [0, 1, 7, 999]) {
        const scroll = scrollOfPage(page, { ...plan, direction });
        expect(pageAtScroll(scroll, plan)).to.equal(page);
        expect(Math.sign(scroll)).to.equal(page === 0 ? 0 : direction === 'rtl' ? -1 : 1);
      }
    }
  });

  it('measures inline distances from the line start', () => {
    const origin = { left: 100, right: 500, top: 50, bottom: 650 };
    const rect = { left: 140, right: 150, top: 90, bottom: 110 };
    const margin = plan.gap / 2;
    expect(inlineStart(rect, origin, 0, plan)).to.equal(40 - margin);
    expect(inlineStart(rect, origin, 1280, plan)).to.equal(1320 - margin);
    expect(inlineStart(rect, origin, -1280, { ...plan, direction: 'rtl' })).to.equal(1630 - margin);
    expect(inlineStart(rect, origin, 600, { ...plan, isVertical: true })).to.equal(640 - margin);
  });
});
