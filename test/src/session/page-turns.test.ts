import { expect } from '@open-wc/testing';
import { SettingsRequestEvent } from '../../../src/events/request-events.ts';
import type { SvcReader } from '../../../src/svc-reader.ts';
import { pointer } from '../fixtures/pointer-events.ts';
import {
  arabic,
  japanese,
  numbered,
  open,
  pageOf,
  scrollerOf,
  stageOf,
  visibleText,
  waitUntil,
} from '../fixtures/reader.ts';

/** Opens a book and waits until its turns are animated as requested. */
async function openWithTurn(book: string, pageTurn: 'slide' | 'fade' | 'none'): Promise<SvcReader> {
  const reader = await open({ book });
  reader.pageTurn = pageTurn;
  await waitUntil(() => stageOf(reader).dataset.turn, 'the page turns');
  return reader;
}

const currentView = (reader: SvcReader) => {
  const view = pageOf(reader).rendition?.current;
  if (!view) throw new Error('No section.');
  return view;
};

/** Whether the pages are moving after the microtasks of a turn have run. */
async function isSliding(reader: SvcReader): Promise<boolean> {
  await Promise.resolve();
  return currentView(reader).isDragged;
}

/** Pointer capture throws for synthetic pointers. */
const capture = Element.prototype.setPointerCapture;
before(() => {
  Element.prototype.setPointerCapture = () => {};
});
after(() => {
  Element.prototype.setPointerCapture = capture;
});

describe('the animation of page turns', () => {
  for (const book of [numbered, arabic, japanese]) {
    it(`slides from the previous page, which is over at the next turn (${book})`, async () => {
      const reader = await openWithTurn(book, 'slide');
      const first = visibleText(reader);
      const turns: number[] = [];
      reader.addEventListener('svc-page-change', ({ page }) => turns.push(page));
      reader.next();
      expect(turns, 'reported at once').to.have.length(1);
      expect(await isSliding(reader)).to.equal(true);
      reader.previous();
      expect(visibleText(reader)).to.equal(first);
      expect(await isSliding(reader)).to.equal(true);
      await waitUntil(() => !currentView(reader).isDragged, 'the end of the movement');
      expect(visibleText(reader)).to.equal(first);
      expect(turns).to.have.length(2);
    });
  }

  it('slides into the next section, but not to a distant position', async () => {
    const reader = await openWithTurn(numbered, 'slide');
    const pages = pageOf(reader).rendition;
    await waitUntil(
      () => pages?.views.get(1)?.layoutVersion === pages?.current.layoutVersion,
      'the next section',
    );
    const { pages: count } = currentView(reader);
    for (let page = 1; page < count; page++) reader.next();
    await waitUntil(() => !currentView(reader).isDragged, 'rest');
    reader.next();
    expect(reader.locator?.locations.section).to.equal(1);
    expect(await isSliding(reader)).to.equal(true);
    await waitUntil(() => !currentView(reader).isDragged, 'rest');
    reader.goTo(0.9);
    expect(await isSliding(reader)).to.equal(false);
  });

  it('fades the new page in', async () => {
    const reader = await openWithTurn(numbered, 'fade');
    reader.next();
    await Promise.resolve();
    const [animation] = currentView(reader).host.getAnimations();
    expect(animation?.effect?.getComputedTiming().duration).to.be.lessThan(300);
    expect(visibleText(reader)).not.to.equal('');
  });

  it('does not drag pages along with a finger unless they slide', async () => {
    const reader = await openWithTurn(numbered, 'none');
    pointer(reader, 'pointerdown', 300);
    pointer(reader, 'pointermove', 250);
    expect(scrollerOf(reader).scrollLeft).to.equal(0);
    pointer(reader, 'pointerup', 250);
  });

  it('follows the user settings rather than the attribute', async () => {
    const reader = await openWithTurn(numbered, 'slide');
    reader.dispatchEvent(new SettingsRequestEvent({ pageTurn: 'none' }));
    reader.next();
    expect(await isSliding(reader)).to.equal(false);
    expect(stageOf(reader).dataset.turn).to.equal('none');
    reader.dispatchEvent(new SettingsRequestEvent({ pageTurn: null }));
    reader.previous();
    expect(await isSliding(reader)).to.equal(true);
  });
});
