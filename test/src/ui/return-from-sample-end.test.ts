import { expect } from '@open-wc/testing';
import type { SvcReader } from '../../../src/svc-reader.ts';
import { arabic, open, press, type ReaderOptions, waitUntil } from '../fixtures/reader.ts';

let keys = 0;

const frameOf = (reader: SvcReader) =>
  reader.shadowRoot?.querySelector('svc-sample-end')?.shadowRoot?.querySelector('section') ?? null;

/** A reader at the end of its sample. */
async function atEnd(options: ReaderOptions = {}): Promise<SvcReader> {
  const key = `sell:sample.shop:back${++keys}x${Date.now()}`;
  const reader = await open({ key, start: '1', ...options });
  reader.focus();
  press(reader, 'End');
  expect(reader.next()).to.equal(true);
  await waitUntil(() => frameOf(reader), 'the end of the sample');
  return reader;
}

async function isThere(reader: SvcReader): Promise<boolean> {
  await reader.updateComplete;
  return frameOf(reader) !== null;
}

/** Swipes over the sample end page by a distance in px. */
function swipe(reader: SvcReader, right: number, down: number): void {
  const at = (x: number, y: number) => [{ clientX: x, clientY: y }];
  const touch = (type: string, touches: object) =>
    Object.assign(new Event(type, { bubbles: true, composed: true }), touches);
  const frame = frameOf(reader);
  frame?.dispatchEvent(touch('touchstart', { touches: at(200, 300) }));
  frame?.dispatchEvent(touch('touchend', { changedTouches: at(200 + right, 300 + down) }));
}

describe('at the end of a sample', () => {
  it('only a swipe toward the previous page goes back', async () => {
    const reader = await atEnd();
    swipe(reader, -120, 10);
    swipe(reader, 20, 0);
    swipe(reader, 80, 70);
    swipe(reader, 0, 120);
    expect(await isThere(reader)).to.equal(true);
    swipe(reader, 120, 10);
    expect(await isThere(reader)).to.equal(false);
  });

  it('a swipe in the opposite direction goes back in a right-to-left book', async () => {
    const reader = await atEnd({ book: arabic, start: '0' });
    swipe(reader, 120, 0);
    expect(await isThere(reader)).to.equal(true);
    swipe(reader, -120, 0);
    expect(await isThere(reader)).to.equal(false);
  });

  it('pulling down goes back in scroll mode', async () => {
    const reader = await atEnd({ mode: 'scroll' });
    swipe(reader, 0, -120);
    expect(await isThere(reader)).to.equal(true);
    swipe(reader, 0, 120);
    expect(await isThere(reader)).to.equal(false);
  });

  it('the wheel goes back without scrolling the page', async () => {
    const reader = await atEnd();
    const wheel = (deltaY: number) =>
      frameOf(reader)?.dispatchEvent(
        new WheelEvent('wheel', { deltaY, bubbles: true, composed: true, cancelable: true }),
      );
    wheel(100);
    wheel(-4);
    expect(await isThere(reader)).to.equal(true);
    expect(wheel(-100)).to.equal(false);
    expect(await isThere(reader)).to.equal(false);
  });
});
