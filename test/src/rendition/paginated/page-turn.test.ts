import { expect } from '@open-wc/testing';
import type { SvcReader } from '../../../../src/svc-reader.ts';
import { numbered, open, pageOf, waitUntil, visibleText } from '../../fixtures/reader.ts';

const keptPlace = (): unknown =>
  JSON.parse(localStorage.getItem(`svc-reader:place:${numbered}`) ?? 'null');

const announced = (reader: SvcReader) => reader.shadowRoot?.querySelector('.status')?.textContent;

/** The neighbor of the visible section, once it is prepared. */
async function readyNeighbour(reader: SvcReader) {
  const pages = pageOf(reader).rendition;
  return waitUntil(() => {
    const next = pages?.views.get(1);
    return next && next.layoutVersion === pages?.current.layoutVersion ? next : null;
  }, 'the next section');
}

describe('a page turn', () => {
  it('fires its event synchronously and updates the controls afterward', async () => {
    const reader = await open({ book: numbered });
    await reader.updateComplete;
    const before = visibleText(reader);
    const announcement = announced(reader);
    const pages: number[] = [];
    reader.addEventListener('svc-page-change', ({ page }) => pages.push(page));

    expect(reader.next()).to.equal(true);
    expect(pages).to.deep.equal([2]);
    expect(visibleText(reader)).not.to.equal(before);
    expect(announced(reader)).to.equal(announcement);

    await waitUntil(() => announced(reader) !== announcement, 'the announcement');
  });

  for (const [cause, leave] of [
    ['the reader is taken away', (reader: SvcReader) => reader.remove()],
    ['the page is left', () => dispatchEvent(new Event('pagehide'))],
    ['another book is opened', (reader: SvcReader) => (reader.book = 'bk_english0000000001')],
  ] as const) {
    it(`is kept when ${cause} immediately after it`, async () => {
      const reader = await open({ book: numbered, consent: 'granted' });
      reader.next();
      const offset = reader.locator?.locations.offset;
      leave(reader);
      await reader.updateComplete;
      expect(offset).to.be.greaterThan(0);
      expect(keptPlace()).to.include({ section: 0, offset });
      reader.remove();
      localStorage.clear();
    });
  }

  it('across sections does not mutate either section', async () => {
    const reader = await open({ book: numbered });
    const next = await readyNeighbour(reader);
    const current = pageOf(reader).rendition?.current;
    if (!current) throw new Error('No section.');
    while (current.page < current.pages - 1) reader.next();
    await reader.updateComplete;
    const observer = new MutationObserver(() => {});
    for (const { host } of [current, next]) {
      const everything = { subtree: true, childList: true, attributes: true, characterData: true };
      if (host.shadowRoot) observer.observe(host.shadowRoot, everything);
    }

    expect(reader.next()).to.equal(true);
    expect(pageOf(reader).rendition?.current).to.equal(next);
    expect(observer.takeRecords()).to.deep.equal([]);
    observer.disconnect();
  });
});
