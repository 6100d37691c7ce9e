import { expect } from '@open-wc/testing';
import { BookStyleSheets } from '../../../src/rendition/section/book-style-sheets.ts';
import { layOutPage } from '../../../src/rendition/page-layout.ts';
import {
  highlightRanges,
  clearHighlights,
} from '../../../src/rendition/highlights/highlight-ranges.ts';
import { HighlightBoxes } from '../../../src/rendition/highlights/highlight-boxes.ts';
import { SectionView } from '../../../src/rendition/section/section-view.ts';
import { rangeOf } from '../../../src/rendition/section/text-range.ts';
import { waitUntil } from '../fixtures/reader.ts';
import { body, paragraphs, section } from '../fixtures/trees.ts';

const hosts: HTMLElement[] = [];
const options = { rem: 18, scrollBoxLabel: '', insertColumnBreaks: null };
const pageOf = (width: number, direction: 'ltr' | 'rtl' = 'ltr') =>
  layOutPage({
    width,
    height: 600,
    rem: 18,
    measure: 34,
    columns: 'one',
    writingMode: 'horizontal-tb',
    direction,
  });

function show(direction: 'ltr' | 'rtl' = 'ltr'): SectionView {
  const source = section(0, body(...paragraphs(20)), { direction });
  const view = new SectionView(
    { section: source, sheets: [] },
    { sheets: new BookStyleSheets(() => ''), resourceUrl: () => '' },
  );
  document.body.append(view.host);
  view.host.style.setProperty('--svc-mark-green', 'rgb(1 2 3)');
  hosts.push(view.host);
  view.layout(pageOf(400, direction), options);
  return view;
}

function rangeIn({ text }: SectionView, start: number, end: number): Range {
  const range = rangeOf(text, start, end);
  if (!range) throw new Error('No text at these offsets.');
  return range;
}

describe('highlights', () => {
  afterEach(() => {
    for (const host of hosts.splice(0)) host.remove();
  });

  if (typeof Highlight === 'function') {
    it('combine the ranges of several owners and disappear with the last owner', () => {
      const [one, two] = [show(), show()];
      highlightRanges(one, 'hit', [rangeIn(one, 0, 5), rangeIn(one, 10, 15)]);
      highlightRanges(two, 'hit', [rangeIn(two, 0, 5)]);
      expect(CSS.highlights.get('svc-hit')?.size).to.equal(3);

      highlightRanges(one, 'hit', [rangeIn(one, 20, 25)]);
      expect(CSS.highlights.get('svc-hit')?.size).to.equal(2);

      clearHighlights(one);
      clearHighlights(two);
      expect(CSS.highlights.has('svc-hit')).to.equal(false);
    });

    it('draw the current hit above other highlights, and spoken words above everything', () => {
      const view = show();
      for (const name of ['spoken-word', 'mark-pink', 'hit', 'hit-current'] as const) {
        highlightRanges(view, name, [rangeIn(view, 0, 5)]);
      }
      const order = ['mark-pink', 'hit', 'hit-current', 'spoken-word'].map(
        (name) => CSS.highlights.get(`svc-${name}`)?.priority ?? -1,
      );
      expect(order).to.deep.equal(order.toSorted((a, b) => a - b));
      expect(new Set(order).size).to.equal(4);
      clearHighlights(view);
    });

    it('color text in the shadow root with the reader’s token', () => {
      const view = show();
      const range = rangeIn(view, 0, 5);
      highlightRanges(view, 'mark-green', [range]);
      const { parentElement } = range.startContainer;
      if (!parentElement) throw new Error('No element.');
      const { backgroundColor } = getComputedStyle(parentElement, '::highlight(svc-mark-green)');
      expect(backgroundColor).to.equal('rgb(1, 2, 3)');
      clearHighlights(view);
    });
  }

  for (const direction of ['ltr', 'rtl'] as const) {
    it(`fall back to boxes that follow a new layout (${direction})`, async () => {
      const view = show(direction);
      const boxes = new HighlightBoxes();
      const range = rangeIn(view, 600, 1900);
      const layer = () => view.host.shadowRoot?.querySelector('.svc-paint');
      const places = (rects: Iterable<DOMRect>) =>
        [...rects].map(({ x, y, width }) => [x, y, width].map(Math.round).join(' '));
      const drawn = () =>
        places([...(layer()?.children ?? [])].map((box) => box.getBoundingClientRect()));

      boxes.draw('mark-blue', [range]);
      expect(drawn()).to.deep.equal(places(range.getClientRects()));
      const before = drawn().join();

      view.layout(pageOf(300, direction), options);
      await waitUntil(() => drawn().join() !== before, 'the boxes to move');
      expect(drawn()).to.deep.equal(places(range.getClientRects()));

      view.goTo(2);
      expect(drawn()).to.deep.equal(places(range.getClientRects()));

      boxes.draw('mark-blue', []);
      expect(drawn()).to.deep.equal([]);
    });
  }
});
