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
  highlightedTexts,
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

describe('searching the book', () => {
  it('keeps the typed text while the search is loading', async () => {
    const reader = await open({ book: english });
    await reader.search();
    const field = await fieldOf(reader);
    // A search whose code has not loaded does not respond.
    const asked = new Promise((resolve) =>
      reader.addEventListener(
        'svc-search-request',
        (event) => {
          event.stopImmediatePropagation();
          resolve(event);
        },
        { capture: true, once: true },
      ),
    );
    await type(reader, 'ishmael');
    await asked;
    const sheet = reader.shadowRoot?.querySelector('svc-search');
    sheet?.requestUpdate();
    await sheet?.updateComplete;
    expect(field.value).to.equal('ishmael');
  });

  it('finds hits while typing and lists them by chapter with context', async () => {
    const reader = await open({ book: english });
    await reader.search();
    const searchEvent = nextEvent(reader, 'svc-search');
    await type(reader, 'ishmael');
    const { query, total } = await searchEvent;
    expect([query, total]).to.deep.equal(['ishmael', 10]);
    await waitUntil(() => itemsOf(reader).length > 0, 'hits');
    expect(inSheet(reader, '[role=status]')?.textContent?.trim()).to.equal('10 results');
    expect(inSheet(reader, 'h3')?.textContent).to.equal('Loomings');
    expect(itemsOf(reader)[0]?.querySelector('mark')?.textContent).to.equal('Ishmael');
    expect(itemsOf(reader)[0]?.textContent?.trim()).to.match(/^Call me Ishmael. Some years ago/);
  });

  it('focuses its field and returns focus on Escape', async () => {
    const reader = await open({ book: english });
    await reader.search();
    const field = await fieldOf(reader);
    await waitUntil(() => field.matches(':focus'), 'the focus');
    key(field, 'Escape');
    await waitUntil(() => !sheetOf(reader), 'the panel to close');
    await waitUntil(() => reader.matches(':focus-within'), 'the focus in the reader');
  });

  it('closes on phones when focus moves to the page, and stays open next to wide pages', async () => {
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

  it('goes to a hit, closes on phones, and steps through hits with the hits bar', async () => {
    const reader = await searched('ishmael');
    itemsOf(reader)[1]?.click();
    await waitUntil(() => !sheetOf(reader), 'the pages');
    await waitUntil(() => visibleText(reader).includes('Ishmael'), 'the hit');
    const position = await waitUntil(() => inBar(reader, '.position'), 'the hits bar');
    expect(position.textContent).to.equal('2 of 10');
    const before = reader.locator?.locations;
    const moved = nextEvent(reader, 'svc-page-change');
    inBar(reader, '.turn:nth-of-type(3)')?.click();
    await moved;
    expect(reader.locator?.locations.offset).to.be.greaterThan(before?.offset ?? 0);
    await waitUntil(() => inBar(reader, '.position')?.textContent === '3 of 10', 'the next one');
    inBar(reader, 'button:last-of-type')?.click();
    await waitUntil(() => !inBar(reader, '.position'), 'the hits bar to close');
  });

  it('shows bars hidden by a tap again along with the hits bar', async () => {
    const reader = await searched('ishmael');
    pageOf(reader).dispatchEvent(new Event('svc-page-tap'));
    await waitUntil(() => reader.shadowRoot?.querySelector('.immersed'), 'the bars to hide');
    itemsOf(reader)[1]?.click();
    await waitUntil(() => inBar(reader, '.position'), 'the hits bar');
    await waitUntil(() => !reader.shadowRoot?.querySelector('.immersed'), 'the bars');
  });

  it('announces its own results instead of page changes caused by the panel', async () => {
    const reader = await open({ width: 1100 });
    reader.next();
    const pages = () => reader.shadowRoot?.querySelector('svc-progress')?.view.pages ?? 0;
    const announcement = () => reader.shadowRoot?.querySelector('.status')?.textContent ?? '';
    const before = await waitUntil(
      () => announcement().includes('Page 2 of') && announcement(),
      'the page',
    );
    const count = pages();
    await reader.search();
    await waitUntil(() => pages() !== count, 'another layout');
    await reader.updateComplete;
    expect(announcement()).to.equal(before);
    reader.next();
    await waitUntil(() => announcement() !== before, 'the announcement of the page turn');
  });

  it('stays open next to the pages of a wide reader, which become narrower', async () => {
    const reader = await searched('ishmael', { width: 1100 });
    itemsOf(reader)[0]?.click();
    await waitUntil(() => visibleText(reader).includes('Ishmael'), 'the hit');
    const sheet = inSheet(reader, '.panel')?.getBoundingClientRect();
    const pages = pageOf(reader).getBoundingClientRect();
    expect(pages.right).to.be.at.most((sheet?.left ?? 0) + 1);
    await waitUntil(
      () => itemsOf(reader)[0]?.ariaCurrent === 'true',
      'the current item in the list',
    );
    expect(press(reader, 'ArrowRight')).to.equal(false);
  });

  it('highlights all hits on the pages, and the current hit differently, until closed', async () => {
    const reader = await searched('ishmael');
    if (!highlightedTexts('hit')) return;
    itemsOf(reader)[0]?.click();
    await waitUntil(() => highlightedTexts('hit-current')?.[0] === 'Ishmael', 'the current hit');
    await waitUntil(
      () => highlightedTexts('hit')?.length === 7,
      'the other hits, including the next section',
    );
    (await waitUntil(() => inBar(reader, 'button:last-of-type'), 'the hits bar')).click();
    await waitUntil(() => highlightedTexts('hit')?.length === 0, 'the highlights to be removed');
    expect(highlightedTexts('hit-current')).to.deep.equal([]);
  });

  it('keeps its query and hits when reopened and loads more at the end', async () => {
    const reader = await searched('the');
    const first = itemsOf(reader).length;
    const list = inSheet(reader, '.body');
    list?.dispatchEvent(new Event('scroll'));
    await waitUntil(() => itemsOf(reader).length > first, 'more hits');
    const shown = itemsOf(reader).length;
    key(await fieldOf(reader), 'Escape');
    await waitUntil(() => !sheetOf(reader), 'the panel to close');
    await reader.search();
    await waitUntil(() => itemsOf(reader).length >= shown, 'the hits');
    expect((await fieldOf(reader)).value).to.equal('the');
  });

  it('moves through hits with the arrow keys, and with Enter in the field', async () => {
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

  it('reports failures and searches without hits, and retries', async () => {
    const reader = await open({ book: english });
    await reader.search('zebra');
    const status = () => inSheet(reader, '[role=status]')?.textContent?.trim();
    await waitUntil(() => status() === 'No results for “zebra”.', 'the empty result');
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
      await waitUntil(() => inBar(reader, '.position'), 'the hits bar');
      await expect(reader).to.be.accessible();
    });
  }
});
