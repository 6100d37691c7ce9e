import { expect } from '@open-wc/testing';
import type { Section, Tree } from '../../../server/epub/contract.ts';
import { hideWithSection } from '../../../server/epub/css/hide-with-section.ts';
import { layOutPage, type PageLayoutOptions } from '../../../src/rendition/page-layout.ts';
import { BookStyleSheets } from '../../../src/rendition/section/book-style-sheets.ts';
import { SectionView } from '../../../src/rendition/section/section-view.ts';
import {
  isOnPage,
  layOutSection,
  options,
  paintedAt,
  removeSections,
  resourceUrl,
  scroller,
} from '../fixtures/laid-out-section.ts';
import { body, h2, p, paragraphs, section } from '../fixtures/trees.ts';

const numbered = body(h2('Title'), ...paragraphs(30));
const shapes: Record<string, [Section, Partial<PageLayoutOptions>]> = {
  'one column': [section(0, numbered), {}],
  'two columns': [section(0, numbered), { width: 1280, height: 700 }],
  'right to left': [section(0, numbered, { direction: 'rtl' }), {}],
  'right to left, two columns': [
    section(0, numbered, { direction: 'rtl' }),
    { width: 1280, height: 700 },
  ],
  'vertical, lines to the left': [section(0, numbered, { writingMode: 'vertical-rl' }), {}],
  'vertical, lines to the right': [section(0, numbered, { writingMode: 'vertical-lr' }), {}],
};

describe('a paginated section', () => {
  afterEach(() => {
    removeSections();
  });

  it('is hidden with the elements that the book makes visible', () => {
    const css = hideWithSection(
      '.in { visibility: hidden } #out { visibility: visible !important }',
    );
    const out: Tree = ['p', { id: 'out' }, 'One'];
    const view = layOutSection(section(0, body(out, ['div', { class: 'in' }, out]), { css }));
    const found = view.host.shadowRoot?.querySelectorAll('#out') ?? [];
    const visibilities = () => [...found].map((element) => getComputedStyle(element).visibility);
    for (const [isShown, visibility] of [
      [true, 'visible'],
      [false, 'hidden'],
      [true, 'visible'],
    ] as const) {
      view.isShown = isShown;
      expect(visibilities()).to.deep.equal([visibility, visibility]);
    }
  });

  it('returns absolutely positioned text to the flow unless it is clipped', () => {
    const placed: Tree[] = ['One', 'Two'].map((word) => ['p', { class: 'out' }, word]);
    const held: Tree = ['div', { class: 'in' }, ['p', { class: 'out' }, 'Three']];
    const far: Tree = ['p', { class: 'out', id: 'far' }, 'Four'];
    const css =
      '.out { position: absolute } .in { position: relative; padding-top: 4em } #far { clip-path: inset(9%) }';
    const view = layOutSection(section(0, body(...placed, held, far), { css }));
    const [one, two, three] = [0, 3, 6].map((offset) => paintedAt(view, offset)?.top ?? 0);

    expect(two).to.be.greaterThan(one ?? 0);
    expect(three).to.be.greaterThan(two ?? 0);
    const positions = [...(view.host.shadowRoot?.querySelectorAll('.out') ?? [])].map(
      (element) => getComputedStyle(element).position,
    );
    expect(positions).to.deep.equal(['static', 'static', 'absolute', 'absolute']);
  });

  it('is laid out alike after other sizes', () => {
    const row = (at: number): Tree => [
      'tr',
      {},
      ['td', {}, 'Name'],
      ['td', {}, p('Words and words '.repeat(at * 7 + 2)), p('More '.repeat(at * 5 + 2))],
    ];
    const rows = Array.from({ length: 6 }, (_, at) => row(at));
    const table: Tree = ['table', {}, ['tbody', {}, ...rows]];
    const part = (at: number) => [h2(`Part ${at}`, `c${at}`), table, ...paragraphs((at % 3) + 1)];
    const view = layOutSection(
      section(0, body(...Array.from({ length: 12 }, (_, at) => part(at)).flat())),
      { width: 1280, height: 700 },
    );
    const before = view.pageLayout;
    if (!before) throw new Error('No layout.');
    const places = () =>
      [...view.root.querySelectorAll('h2, p')].map((element) =>
        [...element.getClientRects()].map(({ x, y, height }) => [x, y, height].map(Math.round)),
      );
    const first = places();
    const shape = { rem: 18, measure: 34, columns: 'auto' } as const;
    const { writingMode, direction } = view.section;
    for (const [width, height] of [
      [390, 844],
      [1280, 700],
      [640, 390],
    ] as const) {
      view.layout(layOutPage({ width, height, ...shape, writingMode, direction }), options);
    }
    view.layout(before, options);
    expect(places()).to.deep.equal(first);
  });

  it('applies book styles that select by epub:type', () => {
    const tree = body(['p', { 'epub:type': 'z3998:verse' }, 'Line']);
    const css = '[epub\\:type~="z3998:verse"] { text-indent: 7px }';
    const view = layOutSection(section(0, tree, { css }));

    const paragraph = view.host.shadowRoot?.querySelector('p');

    expect(paragraph && getComputedStyle(paragraph).textIndent).to.equal('7px');
  });

  for (const [name, [source, request]] of Object.entries(shapes)) {
    describe(name, () => {
      it('shows each character only on its computed page', () => {
        const view = layOutSection(source, request);
        expect(view.pages).to.be.greaterThan(2);
        const computed: [number, number][] = [];
        for (let at = 0; at < source.length; at += 61) computed.push([at, view.pageOfOffset(at)]);
        for (let page = 0; page < view.pages; page++) {
          view.goTo(page);
          for (const [offset, own] of computed) {
            const rect = paintedAt(view, offset);
            if (rect) expect(isOnPage(view, rect), `${offset} on ${page}`).to.equal(page === own);
          }
        }
      });

      it('finds the same first character of a page as a linear search', () => {
        const view = layOutSection(source, request);
        const slow = new Map<number, number>();
        for (let offset = source.length - 1; offset >= 0; offset--) {
          if (paintedAt(view, offset)) slow.set(view.pageOfOffset(offset), offset);
        }
        slow.set(0, 0);
        for (let page = 0; page < view.pages; page++) {
          expect(view.firstOffsetOn(page), `page ${page}`).to.equal(slow.get(page));
        }
        expect(view.firstOffsetOn(view.pages)).to.equal(source.length);
      });

      it('ends with a page that is not empty', () => {
        const view = layOutSection(source, request);
        view.goTo(view.pages - 1);
        const last = paintedAt(view, source.length - 2);
        expect(last && isOnPage(view, last)).to.equal(true);
        const { scrollLeft, scrollTop } = scroller(view);
        const step = view.pageLayout?.pageInline ?? 0;
        expect(Math.abs(scrollLeft) + scrollTop).to.equal((view.pages - 1) * step);
      });
    });
  }

  it('computes the same pages when the host page is scaled', () => {
    const view = layOutSection(section(0, numbered));
    const straight = [0, 1000, 4000].map((offset) => view.pageOfOffset(offset));
    view.host.style.transform = 'scale(0.5)';
    expect([0, 1000, 4000].map((offset) => view.pageOfOffset(offset))).to.deep.equal(straight);
  });

  it('does not count a page that contains only a trailing margin or break', () => {
    const sheet = 'p { break-after: column; } p + p { margin: 0 0 3000px; }';
    const view = layOutSection(section(0, body(p('One.'), p('Two.'))), {}, [sheet]);
    expect(view.pages).to.equal(2);
  });

  it('starts a new page at a forced break in every engine', () => {
    const sheet = '.b { break-before: column; } .a { break-after: column !important; }';
    const source = section(
      0,
      body(
        ['p', { class: 'b' }, 'first'],
        p('with it'),
        ['div', {}, ['p', { class: 'b' }, ['i', {}, 'second']]],
        ['p', { class: 'a' }, 'with it'],
        p('third'),
      ),
    );
    const view = layOutSection(source, {}, [sheet]);
    const pageOf = (words: string) => view.pageOfOffset(view.text.text().indexOf(words));
    expect(['first', 'second', 'third'].map(pageOf)).to.deep.equal([0, 1, 2]);
    expect(view.pages).to.equal(3);
  });

  it('replaces the margins and the padding of the book’s page with the reader’s', () => {
    const sheet =
      'div:where(.svc-html), div:where(.svc-body) { margin: 5em 5%; padding: 30px 2em 1em; }';
    for (const [name, [source, size]] of Object.entries(shapes)) {
      const [framed, plain] = [sheet, 'b {}'].map((one) => layOutSection(source, size, [one]));
      const places = [framed, plain].map((view) => {
        const first = view && paintedAt(view, 0);
        return [first?.x, first?.y, view?.pages];
      });
      expect(places[0], name).to.deep.equal(places[1]);
    }
  });

  it('does not report drawings, which keep their size when they load', () => {
    const view = layOutSection(section(0, body(['svg', {}, ['circle', { r: '5' }]])));
    let reports = 0;
    view.onImageLoad(() => (reports += 1));
    view.root.querySelector('svg')?.dispatchEvent(new Event('load'));
    expect(reports).to.equal(0);
  });

  it('reports loaded images that changed the number of columns despite a stated size', () => {
    const image: Tree = ['img', { width: '20', height: '20' }];
    const view = layOutSection(section(0, body(...paragraphs(30), image)));
    let reports = 0;
    view.onImageLoad(() => (reports += 1));
    const loaded = view.root.querySelector('img');
    loaded?.dispatchEvent(new Event('load'));
    expect(reports).to.equal(0);
    // As if the book's styles gave the image its natural size.
    loaded?.before(...[...view.root.querySelectorAll('p')].map((one) => one.cloneNode(true)));
    loaded?.dispatchEvent(new Event('load'));
    expect(reports).to.equal(1);
  });

  it('has one page when empty', () => {
    expect(layOutSection(section(0, body())).pages).to.equal(1);
  });

  it('isolates the style sheets of two sections', () => {
    const red = layOutSection(section(0, body(p('a'))), {}, ['p { color: rgb(255, 0, 0); }']);
    const plain = layOutSection(section(1, body(p('b'))));
    const color = (view: SectionView) => {
      const found = view.host.shadowRoot?.querySelector('p');
      return found && getComputedStyle(found).color;
    };
    expect(color(red)).to.equal('rgb(255, 0, 0)');
    expect(color(plain)).not.to.equal('rgb(255, 0, 0)');
  });

  it('provides units and a container for book styles', () => {
    const css =
      '.unit { inline-size: calc(50 * var(--svc-vw)); block-size: calc(2 * var(--svc-rem)); } ' +
      '@container svc-page (max-width: 500px) { .unit { color: rgb(1, 2, 3); } }';
    const view = layOutSection(section(0, body(['p', { class: 'unit' }, 'x'])), {}, [css]);
    const unit = view.host.shadowRoot?.querySelector('.unit');
    if (!unit) throw new Error('No element.');
    const { inlineSize, blockSize, color } = getComputedStyle(unit);
    expect(Number.parseFloat(inlineSize)).to.equal((view.pageLayout?.columnInline ?? 0) / 2);
    expect(blockSize).to.equal('36px');
    expect(color).to.equal('rgb(1, 2, 3)');
  });

  it('uses the book’s background color for the whole page, except for white', () => {
    const oklch = (color: string) =>
      `oklch(from ${color} calc(var(--svc-l-base) + l * var(--svc-l-scale)) c h / alpha)`;
    const backgroundOf = (color: string, lightness?: number, base = '0', scale = '1') => {
      const sheet = `div:where(.svc-body) { background-color: ${color}; --svc-bg: ${lightness ?? ''} }`;
      const view = new SectionView(
        { section: section(0, body(p('x'))), sheets: [sheet] },
        { sheets: new BookStyleSheets(resourceUrl), resourceUrl },
      );
      view.host.style.setProperty('--svc-l-base', base);
      view.host.style.setProperty('--svc-l-scale', scale);
      view.host.style.setProperty('--svc-background', '#f7eedd');
      document.body.append(view.host);
      const found = view.updateColors();
      view.host.remove();
      return found;
    };
    expect(backgroundOf('var(--svc-background)', 1)).to.equal('');
    expect(backgroundOf(oklch('#fcfcfc'), 0.99)).to.equal('');
    expect(backgroundOf(oklch('#fcfcfc'), 0.99, '0.87', '-0.67')).to.equal('');
    expect(backgroundOf(oklch('rgb(0 0 0 / 0)'), 1)).to.equal('');
    expect(backgroundOf(oklch('black'), 0)).to.match(/^oklch\(0 0 /);
    expect(backgroundOf(oklch('black'), 0, '0.87', '-0.67')).to.match(/^oklch\(0.87 0 /);
    expect(backgroundOf(oklch('#a02020'), 0.44)).to.match(/^oklch\(0\.4\d* 0\.1/);
    expect(backgroundOf(oklch('#fffde0'), 0.99)).to.match(/^oklch\(0\.9\d* 0\.0/);
    // The color of a fixed page.
    expect(backgroundOf('#f2e3c6')).to.equal('rgb(242, 227, 198)');
  });

  it('is independent of the host page’s font size and font', () => {
    document.documentElement.style.fontSize = '40px';
    document.body.style.letterSpacing = '1em';
    const view = layOutSection(section(0, body(p('x'))));
    const found = view.host.shadowRoot?.querySelector('p');
    const style = found && getComputedStyle(found);
    expect(style?.fontSize).to.equal('18px');
    expect(style?.letterSpacing).to.equal('normal');
    document.documentElement.style.fontSize = '';
    document.body.style.letterSpacing = '';
  });
});

describe('content that does not fit a page', () => {
  afterEach(() => {
    removeSections();
  });

  it('moves into a keyboard-accessible scroll box if too wide', () => {
    const wide = 'x'.repeat(400);
    const view = layOutSection(
      section(
        0,
        body(
          ['table', {}, ['tbody', {}, ['tr', {}, ['td', {}, wide]]]],
          ['pre', {}, wide],
          p('After.'),
        ),
      ),
      {},
      ['td { white-space: nowrap; overflow-wrap: normal; }'],
    );
    const boxes = [
      ...(view.host.shadowRoot?.querySelectorAll<HTMLElement>('.svc-scroll-box') ?? []),
    ];
    expect(boxes.map(({ firstElementChild }) => firstElementChild?.localName)).to.deep.equal([
      'table',
      'pre',
    ]);
    for (const box of boxes) {
      expect(box.tabIndex).to.equal(0);
      expect(box.getAttribute('aria-label')).to.equal('Wide content');
      expect(box.scrollWidth).to.be.greaterThan(box.clientWidth);
      expect(box.offsetWidth).to.be.at.most(view.pageLayout?.columnInline ?? 0);
    }
  });

  it('leaves the scroll box when the page becomes wide enough', () => {
    const row = 'A fairly long cell of a table. '.repeat(2);
    const table: Tree = ['table', {}, ['tbody', {}, ['tr', {}, ['td', {}, row]]]];
    const view = layOutSection(section(0, body(table)), { width: 300 }, [
      'td { white-space: nowrap; }',
    ]);
    expect(view.host.shadowRoot?.querySelector('.svc-scroll-box')).not.to.equal(null);
    view.layout(
      layOutPage({
        width: 900,
        height: 600,
        rem: 18,
        measure: 60,
        columns: 'one',
        writingMode: 'horizontal-tb',
        direction: 'ltr',
      }),
      options,
    );
    expect(view.host.shadowRoot?.querySelector('.svc-scroll-box')).to.equal(null);
    expect(view.host.shadowRoot?.querySelector('table')).not.to.equal(null);
  });

  for (const [name, css] of Object.entries({
    'an inline block': '.box { display: inline-block; }',
    'a flex box': '.box { display: flex; flex-direction: column; }',
    'a box with its own overflow': '.box { overflow: hidden; }',
    'a box in a box': '.box, .box > div { display: inline-block; }',
  })) {
    it(`continues on the next pages instead of disappearing: ${name}`, () => {
      const source = section(0, body(['div', { class: 'box' }, ['div', {}, ...paragraphs(30)]]));
      const view = layOutSection(source, {}, [css]);
      expect(view.pages).to.be.greaterThan(3);
      view.goTo(view.pages - 1);
      const rect = paintedAt(view, source.length - 2);
      expect(rect && isOnPage(view, rect)).to.equal(true);
    });
  }

  it('is scaled down if it is an image', () => {
    const view = layOutSection(
      section(0, body(['img', { src: 'resource:a.png', width: '4000', height: '9000', alt: '' }])),
      {},
      ['img { min-width: 0; height: 9000px; }'],
    );
    const box = view.host.shadowRoot?.querySelector('img')?.getBoundingClientRect();
    expect(box?.height).to.be.at.most(view.pageLayout?.columnBlock ?? 0);
    expect(box?.width).to.be.at.most(view.pageLayout?.columnInline ?? 0);
    expect(view.pages).to.equal(1);
  });

  it('is scaled to the page in fixed layout', () => {
    const view = layOutSection(
      section(0, body(['p', {}, 'x']), {
        layout: 'fixed',
        viewport: { width: 1200, height: 1600 },
      }),
    );
    const sheet = view.host.shadowRoot?.querySelector('.sheet')?.getBoundingClientRect();
    const box = scroller(view).getBoundingClientRect();
    expect(view.pages).to.equal(1);
    expect(sheet?.height).to.be.at.most(box.height + 0.5);
    expect((sheet?.width ?? 0) / (sheet?.height ?? 1)).to.be.closeTo(0.75, 0.001);
  });
});
