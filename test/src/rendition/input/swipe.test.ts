import { expect } from '@open-wc/testing';
import type { SvcReader } from '../../../../src/svc-reader.ts';
import { emulateMediaOrSkip } from '../../fixtures/emulate-media.ts';
import { pointer } from '../../fixtures/pointer-events.ts';
import {
  arabic,
  nextFrame,
  japanese,
  mountedSections,
  nextEvent,
  open,
  pageOf,
  scrollerOf,
  stageOf,
  waitUntil,
  visibleText,
} from '../../fixtures/reader.ts';

const offset = (reader: SvcReader) => reader.locator?.locations.offset ?? -1;

async function swipe(reader: SvcReader, from: number, to: number): Promise<void> {
  pointer(reader, 'pointerdown', from);
  for (let step = 1; step <= 5; step++) {
    pointer(reader, 'pointermove', from + ((to - from) * step) / 5);
    await nextFrame();
  }
  pointer(reader, 'pointerup', to);
}

/** Waits longer than the pause that ends a wheel gesture. */
async function pause(): Promise<void> {
  const endMs = performance.now() + 200;
  await waitUntil(() => performance.now() > endMs, 'the gesture’s end');
}

/** Pointer capture throws for synthetic pointers. */
const capture = Element.prototype.setPointerCapture;
before(() => {
  Element.prototype.setPointerCapture = () => {};
});
after(() => {
  Element.prototype.setPointerCapture = capture;
});

describe('a swipe', () => {
  it('drags the page with the finger and turns after a sufficient distance', async () => {
    const reader = await open();
    const scroller = scrollerOf(reader);
    pointer(reader, 'pointerdown', 300);
    pointer(reader, 'pointermove', 250);
    expect(scroller.scrollLeft).to.equal(42);
    pointer(reader, 'pointermove', 150);
    expect(scroller.scrollLeft).to.equal(142);
    const turned = nextEvent(reader, 'svc-page-change');
    pointer(reader, 'pointerup', 150);
    expect((await turned).page).to.equal(2);
    expect(scroller.scrollLeft).to.equal(scroller.clientWidth);
  });

  it('returns the page if it is short and slow', async () => {
    const reader = await open();
    const scroller = scrollerOf(reader);
    pointer(reader, 'pointerdown', 300);
    pointer(reader, 'pointermove', 270);
    await pause();
    pointer(reader, 'pointerup', 270);
    await waitUntil(() => scroller.scrollLeft === 0, 'the page to rest');
    expect(offset(reader)).to.equal(0);
  });

  it('returns the page if the finger moves back at the end, regardless of the distance', async () => {
    const reader = await open();
    const scroller = scrollerOf(reader);
    pointer(reader, 'pointerdown', 350);
    pointer(reader, 'pointermove', 60);
    await pause();
    // Dispatch these in the same frame, because the finger would otherwise be slow on a slow
    // machine.
    for (const x of [70, 100, 140]) pointer(reader, 'pointermove', x);
    pointer(reader, 'pointerup', 180);
    await waitUntil(() => scroller.scrollLeft === 0, 'the page to rest');
    expect(offset(reader)).to.equal(0);
  });

  it('grabs a moving page and returns it', async () => {
    const reader = await open();
    const scroller = scrollerOf(reader);
    pointer(reader, 'pointerdown', 300);
    pointer(reader, 'pointermove', 100);
    pointer(reader, 'pointerup', 100);
    pointer(reader, 'pointerdown', 200);
    const held = scroller.scrollLeft;
    expect(held).to.be.within(150, 399);
    await pause();
    expect(scroller.scrollLeft).to.equal(held);
    pointer(reader, 'pointermove', 200 + held - 10);
    expect(scroller.scrollLeft).to.be.closeTo(10, 1);
    await pause();
    pointer(reader, 'pointerup', 200 + held - 10);
    await waitUntil(() => scroller.scrollLeft === 0, 'the page to rest');
    expect(offset(reader)).to.equal(0);
  });

  it('keeps a held page where it is when code changes the layout', async () => {
    const reader = await open();
    const scroller = scrollerOf(reader);
    pointer(reader, 'pointerdown', 300);
    pointer(reader, 'pointermove', 100);
    const held = scroller.scrollLeft;
    const { layoutVersion } = pageOf(reader).rendition?.current ?? {};
    pageOf(reader).relayout();
    await pause();
    expect(scroller.scrollLeft).to.equal(held);
    pointer(reader, 'pointerup', 100);
    await waitUntil(
      () => pageOf(reader).rendition?.current.layoutVersion !== layoutVersion,
      'the new layout',
    );
    expect(scroller.scrollLeft % scroller.clientWidth).to.equal(0);
  });

  it('turns one page per swipe, regardless of speed', async () => {
    const reader = await open();
    const page = () => pageOf(reader).rendition?.current.page;
    expect(pageOf(reader).rendition?.current.pages).to.be.greaterThan(4);
    for (let count = 0; count < 3; count++) {
      pointer(reader, 'pointerdown', 300);
      // Dispatch these in the same frame, because the finger would otherwise be slow on a slow
      // machine.
      for (const x of [250, 150]) pointer(reader, 'pointermove', x);
      pointer(reader, 'pointerup', 120);
      await nextFrame();
    }
    await waitUntil(() => page() === 3, 'the fourth page');
    await pause();
    expect(page()).to.equal(3);
    expect(scrollerOf(reader).scrollLeft).to.equal(3 * scrollerOf(reader).clientWidth);
  });

  it('continues from the page that something else turned to', async () => {
    const reader = await open();
    const scroller = scrollerOf(reader);
    pointer(reader, 'pointerdown', 300);
    pointer(reader, 'pointermove', 200);
    reader.next();
    expect(scroller.scrollLeft).to.equal(scroller.clientWidth);
    pointer(reader, 'pointermove', 190);
    expect(scroller.scrollLeft).to.be.closeTo(scroller.clientWidth + 102, 1);
    await pause();
    pointer(reader, 'pointermove', 295);
    await pause();
    pointer(reader, 'pointerup', 295);
    await waitUntil(() => scroller.scrollLeft === scroller.clientWidth, 'the page to rest');
    expect(pageOf(reader).rendition?.current.page).to.equal(1);
  });

  it('moves the page less and less at the start of the book', async () => {
    const reader = await open();
    const leaf = stageOf(reader).querySelector<HTMLElement>('.leaf');
    const left = () => Number.parseFloat(leaf?.style.left ?? '0');
    const rest = left();
    pointer(reader, 'pointerdown', 50);
    pointer(reader, 'pointermove', 150);
    const first = left() - rest;
    pointer(reader, 'pointermove', 250);
    const second = left() - rest - first;
    expect(first).to.be.within(20, 60);
    expect(second).to.be.within(5, first - 1);
    pointer(reader, 'pointerup', 250);
    await waitUntil(() => left() === rest, 'the page to rest');
    expect(offset(reader)).to.equal(0);
  });

  it('turns no page with a mouse, which selects text', async () => {
    const reader = await open();
    for (const [type, x] of [
      ['pointerdown', 350],
      ['pointermove', 100],
      ['pointerup', 60],
    ] as const) {
      pointer(reader, type, x, 200, { pointerType: 'mouse' });
    }
    await nextFrame();
    expect(scrollerOf(reader).scrollLeft).to.equal(0);
    expect(offset(reader)).to.equal(0);
  });

  it('reveals the next chapter at the end of a section', async () => {
    const reader = await open({ start: '2' });
    await waitUntil(() => mountedSections(reader) === 3, 'both neighbours');
    await nextFrame();
    pointer(reader, 'pointerdown', 350);
    pointer(reader, 'pointermove', 150);
    const leaves = [...stageOf(reader).querySelectorAll<HTMLElement>('.leaf')];
    const shown = leaves.filter(({ classList }) => !classList.contains('hidden'));
    expect(shown.length).to.equal(2);
    pointer(reader, 'pointerup', 100);
    await waitUntil(() => reader.locator?.locations.section === 3, 'the next chapter');
    expect(visibleText(reader)).to.match(/^Chapter 4/);
  });

  it('follows the page progression', async () => {
    const reader = await open({ book: arabic });
    await swipe(reader, 100, 320);
    await waitUntil(() => offset(reader) > 0, 'the next page');
    const vertical = await open({ book: japanese });
    await swipe(vertical, 100, 320);
    await waitUntil(() => offset(vertical) > 0, 'the next page');
  });

  it('drags vertical pages with the next page next to them', async () => {
    const reader = await open({ book: japanese });
    const leaf = () =>
      [...stageOf(reader).querySelectorAll<HTMLElement>('.leaf')].filter(
        ({ classList }) => !classList.contains('hidden'),
      );
    const left = (one: HTMLElement | undefined) => Number.parseFloat(one?.style.left ?? '');
    const words = visibleText(reader);
    const [current] = leaf();
    const rest = left(current);
    pointer(reader, 'pointerdown', 100);
    pointer(reader, 'pointermove', 180);
    expect(left(current) - rest).to.equal(72);
    const [, beside] = leaf();
    expect(left(current) - left(beside)).to.equal(400);
    expect(beside?.ariaHidden).to.equal('true');
    const shown = beside?.shadowRoot?.querySelector('.scroller')?.scrollTop;
    pointer(reader, 'pointermove', 300);
    pointer(reader, 'pointerup', 320);
    await waitUntil(() => offset(reader) > 0, 'the next page');
    expect(scrollerOf(reader).scrollTop).to.equal(shown);
    expect(leaf()).to.deep.equal([current]);
    expect(left(current)).to.equal(rest);
    await swipe(reader, 320, 100);
    await waitUntil(() => offset(reader) === 0, 'the first page');
    expect(visibleText(reader)).to.equal(words);
  });

  it('scrolls the host page if it is up or down', async () => {
    const reader = await open();
    pointer(reader, 'pointerdown', 300, 200);
    pointer(reader, 'pointermove', 290, 300);
    pointer(reader, 'pointermove', 100, 300);
    pointer(reader, 'pointerup', 100, 300);
    await nextFrame();
    expect(offset(reader)).to.equal(0);
    expect(scrollerOf(reader).scrollLeft).to.equal(0);
  });

  it('does nothing while text is selected', async () => {
    const reader = await open();
    const paragraph = scrollerOf(reader).querySelector('p');
    if (!paragraph) throw new Error('No paragraph.');
    document.getSelection()?.selectAllChildren(paragraph);
    await swipe(reader, 300, 50);
    await nextFrame();
    expect(scrollerOf(reader).scrollLeft).to.equal(0);
    document.getSelection()?.removeAllRanges();
  });

  it('turns without animation with reduced motion', async function () {
    await emulateMediaOrSkip(this, { reducedMotion: 'reduce' });
    const reader = await open();
    pointer(reader, 'pointerdown', 300);
    pointer(reader, 'pointermove', 100);
    expect(scrollerOf(reader).scrollLeft).to.equal(0);
    pointer(reader, 'pointerup', 100);
    expect(offset(reader)).to.be.greaterThan(0);
    await emulateMediaOrSkip(this, { reducedMotion: 'no-preference' });
  });
});
