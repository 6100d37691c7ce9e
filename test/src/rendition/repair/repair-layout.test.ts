import { expect } from '@open-wc/testing';
import type { TreeElement } from '../../../../server/epub/contract.ts';
import type { SectionView } from '../../../../src/rendition/section/section-view.ts';
import { lay, layIn, rectOf } from '../../fixtures/repaired-view.ts';
import { p, paragraphs } from '../../fixtures/trees.ts';

describe('a layout that a page cannot show', () => {
  let view: SectionView | null = null;
  afterEach(() => view?.host.remove());

  it('is repaired around a scroll box that another box cuts off', async () => {
    view = await lay('.low { height: 5em; overflow: hidden } pre { white-space: pre }', [
      'div',
      { class: 'low' },
      ['pre', {}, Array.from({ length: 9 }, () => 'a long line '.repeat(9)).join('\n')],
    ]);
    expect(rectOf(view, '.svc-scroll-box').bottom).to.be.at.most(rectOf(view, '.low').bottom);
  });

  it('is repaired if margins leave no width for clipped text', async () => {
    view = await lay('.narrow { margin-left: 500px; overflow: hidden }', [
      'div',
      { class: 'narrow' },
      'Text without a place',
    ]);
    expect(rectOf(view, '.narrow').width).to.be.greaterThan(100);
  });

  it('is repaired if a float or the text beside it has a few letters per line', async () => {
    const css =
      '.box { float: right; width: 25%; max-width: 25% } .quote { float: left; width: 50% } .wide { float: right; width: 45% }';
    const text = 'A line of this text has only a few letters. '.repeat(4);
    view = await lay(
      css,
      ['div', { class: 'wide' }, p(text)],
      p(text),
      ['p', { style: 'clear: both' }, text],
      ['div', { class: 'box' }, p(text)],
      ['div', { class: 'quote' }, p(text)],
      p(text.repeat(2)),
    );
    expect(rectOf(view, '.box').width).to.be.greaterThan(300);
    expect(rectOf(view, '.quote').width).to.be.greaterThan(300);
    expect(rectOf(view, '.wide').width).to.be.below(200);
  });

  it('is repaired if a word of a heading is longer than a line', async () => {
    const heading = (width: string): TreeElement => [
      'div',
      { class: width },
      ['h1', { lang: 'en' }, 'Misunderstandings'],
    ];
    const css = '.low { width: 110px } .medium { width: 180px } h1 { font-size: 24px }';
    view = await lay(css, heading('low'), heading('medium'), heading(''));
    const [low, medium, wide] = [...view.root.querySelectorAll('h1')].map((one) => {
      const { hyphens, fontSize } = getComputedStyle(one);
      return { hyphens, fontSize: Number.parseFloat(fontSize), height: one.offsetHeight };
    });
    expect(low).to.include({ hyphens: 'auto', fontSize: 24 });
    expect(wide).to.include({ hyphens: 'manual', fontSize: 24 });
    expect(medium?.fontSize).to.be.within(15, 23);
    expect(medium?.height).to.be.below(40);
  });

  it('is repaired if a word of a heading has its own size and is longer than a line', async () => {
    const css = 'h1 { width: 200px; font-size: 12px } b { font-size: calc(1.5 * var(--svc-rem)) }';
    view = await lay(css, ['h1', { lang: 'en' }, ['b', {}, 'Misunderstandings']]);
    const heading = view.root.querySelector('h1');
    expect(heading?.offsetHeight).to.be.below(40);
  });

  it('is repaired with a smaller font if text would fill the page', async () => {
    view = await lay('div { overflow: hidden; height: 20px } b { font-size: 210px }', [
      'div',
      {},
      ['p', {}, ['b', {}, 'ill']],
    ]);
    const text = view.root.querySelector('b');
    expect(text && getComputedStyle(text).fontSize).to.equal('18px');
  });

  it('is repaired if padding leaves a cell of a table a few letters per line', async () => {
    const cells = ['Name', 'Type', 'Default', 'A long description of this value. '.repeat(5)];
    const row: TreeElement = ['tr', {}, ...cells.map((text): TreeElement => ['td', {}, text])];
    view = await lay('table { width: 100% } td { padding: 0 20px }', ['table', {}, row]);
    expect(rectOf(view, 'td:last-child').width).to.be.greaterThan(150);
  });

  for (const css of [
    '.row { display: flex } .row > * { flex: 0 0 22% }',
    '.row { display: grid; grid-template-columns: repeat(5, 1fr) }',
    '.row > * { display: inline-block; width: 19%; vertical-align: top }',
  ]) {
    it(`is repaired if boxes beside each other have a few letters per line: ${css}`, async () => {
      const words = 'A line of this text has only a few letters. '.repeat(3);
      const boxes = [1, 2, 3, 4, 5].map((): TreeElement => ['div', {}, p(words)]);
      view = await lay(css, p(words), ['div', { class: 'row' }, ...boxes], p(words));
      const widths = [...view.root.querySelectorAll('.row p')].map(
        (one) => one.getBoundingClientRect().width,
      );
      expect(Math.min(...widths)).to.be.greaterThan(200);
    });
  }

  it('keeps boxes beside each other that are wide enough', async () => {
    const words = 'A line of this text has enough letters. '.repeat(3);
    const boxes = [1, 2].map((): TreeElement => ['div', {}, p(words)]);
    view = await lay('.row { display: flex }', ['div', { class: 'row' }, ...boxes]);
    expect(view.root.querySelector('.svc-demoted')).to.equal(null);
  });

  for (const [what, css] of [
    ['em', 'dd { margin-left: 9em }'],
    ['px', 'dd { padding: 0 50px; margin-right: 60px }'],
  ] as const) {
    it(`is repaired if nested indentation in ${what} leaves a few letters per line`, async () => {
      const words = 'A line of this text has only a few letters. '.repeat(3);
      const nest = (depth: number): TreeElement => [
        'dl',
        {},
        ['dd', {}, ['p', {}, words], ...(depth > 1 ? [nest(depth - 1)] : [])],
      ];
      view = await lay(css, p(words), nest(3), p(words));
      const widths = [...view.root.querySelectorAll('dd p')].map(
        (one) => one.getBoundingClientRect().width,
      );
      expect(Math.min(...widths)).to.be.greaterThan(200);
    });
  }

  it('ignores text in closed details, over which the next text and pictures are', async () => {
    const text = 'A long text that only open details show. '.repeat(12);
    view = await lay(
      '',
      ['details', {}, ['summary', {}, 'More'], p(text)],
      ['img', { src: 'resource:picture.svg', alt: '', width: '200', height: '100' }],
      ...paragraphs(3),
    );
    expect(view.root.querySelector('.svc-demoted')).to.equal(null);
  });

  it('keeps narrow columns that no indentation causes', async () => {
    view = await lay('.note { width: 4em; margin-left: 2em }', [
      'div',
      { class: 'note' },
      'A narrow note that is a dozen lines long. '.repeat(2),
    ]);
    expect(view.root.querySelector('.svc-demoted')).to.equal(null);
  });

  it('is repaired if offsets leave no height for clipped text, but not if the book hides text from sight', async () => {
    view = await lay(
      '.box { position: relative } .none { position: absolute; top: 0; bottom: 100%; width: 150px; overflow: hidden }' +
        '.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden }',
      ['div', { class: 'box' }, ['div', { class: 'none' }, 'Text'], p('More text')],
      ['div', { class: 'unseen' }, 'For screen readers'],
    );
    expect(rectOf(view, '.none').height).to.be.greaterThan(10);
    expect(rectOf(view, '.unseen').height).to.equal(1);
  });

  it('is repaired if a picture is larger than the page because of its least size', async () => {
    view = await lay(
      'img { min-width: 900px }',
      p('Text'),
      ['img', { src: 'resource:picture.svg', alt: '', width: '200', height: '300' }],
      ...paragraphs(9),
    );
    expect(rectOf(view, 'img').width).to.be.at.most(400);
  });

  it('is repaired if half of a bracket is beyond the page, as of page numbers in the margin', async () => {
    const text = p('Text ', ['b', {}, '[Pg 101]']);
    view = await lay('', text);
    const { right } = view.host.getBoundingClientRect();
    const shift = right + 1.6 - rectOf(view, 'b').right;
    view.host.remove();

    view = await lay(`b { position: relative; left: ${shift}px }`, text);
    expect(rectOf(view, 'b').right).to.be.at.most(right);
  });

  it('is repaired if positioned page numbers cover a part of a letter, at all widths of phones', async () => {
    for (let width = 300; width <= 400; width += 20) {
      for (const left of ['92%', '80%', '1%', '-1em']) {
        const numbered = Array.from({ length: 6 }, (_, at) =>
          p('Words of the text '.repeat(9), ['b', {}, `[${at + 98}]`], ' and more words'.repeat(7)),
        );
        view = await layIn(
          width,
          `p { position: relative; text-align: justify } b { position: absolute; left: ${left}; font-size: smaller }`,
          ...numbered,
        );
        const lines = (node: Node | null | undefined) => {
          const range = document.createRange();
          if (node) range.selectNodeContents(node);
          return [...range.getClientRects()];
        };
        for (const number of view.root.querySelectorAll('b')) {
          const others = [...lines(number.previousSibling), ...lines(number.nextSibling)];
          const [rect] = lines(number.firstChild);
          const isCovering = others.some(
            (line) =>
              rect &&
              Math.min(line.right, rect.right) - Math.max(line.left, rect.left) > 1.5 &&
              Math.min(line.bottom, rect.bottom) - Math.max(line.top, rect.top) > 10,
          );
          expect(isCovering, `${number.textContent} at ${left} of ${width} px`).to.equal(false);
        }
        view.host.remove();
      }
    }
  });

  it('is repaired if a box before it is pulled up over other text', async () => {
    for (let percent = 20; percent <= 60; percent += 2) {
      view = await lay(
        `p { margin: 0 } .up { margin-top: -${percent}% }`,
        p('Words '.repeat(20)),
        ['div', {}, ['div', { class: 'up' }, 'A box'], ['div', { class: 'up' }, 'Another box']],
        p('More '.repeat(20)),
      );
      const [second, third] = view.root.querySelectorAll('p');
      const [rect, next] = [second?.getBoundingClientRect(), third?.getBoundingClientRect()];
      // A line has 27 px, of which 18 are letters.
      const shared = rect && next && rect.left === next.left ? rect.bottom - next.top : 0;
      expect(shared, `${percent} %`).to.be.at.most(20);
      view.host.remove();
    }
  });

  it('is repaired if a clipped box without a size contains positioned text', async () => {
    view = await lay(
      '.ratio { position: relative; width: 0; overflow: hidden } .in { position: absolute; inset: 0 }',
      ['div', { class: 'ratio' }, ['div', { class: 'in' }, 'Text of the box']],
    );
    expect(rectOf(view, '.ratio').height).to.be.greaterThan(10);
    expect(rectOf(view, '.in').width).to.be.greaterThan(10);
  });

  it('is repaired if a caption is on a later page than the rows that follow it', async () => {
    const rows = Array.from({ length: 30 }, (_, at): TreeElement => [
      'tr',
      {},
      ['td', {}, `Row ${at}`],
      ['td', {}, 'Words '.repeat(20)],
    ]);
    view = await lay(
      'caption { caption-side: bottom }',
      ['table', { id: 'short' }, ['caption', {}, 'One'], ['tr', {}, ['td', {}, 'Cell']]],
      ['table', { id: 'long' }, ['caption', {}, 'Another'], ['tbody', {}, ...rows]],
    );
    const isAboveRows = (table: HTMLTableElement) => {
      const caption = table.caption?.getBoundingClientRect();
      const cell = table.rows[0]?.cells[0]?.getBoundingClientRect();
      if (!caption || !cell) return null;
      return caption.right <= cell.left || (caption.left <= cell.right && caption.top < cell.top);
    };
    const tables = [...view.root.querySelectorAll('table')];
    expect(tables.map(isAboveRows)).to.deep.equal([false, true]);
  });

  it('is repaired if letters of vertical text are above the page', async () => {
    view = await lay('ol { margin-top: -2.6em } li { writing-mode: vertical-rl }', [
      'ol',
      {},
      ['li', {}, 'solunke falmi o'],
    ]);
    expect(rectOf(view, 'li').top).to.be.at.least(view.host.getBoundingClientRect().top);
  });

  it('has a page for the end of a float, after which much text begins', async () => {
    const short = Array.from({ length: 30 }, (_, at): TreeElement => ['b', {}, `${at} `]);
    view = await lay(
      '.side { float: left; width: 150px }',
      ['div', { class: 'side' }, 'a long note '.repeat(200)],
      ['p', {}, ...short],
    );
    const side = view.root.querySelector('.side');
    expect(view.pages).to.be.greaterThan(2);
    expect(view.pages).to.equal(side?.getClientRects().length);
  });

  it('is repaired if a picture follows a box that is too small for its text', async () => {
    view = await lay(
      '.low { height: 2em }',
      ['div', { class: 'low' }, ...paragraphs(1)],
      ['img', { src: 'resource:picture.svg', alt: '', width: '200', height: '300' }],
      p('The end.'),
    );
    const [text, image] = [rectOf(view, '.low p'), rectOf(view, 'img')];
    // Firefox and WebKit move the picture to the next column.
    expect(text.bottom <= image.top || text.right <= image.left).to.equal(true);
  });

  it('is repaired if a turned line is above its column, where WebKit shows it in the column before', async () => {
    // Some of the lines end in the margin.
    for (let words = 24; words < 40; words++) {
      view = await lay(
        '.high { height: 520px } .turned { writing-mode: vertical-rl; direction: rtl } span { white-space: nowrap }',
        ['div', { class: 'high' }, 'Text'],
        ['div', { class: 'turned' }, ['span', {}, 'حد '.repeat(words)]],
      );
      const text = view.root.querySelector('span')?.firstChild;
      if (!(text instanceof Text)) throw new Error('No text.');
      const range = document.createRange();
      const pages = new Set<number>();
      for (let at = 0; at < text.data.trimEnd().length; at++) {
        range.setStart(text, at);
        range.setEnd(text, at + 1);
        for (const { x } of range.getClientRects()) pages.add(Math.floor(x / 400));
      }
      expect(pages.size, `${words} words`).to.equal(1);
      view.host.remove();
    }
  });

  it('is repaired if a long address is not broken, without a change of the boxes around it', async () => {
    for (let digits = 4; digits < 20; digits++) {
      const address = `https://lists.example.org/git/${'4.64.0702'.repeat(digits)}@example.org/`;
      view = await layIn(320, '.frame { float: left; margin-inline: 4px }', [
        'div',
        { class: 'frame', lang: 'en' },
        ['p', {}, 'Text before it (', ['a', {}, address], ')'],
      ]);
      expect(rectOf(view, 'a').right, address).to.be.below(320);
      expect(getComputedStyle(view.root.querySelector('.frame') ?? view.root).float).to.equal(
        'left',
      );
      view.host.remove();
    }
  });
});
