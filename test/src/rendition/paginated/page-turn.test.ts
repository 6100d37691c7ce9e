import { expect } from '@open-wc/testing';
import type { SvcReader } from '../../../../src/svc-reader.ts';
import {
  numbered,
  open,
  pageOf,
  waitUntil,
  visibleText,
  wideSectionBook,
} from '../../fixtures/reader.ts';

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

  it('leads to the last text, even if the browser has laid out more columns since the pages were counted', async () => {
    const reader = await open({ book: numbered });
    const current = pageOf(reader).rendition?.current;
    const paragraph = current?.root.querySelector('p');
    if (!current || !paragraph) throw new Error('No section.');
    await readyNeighbour(reader);
    const { pages } = current;
    paragraph.style.paddingBlockEnd = '200vh';

    reader.next();

    await waitUntil(() => current.pages > pages, 'the further pages');
  });

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

  it('leaves a section that has fewer pages than estimated, and returns to a non-linear cover', async () => {
    const reader = await open({ book: wideSectionBook, start: '0' });
    const section = () => reader.locator?.locations.section;
    const turn = async (step: 1 | -1, to: number) => {
      if (step > 0) reader.next();
      else reader.previous();
      await waitUntil(() => section() === to, `section ${to}`);
    };
    await waitUntil(() => section() === 0, 'the cover');
    await turn(1, 1);
    await turn(1, 2);
    await turn(-1, 1);
    await turn(-1, 0);
    expect(visibleText(reader)).to.contain('not on the way');
    expect(reader.previous()).to.equal(false);

    reader.goTo({ section: 2, offset: 0 });
    await waitUntil(() => section() === 2, 'the note');
    await turn(-1, 1);
    expect(reader.previous()).to.equal(false);
  });
});
