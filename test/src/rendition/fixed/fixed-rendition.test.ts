import { expect } from '@open-wc/testing';
import type { SvcReader } from '../../../../src/svc-reader.ts';
import { nextEvent, open, pageOf, press, stageOf, waitUntil } from '../../fixtures/reader.ts';
import { comic, manga, mixed } from '../../fixtures/rich-books.ts';

const wide = { width: 1000, height: 600 };

/** The visible fixed-layout pages, in the order of the accessibility tree. */
function shown(reader: SvcReader): { page: string; rect: DOMRect }[] {
  const found: { page: string; rect: DOMRect }[] = [];
  const walk = (host: HTMLElement) => {
    for (const part of host.shadowRoot?.children ?? []) {
      const sheet = part.matches('.scroller') && part.querySelector('.sheet.fixed');
      const page = sheet && sheet.querySelector('.to')?.textContent;
      if (page) found.push({ page, rect: sheet.getBoundingClientRect() });
      if (part instanceof HTMLSlotElement)
        part.assignedElements().forEach((one) => walk(asLeaf(one)));
    }
  };
  for (const leaf of stageOf(reader).querySelectorAll<HTMLElement>(':scope > .leaf')) {
    if (!leaf.classList.contains('hidden')) walk(leaf);
  }
  return found;
}

function asLeaf(element: Element): HTMLElement {
  if (!(element instanceof HTMLElement)) throw new Error('No page element.');
  return element;
}

const pages = (reader: SvcReader) =>
  shown(reader)
    .map(({ page }) => page)
    .join(' ');
const see = (reader: SvcReader, expected: string) =>
  waitUntil(() => pages(reader) === expected, `${expected}; there are ${pages(reader)}`);
const placeOf = (reader: SvcReader) => reader.locator?.locations.section;

describe('fixed-layout pages', () => {
  it('form spreads without a gap on a wide stage and turn by spread', async () => {
    const reader = await open({ book: comic, ...wide });
    await see(reader, '1');
    expect(shown(reader)[0]?.rect.left).to.be.closeTo(500, 1);
    for (const [spread, place] of [
      ['2 3', 1],
      ['4 5', 3],
      ['6', 5],
    ] as const) {
      reader.next();
      await see(reader, spread);
      expect(placeOf(reader)).to.equal(place);
    }
    reader.previous();
    await see(reader, '4 5');
    expect(placeOf(reader)).to.equal(3);
    const [left, right] = shown(reader);
    expect(left?.rect.right).to.be.closeTo(right?.rect.left ?? 0, 0.01);
    expect(left?.rect.height).to.equal(right?.rect.height);
    expect(Math.round(left?.rect.height ?? 0)).to.equal(stageOf(reader).clientHeight);
  });

  it('begin on the right in a right-to-left book', async () => {
    const reader = await open({ book: manga, ...wide });
    await see(reader, '1');
    press(reader, 'ArrowLeft');
    await see(reader, '2 3');
    const [first, second] = shown(reader);
    expect(second?.rect.right).to.be.closeTo(first?.rect.left ?? 0, 0.01);
    press(reader, 'ArrowLeft');
    await see(reader, '4');
    press(reader, 'ArrowRight');
    await see(reader, '2 3');
  });

  it('keep the requested page visible when its spread is completed', async () => {
    const reader = await open({ book: comic, ...wide });
    reader.goTo({ section: 2, offset: 0 });
    await see(reader, '2 3');
    expect(placeOf(reader)).to.equal(2);
    reader.goTo({ section: 1, offset: 0 });
    await waitUntil(() => placeOf(reader) === 1, 'the page before');
    await see(reader, '2 3');
    reader.goTo({ section: 2, offset: 0 });
    await waitUntil(() => placeOf(reader) === 2, 'the page after');
    await see(reader, '2 3');
    reader.next();
    await see(reader, '4 5');
  });

  it('are shown one at a time in portrait and keep the position on rotation', async () => {
    const reader = await open({ book: comic, width: 400, height: 640 });
    reader.goTo({ section: 2, offset: 0 });
    await see(reader, '3');
    const [only] = shown(reader);
    expect(only?.rect.width).to.be.closeTo(400, 1);
    reader.style.inlineSize = '1000px';
    await see(reader, '2 3');
    reader.style.inlineSize = '400px';
    await see(reader, '3');
    expect(placeOf(reader)).to.equal(2);
    reader.previous();
    await see(reader, '2');
  });

  it('receive pointer events on both halves', async () => {
    const reader = await open({ book: comic, ...wide });
    reader.next();
    await see(reader, '2 3');
    for (const { rect } of shown(reader)) {
      const root = pageOf(reader).shadowRoot;
      const leaf = root?.elementFromPoint(rect.left + rect.width / 2, rect.top + 20);
      const hit = leaf?.shadowRoot?.elementFromPoint(rect.left + rect.width / 2, rect.top + 20);
      expect(hit?.closest('.sheet')?.getBoundingClientRect().left).to.equal(rect.left);
    }
  });

  it('keep their own colors in every theme', async () => {
    for (const mode of ['pages', 'scroll']) {
      const reader = await open({ book: comic, theme: 'dark', mode, ...wide });
      const sheet = await waitUntil(() => {
        const leaf = stageOf(reader).querySelector('.leaf');
        return leaf?.shadowRoot?.querySelector('.sheet.fixed');
      }, 'the page');
      const style = getComputedStyle(sheet);
      expect(style.color, mode).to.equal('rgb(0, 0, 0)');
      expect(style.backgroundColor, mode).to.equal('rgb(242, 227, 198)');
      expect(style.getPropertyValue('--svc-background'), 'where a page has none').to.equal('#fff');
    }
  });

  it('turn to the reflowable sections before and after them', async () => {
    const reader = await open({ book: mixed, ...wide });
    while (placeOf(reader) === 0) {
      const moved = nextEvent(reader, 'svc-page-change');
      reader.next();
      await moved;
    }
    await see(reader, '2 3');
    reader.next();
    await waitUntil(() => placeOf(reader) === 3, 'the text after');
    expect(shown(reader)).to.deep.equal([]);
    reader.previous();
    await see(reader, '2 3');
    reader.previous();
    await waitUntil(() => placeOf(reader) === 0, 'the text before');
    expect(reader.locator?.locations.offset).to.be.greaterThan(0);
  });
});
