import { expect } from '@open-wc/testing';
import { promptForConsent } from '../../../src/embedding/consent-prompt.ts';
import { storageKey } from '../../../src/state/reader-storage.ts';

const book = 'bk_1';

/** A served page's bar, and a reader with a position. */
function openPage() {
  document.body.innerHTML = `<section class="consent" hidden>
    <p>May we?</p><button value="refused">No</button><button value="granted">Yes</button>
  </section><div tabindex="0"></div>`;
  const reader = document.querySelector('div');
  if (!reader) throw new Error('No reader.');
  const locations = { section: 2, offset: 40 };
  Object.assign(reader, { locator: { locations, text: { highlight: 'Call me' } } });
  promptForConsent(reader, book);
  const bar = () => document.querySelector<HTMLElement>('.consent');
  const choose = (value: string) =>
    document.querySelector<HTMLButtonElement>(`[value=${value}]`)?.click();
  return { reader, bar, choose };
}

const placeInTab = () => sessionStorage.getItem(storageKey(`place:${book}`));

describe('The consent prompt', () => {
  beforeEach(() => {
    localStorage.clear();
    sessionStorage.clear();
  });
  afterEach(() => {
    localStorage.clear();
    sessionStorage.clear();
    document.body.innerHTML = '';
  });

  it('keeps only the position in the tab until the reader agrees, and keeps the choice', () => {
    const { reader, bar, choose } = openPage();
    expect(bar()?.hidden).to.equal(false);
    dispatchEvent(new Event('pagehide'));
    expect(JSON.parse(placeInTab() ?? '')).to.deep.equal({
      section: 2,
      offset: 40,
      highlight: 'Call me',
    });
    expect(localStorage.length).to.equal(0);

    choose('granted');

    expect(reader.getAttribute('consent')).to.equal('granted');
    expect(bar()).to.equal(null);
    expect(placeInTab()).to.equal(null);
    expect(document.activeElement).to.equal(reader);
    const next = openPage();
    expect(next.bar()?.hidden).to.equal(true);
    expect(next.reader.getAttribute('consent')).to.equal('granted');
  });

  it('does not ask again after a refusal', () => {
    openPage().choose('refused');
    const { reader, bar } = openPage();
    expect(bar()?.hidden).to.equal(true);
    expect(reader.hasAttribute('consent')).to.equal(false);
  });
});
