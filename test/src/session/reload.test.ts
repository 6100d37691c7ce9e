import { expect } from '@open-wc/testing';
import { savePositions } from '../../../src/session/reload-position.ts';
import { createReaderStorage } from '../../../src/state/reader-storage.ts';
import { numbered, open, waitUntil } from '../fixtures/reader.ts';

const key = `svc-reader:place:${numbered}`;

describe('a reload that the person asks for', () => {
  beforeEach(() => sessionStorage.clear());
  afterEach(() => sessionStorage.clear());

  it('goes on at the place without consent, and only once', async () => {
    const left = await open({ consent: 'required' });
    left.goTo({ section: 1, offset: 900 });
    await waitUntil(() => left.locator?.locations.section === 1, 'the second section');
    const { locations } = left.locator ?? {};
    expect(sessionStorage.getItem(key)).to.equal(null);

    // What the button does before the page goes.
    savePositions();
    left.remove();

    const back = await open({ consent: 'required' });
    expect(back.locator?.locations).to.deep.equal(locations);
    await waitUntil(() => sessionStorage.getItem(key) === null, 'it to be forgotten');
    back.remove();
    expect((await open({ consent: 'required' })).locator?.locations.section).to.equal(0);
  });

  it('is left to what is kept for the next visit, where there is consent', async () => {
    localStorage.removeItem(key);
    const reader = await open({ consent: 'granted' });
    savePositions();
    expect(sessionStorage.getItem(key)).to.equal(null);
    reader.remove();
    localStorage.removeItem(key);
  });

  it('begins where the book begins when what was taken along cannot be read', () => {
    for (const broken of ['{', '7', '{"section":-1,"offset":0,"highlight":""}']) {
      sessionStorage.setItem(key, broken);
      expect(createReaderStorage(() => null).position(numbered), broken).to.equal(null);
    }
  });
});
