import { expect } from '@open-wc/testing';
import type { SvcReader } from '../../../../src/svc-reader.ts';
import {
  english,
  nextEvent,
  open,
  pageOf,
  press,
  waitUntil,
  visibleText,
} from '../../fixtures/reader.ts';

const sheetOf = (reader: SvcReader) => reader.shadowRoot?.querySelector('svc-search') ?? null;
const inSheet = (reader: SvcReader, selector: string) =>
  sheetOf(reader)?.shadowRoot?.querySelector<HTMLElement>(selector) ?? null;
const itemsOf = (reader: SvcReader) => [
  ...(sheetOf(reader)?.shadowRoot?.querySelectorAll<HTMLElement>('.item') ?? []),
];
const inBar = (reader: SvcReader, selector: string) =>
  reader.shadowRoot?.querySelector('svc-hits')?.shadowRoot?.querySelector<HTMLElement>(selector);

const fieldOf = (reader: SvcReader) =>
  waitUntil(() => {
    const field = inSheet(reader, 'input');
    return field instanceof HTMLInputElement ? field : null;
  }, 'the field');

async function searched(text: string, options: { width?: number } = {}): Promise<SvcReader> {
  const reader = await open({ book: english, ...options });
  await reader.search(text);
  await waitUntil(() => itemsOf(reader).length > 0, 'hits');
  return reader;
}

async function type(reader: SvcReader, text: string): Promise<void> {
  const field = await fieldOf(reader);
  field.value = text;
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

function key(target: HTMLElement, name: string): void {
  target.dispatchEvent(
    new KeyboardEvent('keydown', { key: name, bubbles: true, composed: true, cancelable: true }),
  );
}

/** Text that is painted under a name; null in an engine that paints in another way. */
function painted(name: string): string[] | null {
  if (!('highlights' in CSS)) return null;
  return [...(CSS.highlights.get(`svc-${name}`) ?? [])].map((range) => String(range));
}

describe('the search in the book', () => {
  it('finds while somebody types, and shows each hit in its chapter with its words around', async () => {
    const reader = await open({ book: english });
    await reader.search();
    const heard = nextEvent(reader, 'svc-search');
    await type(reader, 'ishmael');
    const { query, total } = await heard;
    expect([query, total]).to.deep.equal(['ishmael', 10]);
    await waitUntil(() => itemsOf(reader).length > 0, 'hits');
    expect(inSheet(reader, '[role=status]')?.textContent?.trim()).to.equal('10 results');
    expect(inSheet(reader, 'h3')?.textContent).to.equal('Loomings');
    expect(itemsOf(reader)[0]?.querySelector('mark')?.textContent).to.equal('Ishmael');
    expect(itemsOf(reader)[0]?.textContent?.trim()).to.match(/^Call me Ishmael. Some years ago/);
  });

  it('has the focus in its field, and gives it back with Escape', async () => {
    const reader = await open({ book: english });
    await reader.search();
    const field = await fieldOf(reader);
    await waitUntil(() => field.matches(':focus'), 'the focus');
    key(field, 'Escape');
    await waitUntil(() => !sheetOf(reader), 'the end');
    await waitUntil(() => reader.matches(':focus-within'), 'the focus in the reader');
  });

  it('gives way on a phone when the focus goes on behind it, and stays beside wide pages', async () => {
    const reader = await searched('ishmael');
    (await fieldOf(reader)).focus();
    reader.focus();
    await waitUntil(() => !sheetOf(reader), 'the pages');
    const wide = await searched('ishmael', { width: 1100 });
    (await fieldOf(wide)).focus();
    wide.focus();
    await wide.updateComplete;
    expect(itemsOf(wide).length).to.be.greaterThan(0);
  });

  it('goes to a hit, closes on a phone, and leads on from the line below the pages', async () => {
    const reader = await searched('ishmael');
    itemsOf(reader)[1]?.click();
    await waitUntil(() => !sheetOf(reader), 'the pages');
    await waitUntil(() => visibleText(reader).includes('Ishmael'), 'the hit');
    const place = await waitUntil(() => inBar(reader, '.place'), 'the line');
    expect(place.textContent).to.equal('2 of 10');
    const before = reader.locator?.locations;
    const moved = nextEvent(reader, 'svc-page-change');
    inBar(reader, '.turn:nth-of-type(3)')?.click();
    await moved;
    expect(reader.locator?.locations.offset).to.be.greaterThan(before?.offset ?? 0);
    await waitUntil(() => inBar(reader, '.place')?.textContent === '3 of 10', 'the next one');
    inBar(reader, 'button:last-of-type')?.click();
    await waitUntil(() => !inBar(reader, '.place'), 'the end of it');
  });

  it('brings the bars back that a tap has hidden, with the line of its hits', async () => {
    const reader = await searched('ishmael');
    pageOf(reader).dispatchEvent(new Event('svc-page-tap'));
    await waitUntil(() => reader.shadowRoot?.querySelector('.immersed'), 'the page alone');
    itemsOf(reader)[1]?.click();
    await waitUntil(() => inBar(reader, '.place'), 'the line');
    await waitUntil(() => !reader.shadowRoot?.querySelector('.immersed'), 'the bars');
  });

  it('has its own words alone, not those of the pages that it lays out anew', async () => {
    const reader = await open({ width: 1100 });
    reader.next();
    const pages = () => reader.shadowRoot?.querySelector('svc-progress')?.view.pages ?? 0;
    const said = () => reader.shadowRoot?.querySelector('.status')?.textContent ?? '';
    const before = await waitUntil(() => said().includes('Page 2 of') && said(), 'the page');
    const count = pages();
    await reader.search();
    await waitUntil(() => pages() !== count, 'another layout');
    await reader.updateComplete;
    expect(said()).to.equal(before);
    reader.next();
    await waitUntil(() => said() !== before, 'what a turn says');
  });

  it('stays beside the pages of a wide reader, which make room', async () => {
    const reader = await searched('ishmael', { width: 1100 });
    itemsOf(reader)[0]?.click();
    await waitUntil(() => visibleText(reader).includes('Ishmael'), 'the hit');
    const sheet = inSheet(reader, '.panel')?.getBoundingClientRect();
    const pages = pageOf(reader).getBoundingClientRect();
    expect(pages.right).to.be.at.most((sheet?.left ?? 0) + 1);
    await waitUntil(() => itemsOf(reader)[0]?.ariaCurrent === 'true', 'its mark in the list');
    expect(press(reader, 'ArrowRight')).to.equal(false);
  });

  it('marks every hit on the pages, the current one apart, until it is left', async () => {
    const reader = await searched('ishmael');
    if (!painted('hit')) return;
    itemsOf(reader)[0]?.click();
    await waitUntil(() => painted('hit-current')?.[0] === 'Ishmael', 'the current hit');
    await waitUntil(() => painted('hit')?.length === 7, 'the others, of the next section too');
    (await waitUntil(() => inBar(reader, 'button:last-of-type'), 'the line')).click();
    await waitUntil(() => painted('hit')?.length === 0, 'clean pages');
    expect(painted('hit-current')).to.deep.equal([]);
  });

  it('has its text and its hits still when it is opened again, and fetches more at the end', async () => {
    const reader = await searched('the');
    const first = itemsOf(reader).length;
    const list = inSheet(reader, '.body');
    list?.dispatchEvent(new Event('scroll'));
    await waitUntil(() => itemsOf(reader).length > first, 'more hits');
    const shown = itemsOf(reader).length;
    key(await fieldOf(reader), 'Escape');
    await waitUntil(() => !sheetOf(reader), 'the end');
    await reader.search();
    await waitUntil(() => itemsOf(reader).length >= shown, 'the hits');
    expect((await fieldOf(reader)).value).to.equal('the');
  });

  it('is gone through with the arrow keys, and Enter in the field goes to hit after hit', async () => {
    const reader = await searched('ishmael', { width: 1100 });
    const field = await fieldOf(reader);
    field.focus();
    key(field, 'ArrowDown');
    expect(itemsOf(reader)[0]?.matches(':focus')).to.equal(true);
    key(itemsOf(reader)[0] ?? field, 'End');
    expect(itemsOf(reader).at(-1)?.matches(':focus')).to.equal(true);
    key(itemsOf(reader)[0] ?? field, 'Home');
    key(itemsOf(reader)[0] ?? field, 'ArrowUp');
    expect(field.matches(':focus')).to.equal(true);
    key(field, 'Enter');
    await waitUntil(() => itemsOf(reader)[0]?.ariaCurrent === 'true', 'the first hit');
    key(field, 'Enter');
    await waitUntil(() => itemsOf(reader)[1]?.ariaCurrent === 'true', 'the second');
  });

  it('says in words that there is nothing, or that it did not work, and tries again', async () => {
    const reader = await open({ book: english });
    await reader.search('zebra');
    const status = () => inSheet(reader, '[role=status]')?.textContent?.trim();
    await waitUntil(() => status() === 'No results for “zebra”.', 'nothing');
    await type(reader, 'fault');
    const alert = await waitUntil(() => inSheet(reader, '[role=alert]'), 'the failure');
    expect(alert.textContent).to.contain('Search failed. Try again.');
    alert.querySelector('button')?.click();
    await waitUntil(() => status() === 'No results for “fault”.', 'the second try');
    await type(reader, '');
    await waitUntil(() => status()?.startsWith('Matches the start of words'), 'the hint');
  });

  for (const theme of ['light', 'dark']) {
    it(`is accessible, ${theme}`, async () => {
      const reader = await open({ book: english, theme });
      await reader.search('ishmael');
      const item = await waitUntil(() => itemsOf(reader)[0], 'hits');
      const sheet = inSheet(reader, '.panel');
      await Promise.all((sheet?.getAnimations() ?? []).map(({ finished }) => finished));
      await expect(reader).to.be.accessible();
      item.click();
      await waitUntil(() => inBar(reader, '.place'), 'the line');
      await expect(reader).to.be.accessible();
    });
  }
});
