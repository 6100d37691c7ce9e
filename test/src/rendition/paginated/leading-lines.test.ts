import { expect } from '@open-wc/testing';
import type { Tree } from '../../../../server/epub/contract.ts';
import { layOutSection, removeSections } from '../../fixtures/laid-out-section.ts';
import { body, p, section } from '../../fixtures/trees.ts';

// Firefox and WebKit ignore `break-after: avoid` in columns.
const isSupported = /Chrome/.test(navigator.userAgent);

const speeches: Tree[] = Array.from({ length: 80 }, (_, at): Tree[] => [
  ['p', { class: 'svc-leads' }, 'HAMLET.'],
  p('Words '.repeat(12 + ((at * 7) % 31))),
]).flat();

describe('lines that introduce a paragraph', () => {
  afterEach(removeSections);

  for (const height of [500, 517, 533, 550]) {
    it(`are on the page of its first line, on pages of ${height} px`, function () {
      if (!isSupported) this.skip();
      const { host } = layOutSection(section(0, body(...speeches)), { height });
      const leading = [...(host.shadowRoot?.querySelectorAll('.svc-leads') ?? [])];
      const columns = leading.map((line) => {
        const start = (element: Element | null) => element?.getClientRects()[0]?.left;
        return [start(line), start(line.nextElementSibling)];
      });
      expect(new Set(columns.map(([column]) => column)).size).to.be.above(10);
      for (const [own, next] of columns) expect(own).to.equal(next);
    });
  }
});
