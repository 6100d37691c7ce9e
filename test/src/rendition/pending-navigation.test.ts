import { expect } from '@open-wc/testing';
import { ApiFailure } from '../../../src/api/api-failure.ts';
import type { SvcReader } from '../../../src/svc-reader.ts';
import { nextEvent, numbered, open, pageOf, press, waitUntil } from '../fixtures/reader.ts';

const section = (reader: SvcReader) => reader.locator?.locations.section;
const isBusy = (reader: SvcReader) => pageOf(reader).hasAttribute('busy');

/** A reader whose fourth chapter only loads when the test requests it. */
async function openLate(mode?: 'scroll') {
  const reader = await open({ book: numbered, ...(mode && { mode }) });
  const book = pageOf(reader).rendition?.views.book;
  if (!book) throw new Error('No book.');
  const { load } = book;
  let release = () => {};
  const late = new Promise<void>((resolve) => (release = resolve));
  const loads: Promise<unknown>[] = [];
  Object.assign(book, {
    load: (...asked: Parameters<typeof load>) => {
      const loading = asked[0] === 3 ? late.then(() => load(...asked)) : load(...asked);
      loads.push(loading);
      return loading;
    },
  });
  const arrive = async () => {
    release();
    await Promise.all(loads);
  };
  return { reader, arrive };
}

describe('a chapter being loaded', () => {
  it('is not navigated to if the reader has turned the page in the meantime', async () => {
    const { reader, arrive } = await openLate();
    reader.goTo({ section: 3, offset: 0 });
    expect(isBusy(reader)).to.equal(true);
    expect(reader.next()).to.equal(true);
    expect(isBusy(reader)).to.equal(false);
    await arrive();
    await waitUntil(() => pageOf(reader).rendition?.views.get(1), 'the neighboring section');
    expect(section(reader)).to.equal(0);
    expect(pageOf(reader).rendition?.current.page).to.equal(1);
  });

  for (const [from, to] of [
    ['pages', 'scroll'],
    ['scroll', 'pages'],
  ] as const) {
    it(`is navigated to after a mode change from ${from}`, async () => {
      const { reader, arrive } = await openLate(from === 'scroll' ? from : undefined);
      reader.goTo({ section: 3, offset: 0 });
      reader.mode = to;
      await waitUntil(() => pageOf(reader).rendition?.mode === to, 'the other mode');
      expect(isBusy(reader)).to.equal(true);
      await arrive();
      await waitUntil(() => section(reader) === 3, 'the chapter');
      expect(isBusy(reader)).to.equal(false);
    });
  }
});

describe('going back to a section that fails to load', () => {
  it('keeps the history entry and does not affect the next jump', async () => {
    const reader = await open({ book: numbered });
    // The history is complete once the event for the jump has fired.
    await waitUntil(() => {
      reader.goTo({ section: section(reader) === 3 ? 0 : 3, offset: 0 });
      return reader.shadowRoot?.querySelector('svc-snackbar');
    }, 'a jump');
    reader.goTo({ section: 0, offset: 0 });
    await waitUntil(() => section(reader) === 0, 'the first chapter');
    reader.goTo({ section: 3, offset: 0 });
    await waitUntil(() => section(reader) === 3, 'the jump');
    await waitUntil(
      () => !pageOf(reader).rendition?.views.get(0),
      'the first chapter to be unmounted',
    );
    const book = pageOf(reader).rendition?.views.book;
    if (!book) throw new Error('No book.');
    const { load } = book;
    const failed = nextEvent(pageOf(reader), 'svc-page-fail');
    Object.assign(book, { load: () => Promise.reject(new ApiFailure('offline', 'Lost.')) });
    press(reader, 'ArrowLeft', { altKey: true });
    await failed;
    Object.assign(book, { load });

    press(reader, 'ArrowLeft', { altKey: true });
    await waitUntil(() => section(reader) === 0, 'going back');
    const jumped = nextEvent(reader, 'svc-jump');
    reader.goTo({ section: 2, offset: 0 });
    expect((await jumped).to).to.deep.equal({ section: 2, offset: 0 });
  });
});
