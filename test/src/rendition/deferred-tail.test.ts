import { expect } from '@open-wc/testing';
import type { Tree } from '../../../server/epub/contract.ts';
import {
  isOnPage,
  layOutSection,
  paintedAt,
  removeSections,
} from '../fixtures/laid-out-section.ts';
import { body, h2, p, paragraphs, section } from '../fixtures/trees.ts';

describe('a very long section', () => {
  afterEach(removeSections);

  const long = () =>
    section(0, body(...paragraphs(40), ['div', {}, ...paragraphs(600)], h2('The end', 'end')));

  it('has final first pages before the rest is laid out', () => {
    const view = layOutSection(long());
    expect(view.isPartlyLaidOut).to.equal(true);
    const before = [0, 1, 2, 3].map((page) => view.firstOffsetOn(page));
    const estimate = view.pages;
    while (view.isPartlyLaidOut) view.layOutMore();

    expect([0, 1, 2, 3].map((page) => view.firstOffsetOn(page))).to.deep.equal(before);
    expect(view.pages).to.be.closeTo(estimate, estimate / 5);
    expect(view.page).to.equal(0);
  });

  it('has the same pages as in a single layout', () => {
    const slowly = layOutSection(long());
    while (slowly.isPartlyLaidOut) slowly.layOutMore(20_000);
    const atOnce = layOutSection(long());
    atOnce.layOutMore(Infinity);

    expect(slowly.pages).to.equal(atOnce.pages);
    for (const page of [1, 7, 50, 111, atOnce.pages - 1]) {
      expect(slowly.firstOffsetOn(page), `page ${page}`).to.equal(atOnce.firstOffsetOn(page));
    }
  });

  for (const align of ['top', 'middle']) {
    it(`keeps its pages with long tables, aligned ${align}, while more text is laid out`, () => {
      const cell = (at: number): Tree => ['td', {}, 'A cell of a row. '.repeat(1 + ((at * 7) % 9))];
      const row = (_: unknown, at: number): Tree => ['tr', {}, cell(at), cell(at + 3)];
      const parts = Array.from({ length: 25 }, (_, at): Tree[] => [
        ...paragraphs(1 + (at % 3)),
        ['table', {}, ['tbody', {}, ...Array.from({ length: 4 + ((at * 5) % 40) }, row)]],
        ['pre', {}, 'This line is too long. '.repeat(5)],
      ]);
      const source = section(0, body(['div', {}, ...parts.flat()]), {
        css: `td { vertical-align: ${align} }`,
      });
      const view = layOutSection(source);
      let slices = 0;
      for (; view.isPartlyLaidOut; slices += 1) {
        const starts = Array.from({ length: 15 + slices * 20 }, (_, page) =>
          view.firstOffsetOn(page),
        );
        view.layOutMore();
        expect(starts.map((start) => view.pageOfOffset(start))).to.deep.equal([...starts.keys()]);
      }
      expect(slices).to.be.at.least(2);
    });
  }

  it('keeps the text of the current page if the layout of more text moves it', () => {
    const rows = [...paragraphs(120), p('A row of all rows’ height. '.repeat(60))];
    const source = section(0, body(['div', { class: 'rows' }, ...rows], ...paragraphs(600)), {
      css: '.rows { display: grid; grid-auto-rows: 1fr }',
    });
    const view = layOutSection(source);
    view.goTo(3);
    const start = view.firstOffsetOn(3);
    while (view.isPartlyLaidOut) view.layOutMore();

    const found = paintedAt(view, start);
    expect(found && isOnPage(view, found)).to.equal(true);
    expect(view.page).not.to.equal(3);
  });

  it('goes to its end and to positions that are not laid out yet', () => {
    const source = long();
    const middle = Math.floor(source.length / 2);
    const view = layOutSection(source);
    view.goTo(view.pageOfOffset(middle));
    const found = paintedAt(view, middle);
    expect(found && isOnPage(view, found)).to.equal(true);

    const other = layOutSection(source);
    other.goTo(Infinity);
    const last = paintedAt(other, source.length - 1);
    expect(other.page).to.equal(other.pages - 1);
    expect(last && isOnPage(other, last)).to.equal(true);
  });
});
