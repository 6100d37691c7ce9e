import { expect } from '@open-wc/testing';
import type { SvcReader } from '../../../../src/svc-reader.ts';
import {
  arabic,
  english,
  nextEvent,
  numbered,
  open,
  scrollerOf,
  stageOf,
  waitUntil,
  type ReaderOptions,
} from '../../fixtures/reader.ts';

const offset = (reader: SvcReader) => reader.locator?.locations.offset ?? -1;

/** A reader that has focus, so that wheel gestures turn its pages. */
async function openFocused(options: ReaderOptions = {}): Promise<SvcReader> {
  const reader = await open(options);
  reader.focus({ preventScroll: true });
  return reader;
}

function wheelEvent(deltaX: number, deltaY: number, more: WheelEventInit = {}): WheelEvent {
  return new WheelEvent('wheel', {
    deltaX,
    deltaY,
    bubbles: true,
    composed: true,
    cancelable: true,
    ...more,
  });
}

/** Waits longer than the pause that ends a wheel gesture. */
async function pause(): Promise<void> {
  const endMs = performance.now() + 200;
  await waitUntil(() => performance.now() > endMs, 'the gesture’s end');
}

describe('the wheel', () => {
  it('turns one page per gesture, regardless of its length', async () => {
    const reader = await openFocused();
    for (let count = 0; count < 20; count++) {
      const event = wheelEvent(0, 40);
      scrollerOf(reader).dispatchEvent(event);
      expect(event.defaultPrevented).to.equal(true);
    }
    const second = offset(reader);
    expect(second).to.be.greaterThan(0);
    await pause();
    scrollerOf(reader).dispatchEvent(wheelEvent(0, -40));
    expect(offset(reader)).to.equal(0);
  });

  it('turns horizontally in the page direction', async () => {
    const reader = await openFocused({ book: arabic });
    scrollerOf(reader).dispatchEvent(wheelEvent(-60, 0));
    expect(offset(reader)).to.be.greaterThan(0);
  });

  it('drags the page with a trackpad gesture and turns once', async () => {
    const reader = await openFocused();
    const scroller = scrollerOf(reader);
    for (const delta of [10, 20]) scroller.dispatchEvent(wheelEvent(delta, 0));
    expect(scroller.scrollLeft).to.equal(30);
    expect(offset(reader)).to.equal(0);
    const turned = nextEvent(reader, 'svc-page-change');
    for (let count = 0; count < 20; count++) scroller.dispatchEvent(wheelEvent(30, 0));
    expect((await turned).page).to.equal(2);
    expect(scroller.scrollLeft).to.equal(scroller.clientWidth);
  });

  it('returns the page after a short trackpad gesture', async () => {
    const reader = await openFocused();
    const scroller = scrollerOf(reader);
    for (const delta of [10, 20]) scroller.dispatchEvent(wheelEvent(delta, 0));
    expect(scroller.scrollLeft).to.equal(30);
    await waitUntil(() => scroller.scrollLeft === 0, 'the page to rest');
    expect(offset(reader)).to.equal(0);
  });

  it('scrolls the host page if there is no next page', async () => {
    const reader = await openFocused();
    const event = wheelEvent(0, -60);
    scrollerOf(reader).dispatchEvent(event);
    expect(event.defaultPrevented).to.equal(false);
  });

  it('scrolls the host page if the gesture began outside', async () => {
    const reader = await openFocused();
    document.body.dispatchEvent(wheelEvent(0, 60));
    const event = wheelEvent(0, 60);
    scrollerOf(reader).dispatchEvent(event);
    expect(event.defaultPrevented).to.equal(false);
    expect(offset(reader)).to.equal(0);
  });

  it('zooms the host page with Ctrl and scrolls wide content first', async () => {
    const reader = await openFocused({ book: english, start: '3' });
    const zoom = wheelEvent(0, 60, { ctrlKey: true });
    scrollerOf(reader).dispatchEvent(zoom);
    expect(zoom.defaultPrevented).to.equal(false);
    await pause();
    const box = scrollerOf(reader).querySelector('.svc-scroll-box');
    const scroll = wheelEvent(60, 0);
    box?.dispatchEvent(scroll);
    expect(scroll.defaultPrevented).to.equal(false);
    expect(offset(reader)).to.equal(0);
  });
});

it('is not handled after the reader is removed', async () => {
  const reader = await openFocused({ book: numbered });
  const stage = stageOf(reader);
  reader.remove();
  const event = wheelEvent(0, 60);
  stage.dispatchEvent(event);
  expect(event.defaultPrevented).to.equal(false);
});
