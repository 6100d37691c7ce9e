import { expect } from '@open-wc/testing';
import type { Tree } from '../../../server/epub/contract.ts';
import { loadSpecialContent } from '../../../src/rendition/section/special-content.ts';
import { BookStyleSheets } from '../../../src/rendition/section/book-style-sheets.ts';
import { layOutPage } from '../../../src/rendition/page-layout.ts';
import { SectionView } from '../../../src/rendition/section/section-view.ts';
import { offsetOf } from '../../../src/rendition/section/text-range.ts';
import { body, p, section } from '../fixtures/trees.ts';

const row: Tree = ['mtr', {}, ['mtd', {}, ['mi', {}, 'x'], ['mo', {}, '='], ['mn', {}, '1']]];
const rows = (count: number) => Array.from({ length: count }, () => row);

const css =
  '.placed { position: absolute } mtext { display: block; inline-size: 900px; } .wide { min-inline-size: 300px; } .padded { padding: 9px } .stacked td { display: block } .padded p { margin: 0 } blockquote { margin-inline: 60px }';

const picture =
  'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" width="100" height="20"/>';

function formula(...rows: Tree[]): Tree {
  return ['math', { display: 'block' }, ['mtable', {}, ...rows]];
}

describe('content too large for a page', () => {
  before(() => loadSpecialContent(['p', {}, ['math', {}]]));

  let view: SectionView;

  afterEach(() => view.host.remove());

  function open(...formulas: Tree[]): void {
    const source = section(0, body(p('Before.'), ...formulas, p('After.')));
    view = new SectionView(
      { section: source, sheets: [css] },
      { sheets: new BookStyleSheets(() => ''), resourceUrl: () => picture },
    );
    document.body.append(view.host);
  }

  function lay(height: number): HTMLElement[] {
    view.layout(
      layOutPage({
        width: 400,
        height,
        rem: 18,
        measure: 34,
        columns: 'auto',
        writingMode: 'horizontal-tb',
        direction: 'ltr',
      }),
      { rem: 18, scrollBoxLabel: 'Large content', insertColumnBreaks: null },
    );
    return [...(view.host.shadowRoot?.querySelectorAll<HTMLElement>('.svc-scroll-box') ?? [])];
  }

  it('keeps what is positioned in a scroll box in it', () => {
    open([
      'table',
      {},
      [
        'tbody',
        {},
        [
          'tr',
          {},
          ['td', { class: 'wide' }, 'Text', ['div', { class: 'placed' }, 'Note']],
          ['td', { class: 'wide' }, 'Text'],
        ],
      ],
    ]);
    const [box] = lay(500);
    const note = box?.querySelector<HTMLElement>('.placed');
    expect(note?.offsetParent).to.equal(box);
  });

  it("has a button that the book's rules neither count nor match", () => {
    const row: Tree = ['tr', {}, ['td', {}, '1234567890'.repeat(6)], ['td', {}, 'B']];
    open(['table', {}, ['tbody', {}, row, row]]);
    const [box] = lay(500);
    expect(box?.querySelector(':scope > table:only-child')).to.not.equal(null);
    expect(view.host.shadowRoot?.querySelector('button')).to.equal(null);
    expect(box?.shadowRoot?.querySelector('button')?.offsetWidth).to.equal(32);
  });

  it('places the cells of a single row below each other if they are too wide together', () => {
    const icon: Tree = ['img', { src: 'resource:a.svg', alt: '', width: '100', height: '20' }];
    const title: Tree = ['h2', {}, '1234567890'.repeat(2)];
    open(['table', {}, ['tbody', {}, ['tr', {}, ['td', {}, icon], ['td', {}, title]]]]);
    expect(lay(500)).to.deep.equal([]);
    const [image, heading] = ['img', 'h2'].map((name) =>
      view.host.shadowRoot?.querySelector(name)?.getBoundingClientRect(),
    );
    expect(image?.width).to.equal(100);
    expect(heading?.top).to.be.at.least(image?.bottom ?? Infinity);
  });

  it('breaks tables whose rows have padding at every height of the page', () => {
    const long = 'For Hamlet and the trifling of his favour, hold it a fashion. ';
    const padded = (count: number): Tree => [
      'tr',
      { class: 'svc-split' },
      ['td', { class: 'padded' }, 'Name'],
      ['td', { class: 'padded' }, ['p', {}, long.repeat(count)]],
    ];
    const table = Array.from({ length: 60 }, (_, at) => padded(1 + ((at * 7) % 23)));
    open(['table', {}, ['tbody', {}, ...table]]);
    for (let height = 400; height < 440; height += 3) {
      expect(lay(height), `at ${height} px`).to.deep.equal([]);
    }
  });

  it('leaves at most small gaps below rows of up to a page', () => {
    const speech = (count: number): Tree => [
      'tr',
      { class: 'svc-split' },
      ['td', {}, 'Name'],
      ['td', {}, 'For Hamlet and the trifling of his favour, hold it a fashion. '.repeat(count)],
    ];
    const rows = Array.from({ length: 60 }, (_, at) => speech(3 + (at % 3)));
    open(['table', {}, ['tbody', {}, ...rows]]);

    expect(lay(400)).to.deep.equal([]);
    const parts = [...(view.host.shadowRoot?.querySelectorAll('tr') ?? [])].flatMap((one) => [
      ...one.getClientRects(),
    ]);
    const filled = parts.reduce((sum, { height }) => sum + height, 0);
    const { columnBlock = 0 } = view.pageLayout ?? {};
    expect(view.pages).to.be.at.most(Math.ceil((1.2 * filled) / columnBlock));
  });

  it('keeps the width of cells that the book stacks', () => {
    const speech = (count: number): Tree => [
      'tr',
      { class: 'svc-split' },
      ['td', {}, 'HAMLET'],
      ['td', {}, 'For Hamlet and the trifling of his favour, hold it a fashion. '.repeat(count)],
    ];
    const rows = Array.from({ length: 40 }, (_, at) => speech(1 + ((at * 7) % 17)));
    open(['table', { class: 'stacked' }, ['tbody', {}, ...rows]]);

    expect(lay(400)).to.deep.equal([]);
    const { columnInline = 0, columnBlock = 0 } = view.pageLayout ?? {};
    const table = view.host.shadowRoot?.querySelector('table');
    for (const { cells: found } of table?.rows ?? []) {
      for (const { width } of found[1]?.getClientRects() ?? [])
        expect(width).to.be.greaterThan(0.8 * columnInline);
    }
    expect(view.pages).to.be.at.most(Math.ceil((40 * 9 * 70) / columnBlock));
  });

  it('lets cells share the width of the page if the book’s widths exceed it', () => {
    const row = (word: string): Tree => [
      'tr',
      {},
      ['td', { class: 'wide' }, `${word} `.repeat(20)],
      ['td', { class: 'wide' }, `${word} `.repeat(5)],
    ];
    const table = (word: string): Tree => ['table', {}, ['tbody', {}, row(word), row(word)]];
    open(table('word'), table('1234567890'.repeat(4)));
    for (let round = 0; round < 2; round += 1) {
      expect(lay(700).map((box) => box.textContent?.slice(0, 4))).to.deep.equal(['1234']);
      const [shared, scrolled] = view.host.shadowRoot?.querySelectorAll('table') ?? [];
      const widthOf = (cell?: Element | null) => cell?.getBoundingClientRect().width;
      expect(widthOf(shared)).to.be.at.most(view.pageLayout?.columnInline ?? 0);
      expect(widthOf(scrolled?.querySelector('td'))).to.be.at.least(300);
    }
  });

  it('keeps the columns of a table that is broken between its rows', () => {
    const cells = (at: number): Tree[] => [
      ['td', {}, `Row ${at}`],
      ['td', {}, 'word '.repeat(1 + (at % 5))],
      ['td', {}, 'note'],
    ];
    open([
      'table',
      {},
      ['caption', {}, 'Rows'],
      ['tbody', {}, ...Array.from({ length: 80 }, (_, at): Tree => ['tr', {}, ...cells(at)])],
    ]);
    expect(lay(400)).to.deep.equal([]);
    const table = view.host.shadowRoot?.querySelector('table');
    const { columnInline = 0, gap = 0, columnBlock = 0 } = view.pageLayout ?? {};
    const start = view.host.shadowRoot?.querySelector('.sheet')?.getBoundingClientRect();
    const edges = [...(table?.rows ?? [])].map(({ cells: [, second] }) => {
      const { left = 0, bottom = 0 } = second?.getBoundingClientRect() ?? {};
      expect(bottom - (start?.top ?? 0)).to.be.at.most(columnBlock + 1);
      return Math.round((left - (start?.left ?? 0)) % (columnInline + gap));
    });
    expect(Math.max(...edges) - Math.min(...edges)).to.be.at.most(1);
    expect(view.pages).to.be.greaterThan(3);
  });

  it('scrolls a formula while it is taller than the page', () => {
    open(formula(row, row), formula(...rows(60)));

    const boxes = lay(500);
    expect(boxes.length).to.equal(1);
    expect(boxes[0]?.scrollHeight).to.be.greaterThan(boxes[0]?.clientHeight ?? Infinity);
    expect(boxes[0]?.offsetHeight).to.be.at.most(view.pageLayout?.columnBlock ?? 0);

    expect(lay(6000)).to.deep.equal([]);
    expect(view.host.shadowRoot?.querySelectorAll('math').length).to.equal(2);
  });

  it('scrolls a tall inline formula', () => {
    open(['p', {}, ['math', {}, ['mtable', {}, ...rows(60)]]]);

    expect(lay(500).length).to.equal(1);
    expect(lay(6000)).to.deep.equal([]);
  });

  it('keeps a formula’s lines together in the middle of a page', () => {
    const text = p('The equations are. '.repeat(30));
    open(text, ['p', {}, ['math', {}, ['mtable', {}, ...rows(24)]]], text);
    lay(500);

    const lines = [...(view.host.shadowRoot?.querySelectorAll('mtr') ?? [])];
    const broken = lines.filter((line) => line.getClientRects().length > 1);
    expect(broken.filter((line) => !line.closest('.svc-scroll-box'))).to.deep.equal([]);
  });

  it('scrolls a formula whose text overflows it', () => {
    open(['math', { display: 'block' }, ['mtext', {}, 'the solutions of these equations']]);

    const [box] = lay(500);
    expect(box?.scrollWidth).to.be.greaterThan(box?.clientWidth ?? Infinity);
  });

  it('is located on the page of its scroll box', () => {
    const wide: Tree = ['math', { display: 'block' }, ['mtext', {}, 'x + '.repeat(60)]];
    open(...Array.from({ length: 40 }, () => [wide, p('Text after it.')]).flat());
    lay(500);

    const starts = Array.from({ length: view.pages }, (_, page) => view.firstOffsetOn(page));
    expect(starts).to.deep.equal([...new Set(starts)].sort((a, b) => a - b));
    expect(starts.map((start) => view.pageOfOffset(start))).to.deep.equal([...starts.keys()]);
    for (const inside of view.host.shadowRoot?.querySelectorAll('mtext') ?? []) {
      const box = inside.closest('.svc-scroll-box');
      expect(view.pageOfElement(inside)).to.equal(box && view.pageOfElement(box));
      const text = inside.firstChild;
      const last = text && offsetOf(view.text, text, 238);
      expect(view.pageOfOffset(last ?? -1)).to.equal(view.pageOfElement(inside));
    }
  });

  it('scrolls a table that would end in or beyond the margin', () => {
    const wide: Tree = ['table', {}, ['tr', {}, ['td', {}, ['p', { class: 'wide' }, 'Wide.']]]];
    open(['blockquote', {}, wide], wide);
    expect(lay(500).map(({ parentElement }) => parentElement?.localName)).to.deep.equal([
      'blockquote',
    ]);
  });

  it('breaks a table across pages or scrolls it', () => {
    const line: Tree = ['tr', {}, ['td', {}, 'A wife'], ['td', {}, ['p', {}, 'Her dowry']]];
    open(
      ['blockquote', {}, ['table', {}, ['tbody', {}, ...Array.from({ length: 80 }, () => line)]]],
      ['table', {}, ['tr', {}, ['td', {}, ...Array.from({ length: 80 }, () => p('A paragraph'))]]],
    );

    const boxes = lay(500);
    const { bottom } = view.host.getBoundingClientRect();
    for (const box of boxes)
      expect(box.offsetHeight).to.be.at.most(view.pageLayout?.columnBlock ?? 0);
    const outside = [...(view.host.shadowRoot?.querySelectorAll('p, td') ?? [])].filter(
      (one) =>
        !one.closest('.svc-scroll-box') &&
        [...one.getClientRects()].some((rect) => rect.bottom > bottom + 1),
    );
    expect(outside).to.deep.equal([]);
  });
});
