import { expect } from '@open-wc/testing';
import { mount, numbered, open, until } from './fixtures/reader.ts';

describe('an attribute that is taken away', () => {
  for (const name of ['affiliate', 'campaign', 'sub', 'currency', 'deployment', 'locale']) {
    it(`is asked for no more: ${name}`, async () => {
      const asked: string[] = [];
      const { fetch } = window;
      window.fetch = (address, init) => {
        asked.push(String(address));
        return fetch(address, init);
      };
      try {
        const reader = await mount({ key: '', book: numbered });
        reader.setAttribute(name, name === 'currency' ? 'EUR' : 'de');
        reader.removeAttribute(name);
        reader.key = 'ok';
        await until(() => reader.locator, 'the book');
      } finally {
        window.fetch = fetch;
      }
      const embeds = asked.filter((address) => address.includes('/embed?'));
      expect(embeds.length).to.equal(1);
      expect(new URL(embeds.join()).searchParams.has(name)).to.equal(false);
    });
  }
});

describe('a place that is none', () => {
  for (const [what, place] of [
    ['a share', NaN],
    ['an offset', { section: 0, offset: NaN }],
    ['an offset before its beginning', { section: 0, offset: -5 }],
  ] as const) {
    it(`is the beginning: ${what}`, async () => {
      const reader = await open({ book: numbered });
      reader.next();
      const shown = reader.locator?.locations.offset;
      await until(() => reader.locator?.locations.offset !== 0, 'the second page');
      reader.goTo(place);
      await until(() => reader.locator?.locations.offset !== shown, 'the first page');
      expect(reader.locator?.locations.offset).to.equal(0);
      expect(reader.locator?.locations.totalProgression).to.equal(0);
    });
  }
});
