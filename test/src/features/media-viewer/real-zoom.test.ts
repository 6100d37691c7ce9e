import { expect } from '@open-wc/testing';
import { sendKeys, sendMouse } from '@web/test-runner-commands';
import type { SvcReader } from '../../../../src/svc-reader.ts';
import { centerOf, dragMouse, pinch, touch, turnWheel } from '../../fixtures/real-input.ts';
import { english, nextFrame, open, scrollerOf, waitUntil } from '../../fixtures/reader.ts';

const viewerPart = (reader: SvcReader, selector: string) =>
  reader.shadowRoot?.querySelector('svc-large-view')?.shadowRoot?.querySelector(selector) ?? null;

/** Rules of a book that limit the size of its images, each as specific as a style sheet can be. */
const bookRules = [
  '',
  'img { max-width: 80px !important; max-height: 60px !important }',
  '#a#b#c, body img[src][src][src] { width: 40% !important; height: auto !important; min-width: 70% !important }',
  'img { transform: scale(0.5) !important; object-fit: cover !important; aspect-ratio: 4 !important }',
];

interface OpenPicture {
  viewport: Element;
  image: Element;
}

async function openPicture(rules = ''): Promise<OpenPicture> {
  const reader = await open({ book: english, start: '3', width: 700, height: 560 });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(rules);
  const root = scrollerOf(reader).getRootNode();
  if (root instanceof ShadowRoot) root.adoptedStyleSheets.push(sheet);
  const picture = await waitUntil(
    () => scrollerOf(reader).querySelector<HTMLElement>('img.svc-picture'),
    'the image',
  );
  picture.focus();
  await sendKeys({ press: 'Enter' });
  const viewport = await waitUntil(() => viewerPart(reader, '.viewport'), 'the viewport');
  const image = await waitUntil(
    () => viewport.firstElementChild?.shadowRoot?.querySelector('img'),
    'the copy',
  );
  await waitUntil(() => image.getBoundingClientRect().width > 20, 'the size of the image');
  await waitUntil(() => viewerPart(reader, '.view:focus'), 'the focus');
  return { viewport, image };
}

/** Position of a point in the window within an image, as shares of its size. */
function shareAt({ image }: OpenPicture, { x, y }: { x: number; y: number }) {
  const { left, top, width, height } = image.getBoundingClientRect();
  return { x: (x - left) / width, y: (y - top) / height };
}

const widthOf = ({ image }: OpenPicture) => image.getBoundingClientRect().width;

/** Share of the viewport's width or height, whichever is larger, that the image fills. */
function filledBy({ image, viewport }: OpenPicture): number {
  const [size, area] = [image.getBoundingClientRect(), viewport.getBoundingClientRect()];
  return Math.max(size.width / area.width, size.height / area.height);
}

/** A point in the window that is not at the image's center. */
function pointOn({ image }: OpenPicture) {
  const { left, top, width, height } = image.getBoundingClientRect();
  return { x: Math.round(left + width * 0.55), y: Math.round(top + height * 0.47) };
}

function expectSamePlace(
  shown: OpenPicture,
  point: { x: number; y: number },
  before: { x: number; y: number },
) {
  const after = shareAt(shown, point);
  expect(after.x).to.be.closeTo(before.x, 0.03);
  expect(after.y).to.be.closeTo(before.y, 0.03);
}

describe('an enlarged picture', () => {
  for (const rules of bookRules) {
    it(`fills the viewer and grows with each step, with the book’s rules “${rules}”`, async () => {
      const shown = await openPicture(rules);
      const area = shown.viewport.getBoundingClientRect();
      const { width, left } = shown.image.getBoundingClientRect();
      expect(filledBy(shown)).to.be.greaterThan(0.9);
      expect(left + width / 2).to.be.closeTo(area.left + area.width / 2, 2);
      await sendKeys({ press: '+' });
      // Not relative to the previous width, because the viewer is laid out again when a font loads.
      await waitUntil(() => filledBy(shown) > 1.35, 'a larger image');
      expect(filledBy(shown)).to.be.lessThan(1.51);
      expect(getComputedStyle(shown.image).objectFit).to.equal('contain');
    });
  }

  it('is enlarged by the wheel about the pointer', async () => {
    const shown = await openPicture();
    const fit = widthOf(shown);
    // Larger than the viewer, so that nothing is centered.
    for (let step = 0; step < 3; step += 1) await sendKeys({ press: '+' });
    await waitUntil(() => widthOf(shown) > fit * 3.3, 'a larger image');
    const point = pointOn(shown);
    const before = shareAt(shown, point);
    await turnWheel(point, -240);
    await waitUntil(() => widthOf(shown) > fit * 4.5, 'a larger image');
    expectSamePlace(shown, point, before);
    await turnWheel(point, 2000);
    await waitUntil(() => Math.abs(widthOf(shown) - fit) < 1, 'the first size');
  });

  it('is enlarged by keys about the pointer, and panned by dragging', async () => {
    const shown = await openPicture();
    const fit = widthOf(shown);
    // Larger than the viewer, so that nothing is centered.
    for (let step = 0; step < 3; step += 1) await sendKeys({ press: '+' });
    await waitUntil(() => widthOf(shown) > fit * 3.3, 'a larger image');
    const point = pointOn(shown);
    await sendMouse({ type: 'move', position: [point.x, point.y] });
    const before = shareAt(shown, point);
    await sendKeys({ press: '+' });
    await waitUntil(() => widthOf(shown) > fit * 4.5, 'a larger image');
    expectSamePlace(shown, point, before);
    const { left, top } = shown.image.getBoundingClientRect();
    await dragMouse(point, { x: point.x - 20, y: point.y }, { x: point.x - 40, y: point.y - 30 });
    await waitUntil(() => shown.image.getBoundingClientRect().left < left - 30, 'a panned image');
    expect(shown.image.getBoundingClientRect().top).to.be.closeTo(top - 30, 8);
  });

  it('is enlarged about the center by the buttons, and toggled by a double click', async () => {
    const shown = await openPicture();
    const fit = widthOf(shown);
    const root = shown.viewport.getRootNode();
    const button = root instanceof ShadowRoot && root.querySelector('.bar button:nth-child(2)');
    if (!button) throw new Error('The viewer has no button.');
    const { x, y } = centerOf(button);
    await sendMouse({ type: 'click', position: [Math.round(x), Math.round(y)] });
    await waitUntil(() => widthOf(shown) > fit * 1.4, 'a larger image');
    expectSamePlace(shown, centerOf(shown.viewport), { x: 0.5, y: 0.5 });
    await sendKeys({ press: '0' });
    await waitUntil(() => Math.abs(widthOf(shown) - fit) < 1, 'the first size');
    const point = pointOn(shown);
    for (const factor of [2.5, 1]) {
      for (let click = 0; click < 2; click += 1) {
        await sendMouse({ type: 'click', position: [point.x, point.y] });
      }
      await waitUntil(() => Math.abs(widthOf(shown) - fit * factor) < 3, `the scale ${factor}`);
      // Two more clicks would form a double click with the last one.
      const endMs = performance.now() + 400;
      while (performance.now() < endMs) await nextFrame();
    }
  });

  it('is toggled by a double tap', async () => {
    const shown = await openPicture();
    const fit = widthOf(shown);
    const point = pointOn(shown);
    // On a busy machine, the second tap may come too late.
    for (let attempt = 0; attempt < 5 && widthOf(shown) <= fit * 2; attempt += 1) {
      await touch(point);
      await touch(point);
      const endMs = performance.now() + 600;
      while (performance.now() < endMs) await nextFrame();
    }
    expect(widthOf(shown)).to.be.above(fit * 2);
  });

  it('is enlarged about the middle of two fingers, and panned by one', async () => {
    const shown = await openPicture();
    const fit = widthOf(shown);
    // Larger than the viewer, so that nothing is centered.
    for (let step = 0; step < 3; step += 1) await sendKeys({ press: '+' });
    await waitUntil(() => widthOf(shown) > fit * 3.3, 'a larger image');
    const point = pointOn(shown);
    const before = shareAt(shown, point);
    await pinch(point, 80, 95, 110, 120);
    await waitUntil(() => widthOf(shown) > fit * 4.5, 'a larger image');
    expectSamePlace(shown, point, before);
    const { left } = shown.image.getBoundingClientRect();
    await touch(point, { x: point.x - 30, y: point.y }, { x: point.x - 60, y: point.y });
    await waitUntil(() => shown.image.getBoundingClientRect().left < left - 30, 'a panned image');
    await pinch(centerOf(shown.viewport), 200, 150, 100, 60, 30, 20, 12, 8);
    await waitUntil(() => Math.abs(widthOf(shown) - fit) < 1, 'the first size');
  });

  it('stays enlarged, with the same center, when the size of the reader changes', async () => {
    const shown = await openPicture();
    const centerShare = () => shareAt(shown, centerOf(shown.viewport));
    for (let step = 0; step < 3; step += 1) await sendKeys({ press: '+' });
    await waitUntil(() => filledBy(shown) > 3.1, 'a larger image');
    const before = centerShare();
    const { width } = shown.viewport.getBoundingClientRect();
    const reader = document.querySelector('svc-reader');
    if (reader) reader.style.width = '480px';
    await waitUntil(() => shown.viewport.getBoundingClientRect().width < width - 100, 'the size');
    await waitUntil(() => Math.abs(filledBy(shown) - 3.3) < 0.2, 'the enlarged image');
    expect(centerShare().x).to.be.closeTo(before.x, 0.03);
    expect(centerShare().y).to.be.closeTo(before.y, 0.03);
  });

  it('is enlarged by the first, small steps of a trackpad', async () => {
    const shown = await openPicture();
    const fit = widthOf(shown);
    for (let step = 0; step < 12; step += 1) await turnWheel(pointOn(shown), -5);
    await waitUntil(() => widthOf(shown) > fit * 1.1, 'a larger image');
  });
});
