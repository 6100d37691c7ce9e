import { expect } from '@open-wc/testing';
import type { Tree } from '../../../../server/epub/contract.ts';
import { updateEnlargeButtons } from '../../../../src/features/media-viewer/enlarge-buttons.ts';
import { makeEnlargeable } from '../../../../src/features/media-viewer/make-enlargeable.ts';
import { loadMessages } from '../../../../src/i18n/load-messages.ts';
import { layOutPage } from '../../../../src/rendition/page-layout.ts';
import { BookStyleSheets } from '../../../../src/rendition/section/book-style-sheets.ts';
import { SectionView } from '../../../../src/rendition/section/section-view.ts';
import { body, h2, p, section } from '../../fixtures/trees.ts';

const picture =
  'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" width="200" height="300"/>';
const image: Tree = ['img', { src: 'resource:a.svg', width: '200', height: '300', alt: '' }];
const wide = 'x'.repeat(300);
const table: Tree = ['table', {}, ['tbody', {}, ['tr', {}, ['td', {}, wide]]]];
const content: Tree[] = [
  h2('One'),
  table,
  p('After a table.'),
  ['pre', {}, wide],
  p('After code.'),
  ['figure', {}, table, ['figcaption', {}, 'Figure']],
  ['figure', {}, image],
  image,
  p('After an image.'),
  ['div', {}, ['pre', {}, wide]],
  ['blockquote', {}, p('First.'), table],
];

/** Selectors of the kinds that added elements could affect. */
const selectors = [
  'h2 + table',
  'table + p',
  'p + pre',
  'pre + p',
  'img + p',
  'p ~ table',
  'figure > table:first-child',
  'table + figcaption',
  'figure > img:only-child',
  'div > pre:only-child',
  'blockquote > table:last-child',
  'blockquote > :nth-last-child(2)',
  '.svc-body > :nth-child(5)',
  '.svc-body > *:nth-of-type(3)',
  'p:has(+ pre)',
  '.svc-body:not(:has(button))',
  ':not(figure) > table',
  'div div > div',
  '.svc-html:only-child',
  '.svc-html:last-child',
];

describe('the buttons that enlarge tables and code', () => {
  let view: SectionView | null = null;
  afterEach(() => view?.host.remove());

  for (const direction of ['ltr', 'rtl'] as const) {
    it(`are over their scroll boxes and change no selector of the book: ${direction}`, async () => {
      const text = await loadMessages(document.body, 'en');
      const css =
        'td { white-space: nowrap; overflow-wrap: normal } button { display: none } div { padding: 1px }';
      view = new SectionView(
        { section: section(0, body(...content), { css, direction }), sheets: [] },
        { sheets: new BookStyleSheets(() => picture), resourceUrl: () => picture },
      );
      document.body.append(view.host);
      const { root } = view;
      const matching = () =>
        selectors.map((selector) => [selector, [...root.querySelectorAll(selector)]]);
      const before = matching();
      expect(before.filter(([, found]) => found?.length === 0)).to.deep.equal([
        ['.svc-html:only-child', []],
        ['.svc-html:last-child', []],
      ]);
      expect(root.matches('.svc-html:only-child')).to.equal(true);

      const page = { width: 400, height: 600, rem: 18, measure: 34, columns: 'one' } as const;
      const layout = layOutPage({ ...page, writingMode: 'horizontal-tb', direction });
      view.layout(layout, { rem: 18, scrollBoxLabel: 'Wide', insertColumnBreaks: null });
      makeEnlargeable(view, text);
      updateEnlargeButtons(view, text);

      expect(matching()).to.deep.equal(before);
      expect(root.matches('.svc-html:only-child')).to.equal(true);
      const boxes = [...root.querySelectorAll('.svc-scroll-box')];
      const buttons = [...(view.host.shadowRoot?.querySelectorAll('.svc-enlarge') ?? [])];
      expect(boxes.length).to.equal(5);
      expect(buttons.length).to.equal(5);
      for (const [index, box] of boxes.entries()) {
        const [outer, inner] = [box, buttons[index]].map((one) => one?.getBoundingClientRect());
        expect(inner?.width).to.equal(32);
        expect(inner?.left).to.be.at.least(outer?.left ?? Infinity);
        expect(inner?.right).to.be.at.most(outer?.right ?? 0);
        expect(inner?.bottom).to.be.at.most(outer?.bottom ?? 0);
        expect(inner?.bottom).to.be.greaterThan((outer?.bottom ?? Infinity) - 40);
      }
    });
  }
});
