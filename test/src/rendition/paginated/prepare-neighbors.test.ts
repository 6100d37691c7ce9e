import { expect } from '@open-wc/testing';
import { measureNeighbors } from '../../../../src/rendition/paginated/prepare-neighbors.ts';
import { layOutSection, removeSections } from '../../fixtures/laid-out-section.ts';
import { body, p, section } from '../../fixtures/trees.ts';

describe('the number of pages', () => {
  afterEach(removeSections);

  it('is corrected whenever the browser needs another page for the same text', () => {
    const view = layOutSection(section(0, body(...Array(60).fill(p('Some words. '.repeat(20))))));
    expect(measureNeighbors(view)).to.equal(false);
    for (let round = 1; round <= 4; round += 1) {
      const { pages } = view;
      const space = document.createElement('div');
      space.style.blockSize = '500px';
      view.root.prepend(space);
      expect(measureNeighbors(view), `round ${round}`).to.equal(true);
      expect(view.pages).to.be.above(pages);
      expect(measureNeighbors(view)).to.equal(false);
    }
  });

  it('is corrected before a turn leaves the section', () => {
    const view = layOutSection(section(0, body(...Array(60).fill(p('Some words. '.repeat(20))))));
    const { pages } = view;
    const space = document.createElement('div');
    space.style.blockSize = '500px';
    view.root.prepend(space);
    view.hasPage(pages - 1);
    expect(view.pages).to.equal(pages);
    view.hasPage(pages);
    expect(view.pages).to.be.above(pages);
  });
});
