import { expect } from '@open-wc/testing';
import type { TreeElement } from '../../../../server/epub/contract.ts';
import type { SectionView } from '../../../../src/rendition/section/section-view.ts';
import { lay, rectOf } from '../../fixtures/repaired-view.ts';
import { p } from '../../fixtures/trees.ts';

describe('text that covers other text or is longer than a line', () => {
  let view: SectionView | null = null;
  afterEach(() => view?.host.remove());

  for (const css of ['.number { margin-bottom: -28px }', '.number { position: absolute }']) {
    it(`is repaired if the number of a paragraph covers its first letter: ${css}`, async () => {
      const text = 'A line of this text. '.repeat(3);
      view = await lay(
        `p { margin: 0; line-height: 28px } ${css}`,
        p(text),
        ['p', { class: 'number' }, ['b', {}, '12']],
        ['p', { class: 'text' }, text],
      );
      expect(rectOf(view, 'b').bottom).to.be.at.most(rectOf(view, '.text').top + 1);
    });
  }

  it('is repaired if a wide table is in a box laid out as a table, and stays a table', async () => {
    const cells = Array.from({ length: 9 }, (): TreeElement => ['td', {}, 'Measurement']);
    view = await lay('.table { display: table }', [
      'div',
      { class: 'table' },
      ['table', {}, ['tr', {}, ...cells], ['tr', {}, ...cells]],
    ]);
    const [first, second] = [...view.root.querySelectorAll('td')].map((one) =>
      one.getBoundingClientRect(),
    );
    expect(first?.top).to.equal(second?.top);
    expect(rectOf(view, '.svc-scroll-box').width).to.be.at.most(400);
  });

  for (const mode of ['horizontal-tb', 'vertical-rl']) {
    it(`is repaired if an annotation of ruby text is longer than a line: ${mode}`, async () => {
      const ruby = (length: number): TreeElement => [
        'p',
        {},
        '彼は',
        ['ruby', {}, '本文', ['rt', {}, 'ちゅうしゃく'.repeat(length)]],
        'を読んだ。',
      ];
      view = await lay(
        `:root { writing-mode: ${mode} }`,
        p('前の段落。'.repeat(20)),
        ruby(60),
        ruby(1),
      );
      const [long, short] = [...view.root.querySelectorAll('rt')];
      const page = view.host.getBoundingClientRect();
      const { size, length } =
        mode === 'vertical-rl'
          ? ({ size: 'height', length: page.height } as const)
          : ({ size: 'width', length: page.width } as const);
      const lines = [...(long?.getClientRects() ?? [])];
      expect(lines.length).to.be.greaterThan(1);
      expect(Math.max(...lines.map((line) => line[size]))).to.be.below(length);
      expect(long && getComputedStyle(long, '::before').content).to.equal('"("');
      expect(short && getComputedStyle(short, '::before').content).to.equal('none');
    });
  }

  it('is repaired if a number hangs in the margin of the page before', async () => {
    const scene = (number: string): TreeElement => [
      'h3',
      {},
      ['span', { class: 'number' }, number],
      'The harbor',
    ];
    view = await lay(
      'h3 { break-before: column } .number { float: left; margin-left: -80px }',
      scene('12'),
      p('Night.'),
      scene('13'),
      p('Morning.'),
    );
    const numbers = [...view.root.querySelectorAll('.number')];
    const headings = [...view.root.querySelectorAll('h3')];
    for (const [at, number] of numbers.entries())
      expect(number.getBoundingClientRect().left).to.be.at.least(
        (headings[at]?.getBoundingClientRect().left ?? Infinity) - 1,
      );
  });
});
