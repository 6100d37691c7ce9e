import { expect } from '@open-wc/testing';
import { PanelRequestEvent } from '../../../../src/events/request-events.ts';
import type { SvcReader } from '../../../../src/svc-reader.ts';
import { english, open, waitUntil } from '../../fixtures/reader.ts';

/** Pointer capture throws for synthetic pointers. */
const capture = Element.prototype.setPointerCapture;
before(() => {
  Element.prototype.setPointerCapture = () => {};
});
after(() => {
  Element.prototype.setPointerCapture = capture;
});

const rootOf = (reader: SvcReader) =>
  reader.shadowRoot?.querySelector('svc-settings')?.shadowRoot ?? null;

async function openSettings(width: number) {
  const reader = await open({ book: english, width });
  reader.dispatchEvent(new PanelRequestEvent('settings'));
  const panel = await waitUntil(
    () => rootOf(reader)?.querySelector<HTMLElement>('.panel'),
    'settings',
  );
  const handle = panel.querySelector<HTMLElement>('.handle');
  if (!handle) throw new Error('The panel has no handle.');
  await settled(panel);
  return { reader, panel, handle };
}

/** Waits for the panel's animations. */
async function settled(panel: HTMLElement): Promise<void> {
  await Promise.all(panel.getAnimations().map(({ finished }) => finished));
}

/** Drags the handle slowly by a distance in px, positive downward. */
async function drag(handle: HTMLElement, dy: number): Promise<void> {
  const { top } = handle.getBoundingClientRect();
  const send = (type: string, y: number) =>
    handle.dispatchEvent(
      new PointerEvent(type, {
        pointerId: 1,
        isPrimary: true,
        pointerType: 'touch',
        clientX: 190,
        clientY: top + y,
        bubbles: true,
        composed: true,
      }),
    );
  send('pointerdown', 0);
  send('pointermove', dy - Math.sign(dy));
  const start = performance.now();
  await waitUntil(() => performance.now() > start + 20, 'a slow end');
  send('pointermove', dy);
  send('pointerup', dy);
}

describe('the settings on a phone', () => {
  it('are a sheet that leaves the upper half of the page visible, and fills it on request', async () => {
    const { reader, panel, handle } = await openSettings(390);
    const { height } = reader.getBoundingClientRect();
    const half = panel.offsetHeight;
    expect(half).to.be.at.most(Math.max(300, height * 0.55));
    expect(handle.getAttribute('aria-pressed')).to.equal('false');
    handle.click();
    await settled(panel);
    expect(handle.getAttribute('aria-pressed')).to.equal('true');
    expect(panel.offsetHeight).to.be.greaterThan(half);
    handle.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true }));
    await settled(panel);
    expect(panel.offsetHeight).to.equal(half);
    await expect(reader).to.be.accessible();
  });

  it('follow the finger, and close when they are dragged down', async () => {
    const { reader, panel, handle } = await openSettings(390);
    const half = panel.offsetHeight;
    await drag(handle, -300);
    await settled(panel);
    const full = panel.offsetHeight;
    expect(full).to.be.greaterThan(half);
    await drag(handle, full - half + 10);
    await settled(panel);
    expect(panel.offsetHeight).to.equal(half);
    await drag(handle, half - 40);
    await waitUntil(() => !rootOf(reader), 'the panel is closed');
  });

  it('are no sheet in a wide reader', async () => {
    const { handle } = await openSettings(900);
    expect(getComputedStyle(handle).display).to.equal('none');
  });
});
