import { expect } from '@open-wc/testing';
import type { Tree, TreeElement } from '../../../server/epub/contract.ts';
import {
  anchorClass,
  anchorCss,
  findLeadingAnchors,
} from '../../../server/epub/tree/leading-anchors.ts';
import { layOutSection, paintedAt, removeSections } from '../fixtures/laid-out-section.ts';
import { body, section } from '../fixtures/trees.ts';

const target: TreeElement = ['a', { id: 'target' }];
const pageBreak: TreeElement = ['span', { 'epub:type': 'pagebreak', 'aria-label': '7' }];
const text = 'Once upon a time there was a king. '.repeat(9);

/** Paragraphs that begin with a letter after elements without a box that can be seen. */
const openings: Record<string, Tree[]> = {
  'no element': [text],
  'a link target': [target, text],
  'a page break': [pageBreak, text],
  'two elements': [pageBreak, target, text],
  'a target in a page break': [['span', { 'epub:type': 'pagebreak' }, target], text],
  'a target in bold text': [['b', {}, target, text]],
  'a target before a small word': [target, ['small', {}, 'Once'], text],
  'targets around bold text': [target, ['b', {}, ['i', {}, pageBreak, text]]],
};

describe('drop caps', () => {
  afterEach(removeSections);

  for (const [name, content] of Object.entries(openings)) {
    it(`are as large as without other elements in a paragraph that begins with ${name}`, () => {
      const sheet = 'p::first-letter { float: left; font-size: 70px; line-height: 1; }';
      const tree = body(['p', {}, ...content]);
      for (const [, attributes] of findLeadingAnchors(tree)) attributes['class'] = anchorClass;
      const view = layOutSection(section(0, tree), {}, [sheet, anchorCss]);
      const second = paintedAt(view, 1);
      const edge = view.root.querySelector('p')?.getBoundingClientRect().left ?? Number.NaN;
      expect((second?.left ?? 0) - edge).to.be.above(45);
    });
  }
});
