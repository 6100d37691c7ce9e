import { expect } from '@open-wc/testing';
import type { Tree } from '../../../../server/epub/contract.ts';
import { layOutSection, options, removeSections } from '../../fixtures/laid-out-section.ts';
import { body, p, section } from '../../fixtures/trees.ts';

type View = ReturnType<typeof layOutSection>;

const words = (at: number) => 'Words '.repeat(12 + ((at * 7) % 31));
const parts = (part: (at: number) => Tree[]): Tree[] =>
  Array.from({ length: 80 }, (_, at) => part(at)).flat();
const all = ({ host }: View, selector: string) => [
  ...(host.shadowRoot?.querySelectorAll(selector) ?? []),
];
const start = (element: Element | null | undefined) => element?.getClientRects()[0]?.left;

/** Whether each element starts in the column of the first line of the one after it. */
function expectTogether(view: View, selector: string): void {
  const lines = all(view, selector);
  expect(new Set(lines.map(start)).size).to.be.above(10);
  for (const line of lines) expect(start(line)).to.equal(start(line.nextElementSibling));
}

describe('lines that introduce a paragraph', () => {
  before(function () {
    // WebKit ignores `break-after: avoid`, and crashes more often if lines are moved.
    if (CSS.supports('hanging-punctuation', 'first')) this.skip();
  });
  afterEach(removeSections);

  for (const height of [500, 517, 533, 550]) {
    it(`are on the page of its first line, on pages of ${height} px`, () => {
      const speeches = parts((at) => [['p', { class: 'svc-leads' }, 'HAMLET.'], p(words(at))]);
      const view = layOutSection(section(0, body(...speeches)), { height });
      expectTogether(view, '.svc-leads');
    });

    it(`stay together if there are several of them, on pages of ${height} px`, () => {
      const scenes = parts((at) => [['h2', {}, 'ACT I'], ['h3', {}, 'Scene'], p(words(at))]);
      const view = layOutSection(section(0, body(...scenes)), { height });
      expectTogether(view, 'h2');
      expectTogether(view, 'h3');
    });
  }

  it('stay together in boxes, in text from right to left, and in columns beside each other', () => {
    const boxes = parts((at): Tree[] => [['section', {}, ['h2', {}, 'Part'], p(words(at))]]);
    for (const request of [{ width: 900 }, { height: 420 }]) {
      for (const direction of ['ltr', 'rtl'] as const) {
        const source = { ...section(0, body(...boxes)), direction };
        expectTogether(layOutSection(source, request), 'h2');
      }
    }
  });

  it('stay together after the page has changed its size', () => {
    const chapters = parts((at) => [['h2', {}, 'Chapter'], p(words(at))]);
    const view = layOutSection(section(0, body(...chapters)), { height: 500 });
    const { pageLayout, pages } = view;
    if (!pageLayout) throw new Error('Not laid out.');
    for (const columnBlock of [420, 380, pageLayout.columnBlock]) {
      view.layout({ ...pageLayout, columnBlock }, options);
      expectTogether(view, 'h2');
    }
    expect(view.pages).to.equal(pages);
  });

  it('are not moved if what follows fills a page of its own', function () {
    // Chromium moves them itself.
    if (/Chrome/.test(navigator.userAgent)) this.skip();
    const tall: Tree = ['img', { src: 'tall', width: '380', height: '590', alt: '' }];
    const source = section(0, body(p(words(3)), ['h2', {}, 'Map'], tall, p(words(4))));
    const view = layOutSection(source);
    const [heading] = all(view, 'h2');
    expect(start(heading)).to.equal(start(heading?.previousElementSibling));
  });

  it('are not moved from the top of a page', () => {
    const long = 'word '.repeat(900);
    const source = section(0, body(['h2', {}, 'Title'], ['div', { style: 'x' }, long]));
    const view = layOutSection(source, {}, ['div { break-inside: avoid; break-before: column }']);
    const [heading] = all(view, 'h2');
    expect(heading?.getBoundingClientRect().top).to.be.below(120);
  });
});
