import { expect } from '@open-wc/testing';
import type { SvcReader } from '../../../../src/svc-reader.ts';
import {
  fixtureApi,
  nextFrame,
  nextEvent,
  numbered,
  open,
  pageOf,
  stageOf,
  waitUntil,
} from '../../fixtures/reader.ts';
import { topOfWord, visibleWords } from '../../fixtures/visible-words.ts';

const section = (reader: SvcReader) => reader.locator?.locations.section ?? -1;
let books = 0;

/** Scrolls to the end of the content. */
async function toEnd(reader: SvcReader, isThere: () => unknown): Promise<void> {
  await waitUntil(() => {
    stageOf(reader).scrollTop = 1e6;
    return isThere();
  }, 'the end');
}

async function serial(before: object[] = []) {
  const book = `bk_serialroll${++books}x${Date.now()}`;
  const change = (chapter: object) =>
    fetch(`${fixtureApi()}/serial/${book}`, {
      method: 'POST',
      body: JSON.stringify({
        type: 'chapter.published',
        id: 'ch_one',
        title: 'News from afar',
        position: 1,
        revision: 1,
        amount: 3,
        ...chapter,
      }),
    });
  for (const chapter of before) await change(chapter);
  return { book, change };
}

describe('a scrolled book that ends with a sample', () => {
  it('shows the offer at its end, and not before', async () => {
    const reader = await open({ key: `sell:sample.shop:roll${Date.now()}`, mode: 'scroll' });
    const offer = () => reader.shadowRoot?.querySelector('svc-sample-end');
    expect(offer()).to.equal(null);
    const event = nextEvent(reader, 'svc-sample-end');
    await toEnd(reader, offer);
    expect((await event).isRead).to.equal(true);
  });

  it('contains no text beyond the sample', async () => {
    const reader = await open({
      key: `sell:sample:roll${Date.now()}x`,
      mode: 'scroll',
      start: '1',
    });
    expect(stageOf(reader).querySelectorAll('.slot').length).to.equal(2);
    expect(reader.locator).not.to.equal(null);
  });
});

describe('a scrolled serial', () => {
  it('keeps the reading position when a chapter is added, and continues with it', async () => {
    const { book, change } = await serial();
    const reader = await open({ book, mode: 'scroll', start: '1:2000' });
    const words = '7. The harbour';
    const before = topOfWord(reader, words);
    const event = nextEvent(reader, 'svc-chapter-published');
    await change({});
    await event;
    expect(topOfWord(reader, words)).to.be.closeTo(before, 1);
    await toEnd(reader, () => section(reader) === 2);
    await waitUntil(
      () => visibleWords(reader).includes('News from afar') || section(reader) === 2,
      'it',
    );
  });

  it('keeps an unpublished chapter while it is being read', async () => {
    const known = { id: 'ch_b', title: 'As it was', position: 5 };
    const { book, change } = await serial([known, { id: 'ch_c', title: 'Third', position: 6 }]);
    const reader = await open({ book, mode: 'scroll', start: '2' });
    const moved = nextEvent(pageOf(reader), 'svc-page-move');
    await change({ ...known, type: 'chapter.unpublished', revision: 2 });
    await moved;
    await nextFrame();
    await waitUntil(() => visibleWords(reader).includes('As it was'), 'the current chapter');
    reader.goTo({ section: 3, offset: 0 });
    await waitUntil(() => visibleWords(reader).includes('Third'), 'the following chapter');
    await waitUntil(() => section(reader) === 2, 'the unpublished chapter to be removed');
    await waitUntil(() => visibleWords(reader).includes('Third'), 'the same position');
  });
});

describe('a scrolled book without a connection', () => {
  it('reports missing text and continues after a retry', async () => {
    const key = `broken:strip${Date.now()}`;
    const reader = await open({ key, book: numbered, mode: 'scroll' });
    const failed = nextEvent(reader, 'svc-error');
    await toEnd(reader, () => reader.shadowRoot?.querySelector('svc-notice'));
    expect((await failed).code).to.equal('internal');
    let errors = 0;
    reader.addEventListener('svc-error', () => (errors += 1));
    const notice = () => reader.shadowRoot?.querySelector('svc-notice');
    let moves = 0;
    pageOf(reader).addEventListener('svc-page-move', () => (moves += 1));
    for (const distance of [-8, 8]) {
      const before = moves;
      stageOf(reader).scrollTop += distance;
      // Remove them one after the other, because scroll events may be late.
      await nextFrame();
      await nextFrame();
      await waitUntil(() => moves > before, 'the move');
      await reader.updateComplete;
      expect(notice(), `moved by ${distance}`).to.be.instanceOf(HTMLElement);
    }
    expect(errors).to.equal(0);
    await fetch(`${fixtureApi()}/mend?key=${key}`);
    reader.retry();
    await waitUntil(() => section(reader) > 0, 'another chapter');
    expect(visibleWords(reader)).to.match(/The harbour lay quiet/);
    await waitUntil(() => !notice(), 'the notice to disappear');
  });
});

it('leaves nothing behind after a mode change or when the book is closed', async () => {
  const reader = await open({ book: numbered, mode: 'scroll' });
  reader.mode = 'pages';
  await waitUntil(() => pageOf(reader).rendition?.mode === 'pages', 'pages');
  const stage = stageOf(reader);
  expect(stage.className).to.equal('stage');
  expect(stage.querySelector('.slot, .tail')).to.equal(null);
  expect(visibleWords(reader)).to.match(/^Chapter 1/);
  reader.mode = 'scroll';
  await waitUntil(() => pageOf(reader).rendition?.mode === 'scroll', 'scrolled mode');
  reader.remove();
  // Moving the element must not close the book.
  await Promise.resolve();
  expect(stage.children.length).to.equal(0);
});
