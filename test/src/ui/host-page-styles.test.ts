import { expect } from '@open-wc/testing';
import {
  english,
  nextFrame,
  mount,
  numbered,
  open,
  pageOf,
  press,
  scrollerOf,
  waitUntil,
  visibleText,
  type ReaderOptions,
} from '../fixtures/reader.ts';
import type { SvcReader } from '../../../src/svc-reader.ts';

/** Adds style rules to the page for one test. */
function wear(css: string): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  document.adoptedStyleSheets.push(sheet);
}

/** Creates a reader in a container on the page, with its first page on screen. */
async function openIn(box: HTMLElement, options: ReaderOptions = {}): Promise<SvcReader> {
  const reader = await mount({ book: numbered, ...options });
  box.append(reader);
  document.body.append(box);
  await waitUntil(() => reader.locator && visibleText(reader), 'the first page');
  await waitUntil(() => reader.shadowRoot?.querySelector('svc-progress'), 'the controls');
  return reader;
}

const boxes: HTMLElement[] = [];
function box(tag = 'div'): HTMLElement {
  const made = document.createElement(tag);
  boxes.push(made);
  return made;
}

/** The computed styles of a paragraph that the page could affect. */
function lookOf(reader: SvcReader): string[] {
  const paragraph = scrollerOf(reader).querySelector('p');
  if (!paragraph) throw new Error('No paragraph.');
  const style = getComputedStyle(paragraph);
  return [style.fontSize, style.lineHeight, style.color, style.fontFamily, style.textAlign];
}

describe('on a page with its own style rules', () => {
  afterEach(() => {
    document.adoptedStyleSheets = [];
    document.documentElement.removeAttribute('dir');
    for (const one of boxes.splice(0)) one.remove();
  });

  it('the reader keeps its size and appearance after a full CSS reset', async () => {
    const plain = lookOf(await open({ book: english, start: '2', width: 600 }));
    wear('* { all: unset !important }');
    const reader = await open({ book: english, start: '2', width: 600 });
    const { width, height } = reader.getBoundingClientRect();
    expect(width).to.be.greaterThan(300);
    expect(height).to.be.within(320, 768);
    expect(lookOf(reader)).to.deep.equal(plain);
    expect(visibleText(reader)).to.contain('Call me Ishmael');
    const toolbar = reader.shadowRoot?.querySelector('svc-toolbar');
    expect(toolbar?.getBoundingClientRect().width).to.equal(width);
    press(reader, 'ArrowRight');
    expect(pageOf(reader).rendition?.current.page).to.equal(1);
  });

  it('content stays inside even if the page makes the reader static', async () => {
    wear('* { position: static; contain: none }');
    const around = box();
    around.style.padding = '70px 30px';
    const reader = await openIn(around);
    const frame = reader.shadowRoot?.querySelector('.frame')?.getBoundingClientRect();
    const { x, y, width, height } = reader.getBoundingClientRect();
    expect([frame?.x, frame?.y, frame?.width, frame?.height]).to.deep.equal([x, y, width, height]);
  });

  it('it has a reasonable width in shrink-to-fit containers', async () => {
    const reader = await mount();
    reader.removeAttribute('style');
    const around = box();
    const inner = document.createElement('div');
    document.body.append(around);
    around.append(inner);
    inner.append(reader);
    for (const rule of ['block', 'flex', 'inline-block', 'table-cell', 'float']) {
      inner.style.cssText = rule === 'float' ? 'float: left' : `display: ${rule}`;
      for (const room of [300, 700]) {
        around.style.inlineSize = `${room}px`;
        const most = rule === 'block' ? room : Math.min(room, 640);
        expect(reader.offsetWidth, `${rule} in ${room}`).to.equal(most);
        expect(around.scrollWidth, `${rule} in ${room}`).to.equal(room);
        expect(reader.offsetTop, rule).to.equal(inner.offsetTop);
      }
    }
    const words = document.createElement('p');
    words.textContent = 'as wide as it can be '.repeat(40);
    inner.style.cssText = 'display: flex';
    inner.append(words);
    // WebKit shrinks flex items with `overflow: clip` below the size of their content.
    const least = navigator.vendor.startsWith('Apple') ? 1 : 240;
    expect(reader.offsetWidth, 'beside words').to.be.at.least(least);
    expect(words.offsetWidth, 'words').to.be.greaterThan(200);
  });

  it('it is not split across the page’s columns', async () => {
    const around = box();
    around.style.cssText = 'columns: 2; inline-size: 700px';
    const words = document.createElement('p');
    words.style.blockSize = '300px';
    around.append(words);
    const reader = await openIn(around);
    reader.removeAttribute('style');
    expect(reader.getClientRects().length).to.equal(1);
    expect(reader.getBoundingClientRect().width).to.be.within(200, 350);
  });

  it('inherited rules, such as root size, capitals and letter spacing, do not apply', async () => {
    const plain = lookOf(await open({ book: english, start: '2' }));
    wear(`html { font-size: 62.5% }
      body { text-transform: uppercase; letter-spacing: 3px; line-height: 3; color: red; text-align: center }`);
    const reader = await open({ book: english, start: '2' });
    expect(lookOf(reader)).to.deep.equal(plain);
    expect(visibleText(reader)).to.contain('Call me Ishmael');
  });

  it('the text and the bars keep their direction on a right-to-left page', async () => {
    document.documentElement.dir = 'rtl';
    const reader = await open({ book: numbered });
    expect(getComputedStyle(scrollerOf(reader)).direction).to.equal('ltr');
    const toolbar = reader.shadowRoot?.querySelector('svc-toolbar');
    expect(toolbar && getComputedStyle(toolbar).direction).to.equal('ltr');
    const text = visibleText(reader);
    press(reader, 'ArrowRight');
    expect(visibleText(reader)).not.to.equal(text);
  });

  it('it opens at its position in a container that is shown later', async () => {
    const hidden = box();
    hidden.style.display = 'none';
    document.body.append(hidden);
    const reader = await mount({ book: numbered, start: '1:2000' });
    hidden.append(reader);
    await waitUntil(() => reader.locator, 'the book');
    hidden.style.display = '';
    await waitUntil(() => visibleText(reader), 'the text');
    const { start, end } = await waitUntil(() => {
      const view = pageOf(reader).rendition?.current;
      return (
        view && { start: view.firstOffsetOn(view.page), end: view.firstOffsetOn(view.page + 1) }
      );
    }, 'the page');
    expect(start).to.be.at.most(2000);
    expect(end).to.be.greaterThan(2000);
    expect(reader.locator?.locations.offset).to.equal(2000);
  });

  it('it opens in a dialog, where Escape closes a panel first', async () => {
    const dialog = box('dialog');
    if (!(dialog instanceof HTMLDialogElement))
      throw new Error('The <dialog> element is not supported.');
    document.body.append(dialog);
    dialog.showModal();
    const reader = await openIn(dialog);
    reader.shadowRoot
      ?.querySelector('svc-toolbar')
      ?.shadowRoot?.querySelector<HTMLElement>('[data-panel=settings]')
      ?.click();
    const panel = await waitUntil(
      () =>
        reader.shadowRoot
          ?.querySelector('svc-settings')
          ?.shadowRoot?.querySelector<HTMLElement>('.panel'),
      'the panel',
    );
    const escape = new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true });
    expect(panel.dispatchEvent(escape)).to.equal(false);
    await waitUntil(
      () => !reader.shadowRoot?.querySelector('svc-settings'),
      'the end of the panel',
    );
    expect(dialog.open).to.equal(true);
  });

  it('Escape in the search panel, the search bar and on the slider leaves the dialog open', async () => {
    const reader = await open({ book: english });
    const key = (target: HTMLElement, name: string) =>
      target.dispatchEvent(
        new KeyboardEvent('keydown', {
          key: name,
          bubbles: true,
          composed: true,
          cancelable: true,
        }),
      );
    const inside = (control: string, selector: string) =>
      waitUntil(
        () =>
          reader.shadowRoot
            ?.querySelector(control)
            ?.shadowRoot?.querySelector<HTMLElement>(selector),
        `${selector} of ${control}`,
      );
    await reader.search('ishmael');
    (await inside('svc-search', '.item')).click();
    const list = await inside('svc-hits', '.list');
    await reader.search();
    expect(key(await inside('svc-search', 'input'), 'Escape'), 'search').to.equal(false);
    expect(key(list, 'Escape'), 'hits').to.equal(false);
    const slider = await inside('svc-progress', 'input');
    key(slider, 'ArrowRight');
    expect(key(slider, 'Escape'), 'slider').to.equal(false);
    expect(key(slider, 'Escape'), 'slider that is let go').to.equal(true);
  });

  it('the same passage stays in view while its container grows and shrinks', async () => {
    const around = box();
    const reader = await openIn(around, { start: '1:3000' });
    const opened = pageOf(reader).rendition?.current;
    if (!opened) throw new Error('No pages.');
    const start = opened.firstOffsetOn(opened.page);
    for (const [width, height] of [
      [900, 500],
      [320, 256],
      [400, 640],
    ]) {
      reader.style.inlineSize = `${width}px`;
      reader.style.blockSize = `${height}px`;
      const moved = new Promise((done) =>
        pageOf(reader).addEventListener('svc-page-move', done, { once: true }),
      );
      await moved;
      const view = pageOf(reader).rendition?.current;
      if (!view) throw new Error('No pages.');
      expect(view.firstOffsetOn(view.page), `${width}`).to.be.at.most(start);
      expect(view.firstOffsetOn(view.page + 1), `${width}`).to.be.greaterThan(start);
    }
  });

  for (const transform of ['scale(0.5)', 'scale(1.75)']) {
    it(`its pages are the same in a container with ${transform}`, async () => {
      const plain = await open({ book: english, start: '2' });
      const pages = pageOf(plain).rendition?.current.pages;
      const around = box();
      around.style.transform = transform;
      const reader = await openIn(around, { book: english, start: '2' });
      await nextFrame();
      expect(pageOf(reader).rendition?.current.pages).to.equal(pages);
      press(reader, 'ArrowRight');
      expect(pageOf(reader).rendition?.current.page).to.equal(1);
      expect(visibleText(reader).slice(0, 12)).not.to.equal('The Carpet-B');
    });
  }

  it('everything is usable at 320 by 256 px, with every control inside and enough space for the text', async () => {
    const reader = await open({ book: numbered, width: 320, height: 256 });
    const room = reader.getBoundingClientRect();
    const toolbar = reader.shadowRoot?.querySelector('svc-toolbar')?.shadowRoot;
    for (const button of toolbar?.querySelectorAll('button') ?? []) {
      if (!button.checkVisibility()) continue;
      const rect = button.getBoundingClientRect();
      expect(rect.left).to.be.at.least(room.left - 1);
      expect(rect.right).to.be.at.most(room.right + 1);
      expect(Math.min(rect.width, rect.height)).to.be.at.least(24);
    }
    expect(visibleText(reader).length).to.be.greaterThan(20);
    toolbar?.querySelector<HTMLElement>('[data-panel=settings]')?.click();
    const panel = await waitUntil(
      () => reader.shadowRoot?.querySelector('svc-settings')?.shadowRoot?.querySelector('.panel'),
      'the panel',
    );
    await Promise.all(panel.getAnimations().map(({ finished }) => finished));
    const rect = panel.getBoundingClientRect();
    expect(rect.top).to.be.at.least(room.top - 1);
    expect(rect.bottom).to.be.at.most(room.bottom + 1);
    const inside = panel.querySelector('.body');
    expect(inside?.clientHeight).to.be.greaterThan(120);
  });
});
