import { expect } from '@open-wc/testing';
import { SettingsRequestEvent } from '../../../src/events/request-events.ts';
import type { SvcReader } from '../../../src/svc-reader.ts';
import { longSectionText } from '../fixtures/long-books.ts';
import {
  fixtureApi,
  open,
  pageOf,
  press,
  stageOf,
  longSectionBook,
  waitUntil,
  highlightedTexts,
} from '../fixtures/reader.ts';

const placeOf = (reader: SvcReader) => {
  const { section = -1, offset = -1 } = reader.locator?.locations ?? {};
  return { section, offset };
};
const viewOf = (reader: SvcReader) => {
  const { current } = pageOf(reader).rendition ?? {};
  if (!current) throw new Error('No pages.');
  return current;
};
const isWhole = (reader: SvcReader) =>
  waitUntil(() => !viewOf(reader).isIncomplete, 'all of the section');
const squeeze = (text: string) => text.replaceAll(/\s/g, '');
const offsetOf = (number: number) => longSectionText.indexOf(`N${number}.`);
const textOn = (reader: SvcReader) => {
  const view = viewOf(reader);
  const start = view.firstOffsetOn(view.page);
  return view.text.slice(start, view.firstOffsetOn(view.page + 1) - start);
};

/** Whether the beginning of an element is visible. Defaults to the current section. */
function isVisible(reader: SvcReader, selector: string): boolean {
  const box = stageOf(reader).getBoundingClientRect();
  const found = [...stageOf(reader).querySelectorAll('.leaf')].flatMap(
    ({ shadowRoot }) => shadowRoot?.querySelector(selector)?.getClientRects()[0] ?? [],
  );
  return found.some(
    ({ left, right, top, height }) =>
      height > 0 && left >= box.left && right <= box.right && top >= box.top && top < box.bottom,
  );
}

/** Creates a reader whose sections do not load, and a function that makes them load. */
async function broken(options: Parameters<typeof open>[0] = {}) {
  const key = `broken:part${Math.random()}`;
  const reader = await open({ book: longSectionBook, key, ...options });
  const recover = () => fetch(`${fixtureApi()}/mend?key=${key}`);
  return { reader, recover };
}

/** Turns pages until nothing changes. Returns the visible text of each page. */
async function readOn(reader: SvcReader, isDone: () => unknown): Promise<string> {
  let read = textOn(reader);
  while (!isDone()) {
    const { page } = viewOf(reader);
    press(reader, 'ArrowRight');
    await waitUntil(() => viewOf(reader).page > page || isDone(), 'the next page');
    if (viewOf(reader).page > page) read += textOn(reader);
  }
  return read;
}

const noticeOf = (reader: SvcReader) => reader.shadowRoot?.querySelector('svc-notice');

describe('a long section loaded in part', () => {
  it('has its full length from the start, and its complete text once loaded', async () => {
    const { reader, recover } = await broken();
    expect(viewOf(reader).isIncomplete).to.equal(true);
    await recover();
    reader.goTo({ section: 0, offset: 64_000 });
    await isWhole(reader);
    await waitUntil(() => placeOf(reader).offset === 64_000, 'the place');
    expect(reader.locator?.locations.progression).to.be.closeTo(
      64_000 / longSectionText.length,
      1e-6,
    );
    expect(viewOf(reader).text.text()).to.equal(longSectionText);
    const inDocument = viewOf(reader).root.textContent;
    expect(squeeze(inDocument)).to.equal(squeeze(longSectionText));
  });

  it('opens at a position or an element in the loaded part', async () => {
    const offset = offsetOf(150);
    for (const start of [`0:${offset}`, '0#p150']) {
      const { reader } = await broken({ start });
      expect(viewOf(reader).isIncomplete).to.equal(true);
      expect(placeOf(reader)).to.deep.equal({ section: 0, offset });
      expect(isVisible(reader, '#p150'), start).to.equal(true);
      reader.remove();
    }
  });

  it('opens at a position that requires the complete text', async () => {
    const reader = await open({ book: longSectionBook, start: 'epubcfi(/6/2!/4/330)' });
    expect(placeOf(reader).section).to.equal(0);
    expect(viewOf(reader).isIncomplete).to.equal(false);
  });

  it('reports missing text at the end of the part and continues without a gap', async () => {
    const { reader, recover } = await broken({ width: 700, height: 900 });
    let read = await readOn(reader, () => noticeOf(reader));
    expect(placeOf(reader).section).to.equal(0);
    expect(viewOf(reader).isIncomplete).to.equal(true);
    await recover();
    reader.retry();
    const { page } = viewOf(reader);
    await waitUntil(() => viewOf(reader).page > page, 'the requested page');
    read += await readOn(reader, () => placeOf(reader).offset > offsetOf(110));
    expect(read).to.equal(longSectionText.slice(0, read.length));
    expect(viewOf(reader).isIncomplete).to.equal(false);
  });

  it('can be read while the rest fails to load', async () => {
    const { reader } = await broken();
    const offset = offsetOf(40);
    reader.goTo({ section: 0, offset });
    expect(isVisible(reader, '#p40')).to.equal(true);
    reader.goTo({ section: 0, offset: 0 });
    expect(isVisible(reader, 'h2')).to.equal(true);
    expect(viewOf(reader).isIncomplete).to.equal(true);
  });

  it('follows a link into the missing part once it is loaded', async () => {
    const { reader, recover } = await broken();
    const link = viewOf(reader).root.querySelector('a');
    link?.click();
    await waitUntil(() => noticeOf(reader), 'a notice');
    expect(placeOf(reader).offset).to.be.lessThan(100);
    await recover();
    reader.retry();
    await waitUntil(() => isVisible(reader, '#p300'), 'the target of the link');
    expect(placeOf(reader).offset).to.equal(offsetOf(300));
  });

  it('goes to a search hit in the missing part', async () => {
    const reader = await open({ book: longSectionBook });
    await reader.search('N320');
    const sheet = () => reader.shadowRoot?.querySelector('svc-search')?.shadowRoot;
    const item = await waitUntil(() => sheet()?.querySelector<HTMLElement>('.item'), 'an item');
    item.click();
    await waitUntil(() => isVisible(reader, '#p320'), 'the hit');
    if (!highlightedTexts('hit-current')) return;
    await waitUntil(() => highlightedTexts('hit-current')?.includes('N320'), 'its highlight');
  });

  it('keeps the position when switched to scroll mode before it is complete', async () => {
    const { reader, recover } = await broken();
    const offset = offsetOf(40);
    reader.goTo({ section: 0, offset });
    reader.dispatchEvent(new SettingsRequestEvent({ mode: 'scroll' }));
    await waitUntil(() => pageOf(reader).rendition?.mode === 'scroll', 'scrolled mode');
    expect(isVisible(reader, '#p40')).to.equal(true);
    await recover();
    reader.goTo({ section: 0, offset: offsetOf(345) });
    await waitUntil(() => isVisible(reader, '#p345'), 'the end');
  });
});

describe('a long section in scroll mode', () => {
  const bottomOf = (reader: SvcReader) => {
    const { scrollTop, clientHeight, scrollHeight } = stageOf(reader);
    return scrollHeight - scrollTop - clientHeight;
  };

  it('is laid out as far as needed and has its full length', async () => {
    const reader = await open({ book: longSectionBook, mode: 'scroll' });
    expect(viewOf(reader).tail.start).to.be.lessThan(longSectionText.length);
    const before = stageOf(reader).scrollHeight;
    await waitUntil(() => !viewOf(reader).isPartlyLaidOut, 'all of it to be laid out');
    const after = stageOf(reader).scrollHeight;
    expect(before / after).to.be.closeTo(1, 0.2);
    expect(isVisible(reader, 'h2')).to.equal(true);
    expect(squeeze(viewOf(reader).root.textContent)).to.equal(squeeze(longSectionText));
  });

  it('shows a position deep inside the section, and the section’s end', async () => {
    const reader = await open({ book: longSectionBook, mode: 'scroll', start: '0#p200' });
    expect(isVisible(reader, '#p200')).to.equal(true);
    press(reader, 'End', { ctrlKey: true });
    await waitUntil(() => isVisible(reader, '#title + p:last-child'), 'the end of the book');
    expect(isVisible(reader, '.svc-body > p:last-child')).to.equal(true);
  });

  it('continues when scrolled to the end of the loaded part', async () => {
    const reader = await open({ book: longSectionBook, mode: 'scroll' });
    await waitUntil(() => {
      stageOf(reader).scrollTop += 20_000;
      return bottomOf(reader) < 2 && isVisible(reader, '#title + p:last-child');
    }, 'the end of the book');
  });

  it('reserves space for missing text, reports the failure and fills it after a retry', async () => {
    const { reader, recover } = await broken({ mode: 'scroll' });
    expect(noticeOf(reader) ?? null).to.equal(null);
    await waitUntil(() => {
      stageOf(reader).scrollTop += 4000;
      return noticeOf(reader);
    }, 'a notice');
    expect(placeOf(reader).section).to.equal(0);
    const at = stageOf(reader).scrollTop;
    expect(bottomOf(reader)).to.be.greaterThan(stageOf(reader).clientHeight * 5);
    await recover();
    reader.retry();
    await isWhole(reader);
    await waitUntil(() => placeOf(reader).offset > offsetOf(90), 'the missing text');
    expect(stageOf(reader).scrollTop).to.be.closeTo(at, at / 4);
  });
});
