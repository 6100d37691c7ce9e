import { expect, fixtureCleanup } from '@open-wc/testing';
import { sendKeys, sendMouse } from '@web/test-runner-commands';
import type { SvcReader } from '../../../../src/svc-reader.ts';
import { closeHostPage, openHostPage } from '../../fixtures/host-pages.ts';
import { centerOf, touch, touchOrSkip, turnWheel } from '../../fixtures/real-input.ts';
import { nextFrame, stageOf, waitUntil } from '../../fixtures/reader.ts';

const offsetOf = (reader: SvcReader) => reader.locator?.locations.offset ?? -1;
const isTurned = (reader: SvcReader) => offsetOf(reader) > 0;

const isWheelWithoutScrolling = !('chrome' in window) && !navigator.userAgent.includes('Firefox');

/** Waits until input would have had an effect. */
async function settle(): Promise<void> {
  const endMs = performance.now() + 400;
  while (performance.now() < endMs) await nextFrame();
}

/** Waits until a swipe no longer scrolls an element. */
async function untilStill(element: Element): Promise<void> {
  for (let left = NaN; left !== element.scrollLeft;) {
    left = element.scrollLeft;
    await settle();
  }
}

async function clickOn(reader: SvcReader): Promise<void> {
  const { x, y } = centerOf(stageOf(reader));
  await sendMouse({ type: 'click', position: [Math.round(x), Math.round(y)] });
  await waitUntil(() => reader.matches(':focus-within'), 'the focus');
  await settle();
}

/**
 * Swipes from the center of a reader. A busy machine moves the finger slowly, and slow swipes turn
 * the page only if they are longer than a third of its width.
 *
 * @param share - Distance as a share of the reader's width, negative to the left.
 * @param dy - Vertical distance of each of 12 steps in px.
 */
async function swipe(reader: SvcReader, share: number, dy = 0): Promise<void> {
  const { x, y } = centerOf(stageOf(reader));
  const dx = (share * stageOf(reader).clientWidth) / 11;
  await touch(...Array.from({ length: 12 }, (_, at) => ({ x: x + dx * at, y: y + dy * at })));
}

/** Turns the wheel over a reader and waits until the host page has received it. */
async function expectPageGetsWheel(reader: SvcReader, deltaY: number): Promise<void> {
  const before = scrollY;
  let isLeftToPage = false;
  const onWheel = (event: WheelEvent) => (isLeftToPage = !event.defaultPrevented);
  addEventListener('wheel', onWheel, { passive: true });
  await turnWheel(centerOf(stageOf(reader)), deltaY);
  await settle();
  removeEventListener('wheel', onWheel);
  expect(isLeftToPage, 'the wheel is left to the page').to.equal(true);
  // WebKitWebDriver dispatches wheel events that scroll nothing.
  if (!isWheelWithoutScrolling) expect(Math.sign(scrollY - before)).to.equal(Math.sign(deltaY));
}

function only([reader]: SvcReader[]): SvcReader {
  if (!reader) throw new Error('The page has no reader.');
  return reader;
}

afterEach(closeHostPage);

describe('in a long article', () => {
  it('the wheel over the reader scrolls the article', async () => {
    const reader = only(await openHostPage('long article'));
    await expectPageGetsWheel(reader, 100);
    expect(isTurned(reader)).to.equal(false);
  });

  it('the wheel turns pages once the reader has the focus, and scrolls the article at both ends', async () => {
    const reader = only(await openHostPage('long article'));
    await clickOn(reader);
    await turnWheel(centerOf(stageOf(reader)), 100);
    await waitUntil(() => isTurned(reader), 'the next page');
    expect(scrollY).to.equal(0);
    reader.goTo(1);
    await settle();
    expect(reader.next()).to.equal(false);
    await expectPageGetsWheel(reader, 100);
    reader.goTo(0);
    await settle();
    await expectPageGetsWheel(reader, -100);
  });

  it('the wheel always turns pages with wheel="book", and never with wheel="page"', async () => {
    const book = only(await openHostPage('long article', { wheel: 'book' }));
    await turnWheel(centerOf(stageOf(book)), 100);
    await waitUntil(() => isTurned(book), 'the next page');
    expect(scrollY).to.equal(0);
    fixtureCleanup();
    const page = only(await openHostPage('long article', { wheel: 'page' }));
    await clickOn(page);
    await expectPageGetsWheel(page, 100);
    expect(isTurned(page)).to.equal(false);
  });

  it('in scroll mode, the wheel scrolls the article until the reader has the focus', async () => {
    const reader = only(await openHostPage('long article', { mode: 'scroll' }));
    const stage = stageOf(reader);
    await expectPageGetsWheel(reader, 60);
    expect(stage.scrollTop).to.equal(0);
    expect(getComputedStyle(stage).overflowY).to.equal('hidden');
    const before = scrollY;
    await clickOn(reader);
    expect(getComputedStyle(stage).overflowY).to.equal('scroll');
    if (isWheelWithoutScrolling) return;
    await turnWheel(centerOf(stage), 60);
    await waitUntil(() => stage.scrollTop > 0, 'the book to scroll');
    expect(scrollY).to.equal(before);
  });

  it('keys scroll the article without the focus, and turn pages with it', async () => {
    const reader = only(await openHostPage('long article'));
    await sendKeys({ press: 'PageDown' });
    await waitUntil(() => scrollY > 0, 'the article to scroll');
    expect(isTurned(reader)).to.equal(false);
    await settle();
    scrollTo({ top: 0, behavior: 'instant' });
    await clickOn(reader);
    await sendKeys({ press: 'PageDown' });
    await waitUntil(() => isTurned(reader), 'the next page');
    expect(scrollY).to.equal(0);
  });

  it('a key at the end of the book scrolls the article', async () => {
    const reader = only(await openHostPage('long article'));
    await clickOn(reader);
    reader.goTo(1);
    await settle();
    await sendKeys({ press: 'PageDown' });
    await waitUntil(() => scrollY > 0, 'the article to scroll');
  });

  it('a horizontal swipe turns the page, a vertical one does not', async () => {
    const reader = only(await openHostPage('long article'));
    await swipe(reader, -0.4);
    await waitUntil(() => isTurned(reader), 'the next page');
    expect(scrollY).to.equal(0);
    await settle();
    const before = offsetOf(reader);
    await swipe(reader, 0, -10);
    await settle();
    expect(offsetOf(reader)).to.equal(before);
  });
});

describe('in a full window', () => {
  it('the wheel and keys turn pages without a click', async () => {
    const reader = only(await openHostPage('full window'));
    expect(reader.matches(':focus-within')).to.equal(false);
    await turnWheel(centerOf(stageOf(reader)), 100);
    await waitUntil(() => isTurned(reader), 'the next page');
    const second = offsetOf(reader);
    await sendKeys({ press: 'ArrowRight' });
    await waitUntil(() => offsetOf(reader) > second, 'the page after it');
    await sendKeys({ press: 't' });
    await waitUntil(() => reader.shadowRoot?.querySelector('svc-contents'), 'the contents');
  });

  it('a swipe turns pages without a click', async () => {
    const reader = only(await openHostPage('full window'));
    await swipe(reader, -0.4);
    await waitUntil(() => isTurned(reader), 'the next page');
    await settle();
    await swipe(reader, 0.4);
    await waitUntil(() => !isTurned(reader), 'the first page');
  });

  it('keys scroll in scroll mode without a click', async () => {
    const reader = only(await openHostPage('full window', { mode: 'scroll' }));
    await sendKeys({ press: 'ArrowDown' });
    await waitUntil(() => stageOf(reader).scrollTop > 0, 'the book to scroll');
    const before = stageOf(reader).scrollTop;
    if (isWheelWithoutScrolling) return;
    await turnWheel(centerOf(stageOf(reader)), 60);
    await waitUntil(() => stageOf(reader).scrollTop > before, 'the book to scroll on');
  });

  it('leaves keys to a dialog of the page that covers the reader', async () => {
    const reader = only(await openHostPage('full window'));
    const banner = document.createElement('div');
    banner.style.cssText = 'position: fixed; inset: 0; background: white';
    reader.parentElement?.append(banner);
    await sendKeys({ press: 'ArrowRight' });
    await settle();
    expect(isTurned(reader)).to.equal(false);
  });
});

describe('with two readers', () => {
  it('only the one with the focus takes the wheel and keys', async () => {
    const [first, second] = await openHostPage('two readers');
    if (!first || !second) throw new Error('The page has no two readers.');
    await clickOn(second);
    await sendKeys({ press: 'ArrowRight' });
    await waitUntil(() => isTurned(second), 'the next page');
    expect(isTurned(first)).to.equal(false);
    await expectPageGetsWheel(first, 100);
    expect(isTurned(first)).to.equal(false);
  });

  it('a swipe turns the pages of the one under the finger, whichever has the focus', async () => {
    const [first, second] = await openHostPage('two readers');
    if (!first || !second) throw new Error('The page has no two readers.');
    await clickOn(second);
    const before = offsetOf(second);
    await swipe(first, -0.4);
    await waitUntil(() => isTurned(first), 'the next page');
    expect(offsetOf(second)).to.equal(before);
    expect(scrollY).to.equal(0);
  });
});

describe('in a modal dialog', () => {
  it('the wheel turns pages and does not scroll the page behind', async () => {
    const reader = only(await openHostPage('modal'));
    await turnWheel(centerOf(stageOf(reader)), 100);
    await waitUntil(() => isTurned(reader), 'the next page');
    expect(scrollY).to.equal(0);
  });

  it('keys belong to the dialog until the reader has the focus', async () => {
    const reader = only(await openHostPage('modal'));
    await sendKeys({ press: 'ArrowRight' });
    await settle();
    expect(isTurned(reader)).to.equal(false);
    await clickOn(reader);
    await sendKeys({ press: 'ArrowRight' });
    await waitUntil(() => isTurned(reader), 'the next page');
    await sendKeys({ press: 'Escape' });
    await waitUntil(() => !reader.closest('dialog')?.open, 'the dialog to close');
  });

  it('a swipe turns the page and leaves the page behind where it is', async () => {
    const reader = only(await openHostPage('modal'));
    await swipe(reader, -0.4);
    await waitUntil(() => isTurned(reader), 'the next page');
    await swipe(reader, 0, -12);
    await settle();
    expect(reader.closest('dialog')?.open).to.equal(true);
  });
});

describe('on a page with overflow: hidden', () => {
  it('the wheel turns pages and scrolls nothing', async () => {
    const reader = only(await openHostPage('overflow hidden'));
    await turnWheel(centerOf(stageOf(reader)), 100);
    await waitUntil(() => isTurned(reader), 'the next page');
    expect(document.scrollingElement?.scrollTop).to.equal(0);
  });

  it('a swipe turns the page and scrolls nothing', async () => {
    const reader = only(await openHostPage('overflow hidden'));
    await swipe(reader, -0.4);
    await waitUntil(() => isTurned(reader), 'the next page');
    expect(document.scrollingElement?.scrollTop).to.equal(0);
  });

  it('keys turn pages only with the focus', async () => {
    const reader = only(await openHostPage('overflow hidden'));
    await sendKeys({ press: 'ArrowRight' });
    await settle();
    expect(isTurned(reader)).to.equal(false);
    await clickOn(reader);
    await sendKeys({ press: 'ArrowRight' });
    await waitUntil(() => isTurned(reader), 'the next page');
    expect(scrollY).to.equal(0);
  });
});

describe('in a carousel', () => {
  it('a swipe scrolls the carousel until the reader has the focus, and again at the start of the book', async function () {
    const reader = only(await openHostPage('carousel'));
    const row = reader.parentElement;
    if (!row) throw new Error('The page has no carousel.');
    const swipe = (dx: number) => {
      const { x, y } = centerOf(stageOf(reader));
      return touchOrSkip(this, ...Array.from({ length: 12 }, (_, at) => ({ x: x + dx * at, y })));
    };
    await swipe(-8);
    await settle();
    await untilStill(row);
    if (row.scrollLeft === 0) {
      console.info('Skipped: the driver of this browser does not scroll by touch.');
      this.skip();
    }
    expect(isTurned(reader)).to.equal(false);
    row.scrollTo({ left: 60, behavior: 'instant' });
    reader.focus({ preventScroll: true });
    await settle();
    await untilStill(row);
    await swipe(-20);
    await waitUntil(() => isTurned(reader), 'the next page');
    expect(row.scrollLeft).to.equal(60);
    reader.goTo(0);
    await settle();
    await swipe(20);
    await waitUntil(() => row.scrollLeft < 60, 'the carousel to scroll back');
  });
});
