import { expect } from '@open-wc/testing';
import type { Tree, TreeElement } from '../../../server/epub/contract.ts';
import { markPageBoxes, pageBoxCss } from '../../../server/epub/tree/page-boxes.ts';
import { seededRandom } from '../../bench/reader/seeded-random.ts';
import { layOutSection, paintedAt, removeSections } from '../fixtures/laid-out-section.ts';
import { body, p, section } from '../fixtures/trees.ts';

const lengths = ['3em', '20%', '40px', '10vw', '0'];
const text = 'Words of a long chapter. '.repeat(120);

describe('boxes around all text of a section', () => {
  afterEach(removeSections);

  for (let seed = 1; seed <= 12; seed++) {
    it(`leave it the width and the start of the page, from seed ${seed}`, () => {
      const random = seededRandom(seed * 100);
      const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)] as T;
      random();
      let css = '';
      let tree: Tree = p(text);
      const boxes = 1 + Math.floor(random() * 5);
      const framed = new Set<string>();
      for (let at = 0; at < boxes; at++) {
        const isFramed = random() < 0.3;
        if (isFramed) framed.add(`box${at}`);
        css +=
          `.box${at}{margin:${pick(lengths)} ${pick(lengths)};padding:${pick(lengths)} ${pick(lengths)};` +
          `${random() < 0.3 ? 'width:60%;' : ''}${isFramed ? 'border:1px solid;padding-block:0;' : ''}}`;
        const box: TreeElement = [pick(['div', 'section', 'article']), { class: `box${at}` }, tree];
        tree = random() < 0.3 ? ['div', {}, ['a', { id: `a${at}` }], box] : box;
      }
      const framedTree = body(tree);
      const [, , inner] = framedTree;
      if (!Array.isArray(inner)) throw new Error('No body.');
      markPageBoxes(inner as TreeElement, ([, attributes]) =>
        (attributes['class'] ?? '').split(' ').some((name) => framed.has(name)),
      );
      const view = layOutSection(section(0, framedTree), {}, [css, pageBoxCss]);
      const plain = layOutSection(section(0, body(p(text))), {}, ['p { }']);
      const [box, expected] = [view, plain].map((one) => ({
        start: paintedAt(one, 0),
        width: one.root.querySelector('p')?.getClientRects()[0]?.width ?? 0,
      }));
      // Half an em on each side of each frame, and its border.
      const inset = framed.size * 10;
      expect(box?.width).to.be.at.least((expected?.width ?? Infinity) - 2 * inset - 1);
      expect(box?.start?.y).to.be.at.most((expected?.start?.y ?? 0) + 2 * framed.size + 1);
    });
  }
});
