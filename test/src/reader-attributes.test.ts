import { expect } from '@open-wc/testing';
import { BookmarkRequestEvent } from '../../src/events/request-events.ts';
import { mount, numbered, open, waitUntil } from './fixtures/reader.ts';

describe('api-key', () => {
  it('opens the book in the same way as key', async () => {
    const reader = await mount({ key: '', book: numbered });
    expect(reader.locator).to.equal(null);
    reader.setAttribute('api-key', 'ok');
    await waitUntil(() => reader.locator, 'the book');
    expect(reader.key).to.equal('ok');
  });
});
describe('a removed attribute', () => {
  for (const name of ['affiliate', 'campaign', 'sub', 'currency', 'deployment', 'locale']) {
    it(`is no longer sent: ${name}`, async () => {
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
        await waitUntil(() => reader.locator, 'the book');
      } finally {
        window.fetch = fetch;
      }
      const embeds = asked.filter((address) => address.includes('/embed?'));
      expect(embeds.length).to.equal(1);
      expect(new URL(embeds.join()).searchParams.has(name)).to.equal(false);
    });
  }
});

describe('an invalid position', () => {
  for (const [what, place] of [
    ['a share', NaN],
    ['an offset', { section: 0, offset: NaN }],
    ['an offset before its beginning', { section: 0, offset: -5 }],
  ] as const) {
    it(`goes to the beginning: ${what}`, async () => {
      const reader = await open({ book: numbered });
      reader.next();
      const shown = reader.locator?.locations.offset;
      await waitUntil(() => reader.locator?.locations.offset !== 0, 'the second page');
      reader.goTo(place);
      await waitUntil(() => reader.locator?.locations.offset !== shown, 'the first page');
      expect(reader.locator?.locations.offset).to.equal(0);
      expect(reader.locator?.locations.totalProgression).to.equal(0);
    });
  }
});

describe('an attribute that changes while a book is open', () => {
  const address = `${location.pathname}${location.search}`;
  afterEach(() => history.replaceState(null, '', address));

  it('turns deep links on and off', async () => {
    const reader = await open({ book: numbered });
    reader.setAttribute('deep-links', '');
    await waitUntil(() => location.hash.includes(numbered), 'the place in the address');

    reader.removeAttribute('deep-links');
    const { hash } = location;
    reader.goTo({ section: 2, offset: 0 });
    await waitUntil(() => reader.locator?.locations.section === 2, 'the chapter');
    await new Promise((resolve) => setTimeout(resolve, 700));
    expect(location.hash).to.equal(hash);
  });

  it('turns annotations on with their controls', async () => {
    const reader = await open({ book: numbered, controls: 'contents progress' });
    let made = '';
    reader.addEventListener('svc-mark-change', ({ change }) => (made = change));
    reader.setAttribute('controls', '');
    reader.dispatchEvent(new BookmarkRequestEvent());
    await waitUntil(() => made, 'the bookmark');
    expect(made).to.equal('added');
  });
});
