import { expect } from '@open-wc/testing';
import type { Tree } from '../../../../server/epub/contract.ts';
import { layOutPage } from '../../../../src/rendition/page-layout.ts';
import { ScrollAxis } from '../../../../src/rendition/scrolled/scroll-axis.ts';
import { distanceToOffset } from '../../../../src/rendition/scrolled/scroll-positions.ts';
import { ScrolledSection } from '../../../../src/rendition/scrolled/scrolled-section.ts';
import { BookStyleSheets } from '../../../../src/rendition/section/book-style-sheets.ts';
import { options } from '../../fixtures/laid-out-section.ts';
import { body, p, section } from '../../fixtures/trees.ts';

const size = { width: 400, height: 600, rem: 18, measure: 34, columns: 'one' } as const;
const page = layOutPage({ ...size, writingMode: 'horizontal-tb', direction: 'ltr' });

describe('a position in scroll mode', () => {
  const stage = document.createElement('div');
  afterEach(() => stage.remove());

  /** Lays out a table of one cell between two paragraphs. */
  function lay(css: string): ScrolledSection {
    const cell: Tree = ['tr', {}, ['td', {}, 'Words of the cell. '.repeat(300)]];
    const source = section(0, body(p('Before.'), ['table', {}, cell], p('After.')), { css });
    const book = { sheets: new BookStyleSheets(() => ''), resourceUrl: () => '' };
    const view = new ScrolledSection({ section: source, sheets: [] }, book);
    stage.replaceChildren(view.host);
    stage.style.cssText = 'width: 400px; height: 600px; overflow: auto';
    document.body.append(stage);
    view.layout(page, options);
    return view;
  }

  const distances = (view: ScrolledSection) =>
    [0, 2000, 4000].map(
      (offset) => distanceToOffset(offset, view, new ScrollAxis(stage, 'horizontal-tb')) ?? 0,
    );

  it('in a table longer than the screen is that of its line', () => {
    const view = lay('');

    const [start = 0, middle = 0, end = 0] = distances(view);
    expect(view.root.querySelector('.svc-scroll-box')).to.equal(null);
    expect(middle - start).to.be.above(600);
    expect(end - middle).to.be.above(600);
  });

  it('in a table wider than the screen is that of its line', () => {
    const view = lay(
      'td::before { content: ""; display: block; width: 500px } td { font-size: 30px }',
    );

    const [start = 0, middle = 0, end = 0] = distances(view);
    expect(view.root.querySelector('.svc-scroll-box')).not.to.equal(null);
    expect(middle - start).to.be.above(600);
    expect(end - middle).to.be.above(600);
  });
});
