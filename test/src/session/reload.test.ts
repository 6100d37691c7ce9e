import { expect } from '@open-wc/testing';
import { savePositions } from '../../../src/session/reload-position.ts';
import { createReaderStorage } from '../../../src/state/reader-storage.ts';
import { numbered, open, waitUntil } from '../fixtures/reader.ts';

const key = `svc-reader:place:${numbered}`;

describe('a reload requested by the user', () => {
  beforeEach(() => sessionStorage.clear());
  afterEach(() => sessionStorage.clear());

  it('restores the position without consent, but only once', async () => {
    const left = await open({ consent: 'required' });
    left.goTo({ section: 1, offset: 900 });
    await waitUntil(() => left.locator?.locations.section === 1, 'the second section');
    const { locations } = left.locator ?? {};
    expect(sessionStorage.getItem(key)).to.equal(null);

    // The action of the reload button before the page unloads.
    savePositions();
    left.remove();

    const back = await open({ consent: 'required' });
    expect(back.locator?.locations).to.deep.equal(locations);
    await waitUntil(() => sessionStorage.getItem(key) === null, 'it to be forgotten');
    back.remove();
    expect((await open({ consent: 'required' })).locator?.locations.section).to.equal(0);
  });

  it('uses the stored position if there is consent', async () => {
    localStorage.removeItem(key);
    const reader = await open({ consent: 'granted' });
    savePositions();
    expect(sessionStorage.getItem(key)).to.equal(null);
    reader.remove();
    localStorage.removeItem(key);
  });

  it('opens at the beginning if the saved position is unreadable', () => {
    for (const broken of ['{', '7', '{"section":-1,"offset":0,"highlight":""}']) {
      sessionStorage.setItem(key, broken);
      expect(createReaderStorage(() => null).position(numbered), broken).to.equal(null);
    }
  });
});
