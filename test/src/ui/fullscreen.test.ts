import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import { FullscreenRequestEvent } from '../../../src/events/request-events.ts';
import type { SvcReader } from '../../../src/svc-reader.ts';
import { nextEvent, numbered, press, stageOf, waitUntil } from '../fixtures/reader.ts';
import { openPanelWithKey, openWithFeatures, queryControl } from '../fixtures/controls.ts';

/** Replaces the browser's Fullscreen API until the returned function is called. */
function replaceApi(isEnabled: boolean): () => void {
  let element: Element | null = null;
  const change = (next: Element | null) => {
    element = next;
    document.dispatchEvent(new Event('fullscreenchange'));
  };
  const replaced: [object, string, PropertyDescriptor][] = [
    [Document.prototype, 'fullscreenEnabled', { get: () => isEnabled }],
    [Document.prototype, 'fullscreenElement', { get: () => element }],
    [ShadowRoot.prototype, 'fullscreenElement', { get: () => null }],
    [Document.prototype, 'exitFullscreen', { value: async () => change(null) }],
    [
      Element.prototype,
      'requestFullscreen',
      {
        async value(this: Element) {
          change(this);
        },
      },
    ],
  ];
  const own = replaced.map(([owner, name]) => Object.getOwnPropertyDescriptor(owner, name));
  for (const [owner, name, descriptor] of replaced)
    Object.defineProperty(owner, name, { ...descriptor, configurable: true });
  return () => {
    for (const [at, [owner, name]] of replaced.entries()) {
      const before = own[at];
      if (before) Object.defineProperty(owner, name, before);
      else Reflect.deleteProperty(owner, name);
    }
  };
}

const button = (reader: SvcReader) => queryControl(reader, 'svc-toolbar', '.fullscreen');
const statusOf = (reader: SvcReader) => reader.shadowRoot?.querySelector('.status')?.textContent;
const isFilled = (reader: SvcReader) => reader.shadowRoot?.querySelector('.filled') !== null;
const sizeOf = (reader: SvcReader) => {
  const { left, top, width, height } = reader.getBoundingClientRect();
  return [left, top, width, height].map(Math.round);
};

describe('the full screen', () => {
  let restore = () => {};
  afterEach(() => restore());

  it('is requested with the button, the key, the event and the method, and announced', async () => {
    restore = replaceApi(true);
    const reader = await openWithFeatures({ book: numbered, width: 700 });
    const pressed = await waitUntil(() => button(reader), 'the button');
    expect(pressed.ariaLabel).to.equal('Full screen');
    const changed = nextEvent(reader, 'svc-fullscreen-change');
    pressed.click();
    expect((await changed).isFullscreen).to.equal(true);
    await waitUntil(() => statusOf(reader)?.includes('Press Escape'), 'the announcement');
    expect(document.fullscreenElement).to.equal(reader);
    expect(pressed.matches(':focus')).to.equal(true);
    expect(pressed.ariaLabel).to.equal('Exit full screen');

    press(reader, 'f');
    await waitUntil(() => !document.fullscreenElement, 'the key');
    reader.dispatchEvent(new FullscreenRequestEvent(true));
    await waitUntil(() => document.fullscreenElement, 'the event');
    reader.dispatchEvent(new FullscreenRequestEvent(true));
    expect(await reader.toggleFullscreen()).to.equal(false);
    expect(await reader.toggleFullscreen(false)).to.equal(false);
    await waitUntil(() => statusOf(reader) === 'Exited full screen.', 'the announcement');
  });

  it('covers the window without the API, over a dialog that moves and clips the reader', async () => {
    restore = replaceApi(false);
    const reader = await openWithFeatures({ book: numbered, start: '1:400', width: 500 });
    const dialog = document.createElement('dialog');
    dialog.style.cssText =
      'transform: translateX(9px); overflow: hidden; contain: strict; width: 500px; height: 90px';
    const host = document.createElement('div');
    host.attachShadow({ mode: 'open' }).append(reader);
    dialog.append(host);
    document.body.append(dialog);
    dialog.showModal();
    await waitUntil(() => reader.locator?.locations.offset, 'the place');
    const { offset, section } = reader.locator?.locations ?? {};
    reader.focus();

    expect(await reader.toggleFullscreen()).to.equal(true);
    expect(sizeOf(reader)).to.deep.equal([0, 0, innerWidth, innerHeight]);
    expect(stageOf(reader).matches(':focus')).to.equal(true);
    const { shadowRoot } = host;
    expect(shadowRoot?.elementFromPoint(innerWidth / 2, innerHeight / 2)).to.equal(reader);
    await waitUntil(() => isFilled(reader), 'the padding of the screen');

    await openPanelWithKey(reader, 't', 'svc-contents');
    await sendKeys({ press: 'Escape' });
    await waitUntil(() => !reader.shadowRoot?.querySelector('svc-contents'), 'the closed panel');
    expect(sizeOf(reader)[2]).to.equal(innerWidth);
    await sendKeys({ press: 'Escape' });
    await waitUntil(() => sizeOf(reader)[2] === 500, 'the size of before');
    expect(dialog.open).to.equal(true);
    expect(reader.hasAttribute('popover')).to.equal(false);
    expect(reader.locator?.locations).to.include({ offset, section });
    dialog.remove();
  });

  it('ends when the focus moves to the page behind it', async () => {
    restore = replaceApi(false);
    const reader = await openWithFeatures({ book: numbered });
    await reader.toggleFullscreen(true);
    const behind = document.createElement('button');
    document.body.append(behind);
    behind.focus();
    expect(reader.hasAttribute('data-svc-fullscreen')).to.equal(false);
    expect(behind.matches(':focus')).to.equal(true);
    behind.remove();
  });

  it('has no button where it is impossible: in a reader that fills a window without the API', async () => {
    restore = replaceApi(false);
    const reader = await openWithFeatures({
      book: numbered,
      width: innerWidth,
      height: innerHeight,
    });
    await waitUntil(() => queryControl(reader, 'svc-toolbar', '[data-panel=menu]'), 'the toolbar');
    expect(button(reader)).to.equal(null);
    press(reader, 'f');
    expect(await reader.toggleFullscreen(true)).to.equal(false);
  });

  it('is in the menu of a narrow reader', async () => {
    restore = replaceApi(true);
    const reader = await openWithFeatures({ book: numbered, width: 390 });
    await openPanelWithKey(reader, 'm', 'svc-menu');
    const item = queryControl(reader, 'svc-menu', '[data-item=fullscreen]');
    expect(item?.checkVisibility()).to.equal(true);
    expect(button(reader)?.checkVisibility()).to.equal(false);
    item?.click();
    await waitUntil(() => document.fullscreenElement === reader, 'the full screen');
  });
});
