import { expect } from '@open-wc/testing';
import { PageMoveEvent } from '../../../../src/rendition/page-events.ts';
import { PaginatedRendition } from '../../../../src/rendition/paginated/paginated-rendition.ts';
import type { SvcReader } from '../../../../src/svc-reader.ts';
import {
  english,
  nextEvent,
  open,
  pageOf,
  press,
  scrollerOf,
  stageOf,
  waitUntil,
} from '../../fixtures/reader.ts';
import { comic } from '../../fixtures/rich-books.ts';

const section = '3';
/** Pointer capture throws for synthetic pointers. */
const capture = Element.prototype.setPointerCapture;
before(() => {
  Element.prototype.setPointerCapture = () => {};
});
after(() => {
  Element.prototype.setPointerCapture = capture;
});

const largeOf = (reader: SvcReader) => reader.shadowRoot?.querySelector('svc-large-view') ?? null;
const partOf = (reader: SvcReader, selector: string) =>
  largeOf(reader)?.shadowRoot?.querySelector<HTMLElement>(selector) ?? null;
const pictureOf = (reader: SvcReader) =>
  waitUntil(() => scrollerOf(reader).querySelector<HTMLElement>('img.svc-picture'), 'the image');
const focusIn = (reader: SvcReader): Element | null => {
  let at: Element | null = reader;
  while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
  return at;
};

function click(target: Element): void {
  const { left, top, width, height } = target.getBoundingClientRect();
  const at = { clientX: left + width / 2, clientY: top + height / 2 };
  target.dispatchEvent(
    new MouseEvent('click', { ...at, bubbles: true, composed: true, cancelable: true }),
  );
}

function key(target: EventTarget, name: string): void {
  target.dispatchEvent(
    new KeyboardEvent('keydown', { key: name, bubbles: true, composed: true, cancelable: true }),
  );
}

async function openPicture(reader: SvcReader): Promise<HTMLElement> {
  click(await pictureOf(reader));
  return waitUntil(() => partOf(reader, '.view'), 'the media viewer');
}

describe('an image', () => {
  it('opens over the whole reader with its caption on a click', async () => {
    const reader = await open({ book: english, start: section });
    const view = await openPicture(reader);
    expect(view.getAttribute('role')).to.equal('dialog');
    await waitUntil(() => focusIn(reader) === view, 'the focus');
    const whole = reader.getBoundingClientRect();
    expect(view.getBoundingClientRect().width).to.equal(whole.width);
    expect(view.getBoundingClientRect().height).to.equal(whole.height);
    expect(partOf(reader, 'p')?.textContent.trim()).to.equal(
      'A lighthouse, as seen from the mole.',
    );
    expect(reader.shadowRoot?.querySelector<HTMLElement>('.frame')?.inert).to.equal(true);
    await Promise.all(view.getAnimations().map(({ finished }) => finished));
    await expect(view).to.be.accessible();
  });

  it('opens by key and returns focus', async () => {
    const reader = await open({ book: english, start: section });
    const image = await pictureOf(reader);
    expect(image.getAttribute('role')).to.equal('button');
    image.focus();
    key(image, 'Enter');
    const view = await waitUntil(() => partOf(reader, '.view'), 'the media viewer');
    key(view, 'Escape');
    expect(largeOf(reader)).to.equal(null);
    expect(focusIn(reader)).to.equal(image);
    expect(reader.shadowRoot?.querySelector<HTMLElement>('.frame')?.inert).to.equal(false);
  });

  it('zooms and pans by keys, buttons, wheel and double tap', async () => {
    const reader = await open({ book: english, start: section });
    const view = await openPicture(reader);
    const viewport = await waitUntil(() => partOf(reader, '.viewport'), 'the viewport');
    const shown = await waitUntil(() => viewport.firstElementChild, 'the image');
    const width = () => shown.getBoundingClientRect().width;
    await waitUntil(() => width() > 100, 'the size of the image');
    const fit = width();
    key(view, '+');
    expect(width()).to.be.closeTo(fit * 1.5, 1);
    const left = shown.getBoundingClientRect().left;
    key(view, 'ArrowRight');
    expect(shown.getBoundingClientRect().left).to.be.below(left);
    key(view, '0');
    expect(width()).to.be.closeTo(fit, 1);
    partOf(reader, 'button:nth-child(2)')?.click();
    expect(width()).to.be.closeTo(fit * 1.5, 1);
    key(view, '-');
    viewport.dispatchEvent(
      new WheelEvent('wheel', { deltaY: -200, ctrlKey: true, bubbles: true, cancelable: true }),
    );
    expect(width()).to.be.greaterThan(fit * 2);
    key(view, '0');
    click(viewport);
    const second = new MouseEvent('mousedown', { detail: 2, bubbles: true, cancelable: true });
    viewport.dispatchEvent(second);
    expect(second.defaultPrevented, 'nothing is selected').to.equal(true);
    click(viewport);
    expect(width()).to.be.closeTo(fit * 2.5, 1);
  });

  it('closes when swiped down', async () => {
    const reader = await open({ book: english, start: section });
    await openPicture(reader);
    const viewport = await waitUntil(() => partOf(reader, '.viewport'), 'the viewport');
    for (const [type, y] of [
      ['pointerdown', 200],
      ['pointermove', 260],
      ['pointermove', 340],
      ['pointerup', 340],
    ] as const) {
      const at = { pointerId: 1, clientX: 200, clientY: y, pointerType: 'touch' };
      viewport.dispatchEvent(new PointerEvent(type, { ...at, bubbles: true, cancelable: true }));
    }
    expect(largeOf(reader)).to.equal(null);
  });
});

describe('an image in scroll mode', () => {
  it('stays open on late scroll events and closes on a jump', async () => {
    const reader = await open({ book: english, start: section, mode: 'scroll' });
    const page = pageOf(reader);
    const mounted = () =>
      page.rendition?.shadowRoots.map((root) => root.querySelector('img.svc-picture'));
    const image = await waitUntil(() => mounted()?.find(Boolean), 'the image');
    key(image, 'Enter');
    await waitUntil(() => partOf(reader, '.view'), 'the media viewer');
    const view = {
      section: 3,
      start: 9,
      end: 99,
      page: 0,
      pages: 2,
      isFirst: false,
      isLast: false,
    };
    page.dispatchEvent(new PageMoveEvent(view, { section: 3, offset: 9 }, true));
    expect(largeOf(reader) !== null).to.equal(true);
    page.dispatchEvent(new PageMoveEvent(view, { section: 3, offset: 9 }, false));
    expect(largeOf(reader)).to.equal(null);
  });
});

describe('a scroll box', () => {
  it('has a button that opens its content at natural size', async () => {
    const reader = await open({ book: english, start: section });
    reader.style.setProperty('--svc-font-size', '30px');
    const moved = nextEvent(pageOf(reader), 'svc-page-move');
    pageOf(reader).relayout();
    await moved;
    // A repair may lay out the section again, with another box.
    const button = await waitUntil(() => labelledButtonOf(tableBoxOf(reader)), 'the button');
    const table = tableBoxOf(reader)?.querySelector('table');
    expect(button.ariaLabel).to.equal('Enlarge');
    button.click();
    const viewport = await waitUntil(() => partOf(reader, '.viewport'), 'the media viewer');
    const copy = await tableIn(viewport);
    expect(copy?.textContent).to.equal(table?.textContent);
    expect(copy && getComputedStyle(copy).fontSize).to.equal('30px');
    expect(viewport.scrollWidth).to.be.greaterThan(viewport.clientWidth);
    const before = viewport.scrollWidth;
    partOf(reader, 'button:nth-child(2)')?.click();
    await waitUntil(() => viewport.scrollWidth > before, 'larger text');
  });

  const labelledButtonOf = (box: Element | null) =>
    box?.shadowRoot?.querySelector<HTMLButtonElement>('.svc-enlarge[aria-label]') ?? null;
  const tableBoxOf = (reader: SvcReader) =>
    scrollerOf(reader).querySelector('.svc-scroll-box:has(table)');

  async function openTable(): Promise<{ reader: SvcReader; viewport: HTMLElement }> {
    const reader = await open({ book: english, start: section });
    const button = await waitUntil(() => labelledButtonOf(tableBoxOf(reader)), 'the button');
    button.click();
    const viewport = await waitUntil(() => partOf(reader, '.viewport'), 'the media viewer');
    await tableIn(viewport);
    return { reader, viewport };
  }

  const tableIn = (viewport: Element) =>
    waitUntil(() => viewport.firstElementChild?.shadowRoot?.querySelector('table'), 'the table');

  it('stays open in the viewer after every new layout, until the page changes', async () => {
    const reader = await open({ book: english, start: section });
    const page = pageOf(reader);
    const layOutAgain = async () => {
      const moved = nextEvent(page, 'svc-page-move');
      page.relayout();
      await moved;
    };
    const findButton = () => labelledButtonOf(tableBoxOf(reader));
    const button = await waitUntil(findButton, 'the button');
    // Go to the button's page.
    button.focus();
    button.click();
    // The viewer's code is still loading.
    await layOutAgain();
    expect(button.isConnected).to.equal(false);
    const viewport = await waitUntil(() => partOf(reader, '.viewport'), 'the media viewer');
    await tableIn(viewport);
    await layOutAgain();
    const { rendition } = page;
    const isOnPage =
      rendition?.current.pageOfElement(tableBoxOf(reader) ?? button) === rendition?.current.page;
    expect(isOnPage).to.equal(true);
    // The browser's report that it scrolled to the button may arrive late.
    if (rendition instanceof PaginatedRendition) {
      rendition.followTo(rendition.current, rendition.current.page);
    }
    expect(partOf(reader, '.viewport')).to.equal(viewport);
    const view = partOf(reader, '.view');
    if (view) key(view, 'Escape');
    expect(focusIn(reader)).to.equal(findButton());
    findButton()?.click();
    await waitUntil(() => partOf(reader, '.viewport'), 'the media viewer');
    reader.previous();
    await waitUntil(() => !largeOf(reader), 'the page');
  });

  it('gets focus in the viewer so that keys scroll it', async () => {
    const { reader, viewport } = await openTable();
    await waitUntil(() => focusIn(reader) === viewport, 'the focus');
  });

  it('zooms around the midpoint of a pinch', async () => {
    const { viewport } = await openTable();
    const touch = (type: string, ...xs: number[]) => {
      const touches = xs.map((clientX) => ({ clientX, clientY: 300 }));
      const event = new Event(type, { bubbles: true, composed: true, cancelable: true });
      return viewport.dispatchEvent(Object.assign(event, { touches }));
    };
    const { left } = viewport.getBoundingClientRect();
    const before = viewport.scrollWidth;
    touch('touchstart', left + 150, left + 250);
    expect(touch('touchmove', left + 100, left + 300)).to.equal(false);
    touch('touchend', left + 100);
    expect(touch('touchmove', left + 120)).to.equal(true);
    await waitUntil(() => viewport.scrollWidth > before * 1.5, 'larger text');
    expect(viewport.scrollLeft).to.be.closeTo(200, 2);
  });

  it('leaves the text unchanged after a new layout', async () => {
    const reader = await open({ book: english, start: section });
    const words = scrollerOf(reader).textContent;
    await waitUntil(() => labelledButtonOf(tableBoxOf(reader)), 'the button');
    const boxes = scrollerOf(reader).querySelectorAll('.svc-scroll-box').length;
    const moved = nextEvent(pageOf(reader), 'svc-page-move');
    pageOf(reader).relayout();
    await moved;
    expect(scrollerOf(reader).querySelectorAll('.svc-scroll-box').length).to.equal(boxes);
    expect(scrollerOf(reader).textContent).to.equal(words);
  });
});

describe('a fixed-layout page', () => {
  const width = (reader: SvcReader) =>
    scrollerOf(reader).querySelector('.sheet')?.getBoundingClientRect().width ?? 0;
  const ready = (reader: SvcReader) =>
    waitUntil(() => stageOf(reader).style.touchAction === 'pan-y', 'page zoom');

  it('zooms by keys and pinching, and turns only when not zoomed or past its edge', async () => {
    const reader = await open({ book: comic, start: '1' });
    await ready(reader);
    const initialWidth = width(reader);
    press(reader, '+');
    press(reader, '+');
    expect(width(reader)).to.be.closeTo(initialWidth * 2.25, 1);
    const section = reader.locator?.locations.section;
    press(reader, 'ArrowRight');
    expect(reader.locator?.locations.section).to.equal(section);
    for (let step = 0; step < 9; step++) press(reader, 'ArrowRight');
    await waitUntil(() => reader.locator?.locations.section === 2, 'the next page');
    expect(width(reader)).to.be.closeTo(initialWidth, 1);
  });

  it('zooms with Ctrl and the wheel, and by double tap in the middle', async () => {
    const reader = await open({ book: comic, start: '1' });
    await ready(reader);
    const initialWidth = width(reader);
    const wheel = new WheelEvent('wheel', {
      deltaY: -100,
      ctrlKey: true,
      bubbles: true,
      composed: true,
      cancelable: true,
    });
    scrollerOf(reader).dispatchEvent(wheel);
    expect(wheel.defaultPrevented).to.equal(true);
    expect(width(reader)).to.be.greaterThan(initialWidth * 1.3);
    press(reader, '0');
    expect(width(reader)).to.be.closeTo(initialWidth, 1);
    const { left } = stageOf(reader).getBoundingClientRect();
    for (let tap = 0; tap < 2; tap++) {
      scrollerOf(reader).dispatchEvent(
        new MouseEvent('click', {
          clientX: left + 200,
          clientY: 200,
          bubbles: true,
          composed: true,
          cancelable: true,
        }),
      );
    }
    expect(width(reader)).to.be.closeTo(initialWidth * 2.5, 1);
  });

  it('zooms by pinching', async () => {
    const reader = await open({ book: comic, start: '1' });
    await ready(reader);
    const initialWidth = width(reader);
    for (const [type, pointerId, x] of [
      ['pointerdown', 1, 150],
      ['pointerdown', 2, 250],
      ['pointermove', 1, 100],
      ['pointermove', 2, 300],
      ['pointerup', 1, 100],
      ['pointerup', 2, 300],
    ] as const) {
      scrollerOf(reader).dispatchEvent(
        new PointerEvent(type, {
          pointerId,
          isPrimary: pointerId === 1,
          pointerType: 'touch',
          clientX: x,
          clientY: 300,
          bubbles: true,
          composed: true,
          cancelable: true,
        }),
      );
    }
    expect(width(reader)).to.be.closeTo(initialWidth * 2, 2);
    expect(reader.locator?.locations.section).to.equal(1);
  });
});
