import { expect } from '@open-wc/testing';
import { streamChanges } from '../../../../src/features/serial/change-stream.ts';
import type { SvcReader } from '../../../../src/svc-reader.ts';
import type { ChapterInput } from '../../fixtures/serial-books.ts';
import {
  fixtureApi,
  nextEvent,
  open,
  pageOf,
  press,
  type ReaderOptions,
  stageOf,
  waitUntil,
  visibleText,
} from '../../fixtures/reader.ts';

let books = 0;

/** A book with two sections that receives new chapters. */
async function serial(
  options: ReaderOptions & { rtl?: boolean; before?: Partial<ChapterInput>[] } = {},
) {
  const book = `bk_serial${options.rtl ? 'rtl' : ''}${++books}x${Date.now()}`;
  const address = `${fixtureApi()}/serial/${book}`;
  const change = (chapter: Partial<ChapterInput> & { cut?: boolean }) =>
    fetch(address, {
      method: 'POST',
      body: JSON.stringify({
        type: 'chapter.published',
        id: 'ch_one',
        title: 'News from afar',
        position: 1,
        revision: 1,
        amount: 3,
        ...chapter,
      }),
    });
  for (const chapter of options.before ?? []) await change(chapter);
  const reader = await open({ book, ...options });
  const streams = async (): Promise<{ open: number; opened: number }> =>
    (await (await fetch(address)).json()).data;
  await untilAsync(async () => (await streams()).open === 1, 'the stream');
  return { book, reader, change, streams };
}

async function untilAsync(isSo: () => Promise<boolean>, what: string): Promise<void> {
  const endMs = performance.now() + 15_000;
  while (!(await isSo())) {
    if (performance.now() > endMs) throw new Error(`Timed out waiting for ${what}.`);
  }
}

function news(reader: SvcReader): ShadowRoot | null {
  return reader.shadowRoot?.querySelector('svc-chapter-updates')?.shadowRoot ?? null;
}

function updateText(reader: SvcReader): string {
  return news(reader)?.querySelector('[role=status]')?.textContent?.trim() ?? '';
}

async function updateButton(reader: SvcReader): Promise<HTMLButtonElement> {
  return waitUntil(() => news(reader)?.querySelector<HTMLButtonElement>('.go'), 'the news');
}

async function entries(reader: SvcReader): Promise<string[]> {
  const toolbar = await waitUntil(() => reader.shadowRoot?.querySelector('svc-toolbar'), 'toolbar');
  toolbar.shadowRoot?.querySelector<HTMLElement>('[data-panel=contents]')?.click();
  const panel = await waitUntil(
    () => reader.shadowRoot?.querySelector('svc-contents')?.shadowRoot?.querySelector('nav'),
    'the contents',
  );
  return [...panel.querySelectorAll('.entry .title')].map((one) => one.textContent?.trim() ?? '');
}

describe('a chapter published while the book is open', () => {
  it('is announced in the bar below the page without moving the page', async () => {
    const { reader, change } = await serial();
    press(reader, 'ArrowRight');
    const before = visibleText(reader);
    const [offset, fraction] = [
      reader.locator?.locations,
      reader.locator?.locations.totalProgression,
    ];
    const published = nextEvent(reader, 'svc-chapter-published');

    await change({});

    expect((await published).chapter).to.deep.equal({
      id: 'ch_one',
      title: 'News from afar',
      section: 2,
    });
    await updateButton(reader);
    expect(updateText(reader)).to.match(/^New chapter: .News from afar.$/);
    expect(visibleText(reader)).to.equal(before);
    expect(reader.locator?.locations.offset).to.equal(offset?.offset);
    expect(reader.locator?.locations.totalProgression).to.be.lessThan(fraction ?? 0);
    const bar = reader.shadowRoot?.querySelector('svc-chapter-updates')?.getBoundingClientRect();
    expect(bar?.top).to.be.at.least(stageOf(reader).getBoundingClientRect().bottom);
    expect(await entries(reader)).to.deep.equal(['Chapter 1', 'Chapter 2', 'News from afar']);
  });

  it('updates the total progression, even when it is unpublished', async () => {
    const { reader, change } = await serial();
    const last = nextEvent(reader, 'svc-page-change');
    reader.goTo(1);
    expect((await last).fraction).to.equal(1);

    const grown = nextEvent(reader, 'svc-page-change');
    await change({});
    const { fraction, locator } = await grown;
    expect(fraction).to.be.within(0.1, 0.95);
    expect(locator.locations.totalProgression).to.equal(reader.locator?.locations.totalProgression);

    const shrunk = nextEvent(reader, 'svc-page-change');
    await change({ type: 'chapter.unpublished', revision: 2 });
    expect((await shrunk).fraction).to.equal(1);
  });

  it('opens with one press, after which keys turn pages', async () => {
    const { reader, change } = await serial();
    await change({});
    const button = await updateButton(reader);
    button.focus();
    button.click();

    await waitUntil(() => visibleText(reader).includes('News from afar'), 'the chapter');
    expect(news(reader)).to.equal(null);
    expect(reader.shadowRoot?.activeElement?.localName).to.equal('svc-page');
    expect(reader.previous()).to.equal(true);
  });

  it('makes “next” work at the end of the book', async () => {
    const { reader, change } = await serial();
    reader.goTo(1);
    await waitUntil(() => !reader.next(), 'the last page');
    const published = nextEvent(reader, 'svc-chapter-published');
    await change({});
    await published;

    expect(reader.next()).to.equal(true);
    await waitUntil(() => visibleText(reader).includes('News from afar'), 'the chapter');
    await waitUntil(() => !news(reader), 'the bar to close');
  });

  it('is not announced again after it is dismissed, which focuses the page', async () => {
    const { reader, change } = await serial();
    await change({});
    (await updateButton(reader)).focus();
    news(reader)
      ?.querySelector('.go')
      ?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));

    expect(news(reader)).to.equal(null);
    expect(reader.shadowRoot?.activeElement?.localName).to.equal('svc-page');
    const [, bar] = reader.shadowRoot?.querySelectorAll<HTMLElement>('.bar') ?? [];
    expect(bar?.style.visibility).to.equal('');
  });

  it('is counted with others published in the meantime, and the first one opens', async () => {
    const { reader, change } = await serial();
    await change({ id: 'ch_late', title: 'Later', position: 9 });
    await change({ id: 'ch_soon', title: 'Sooner', position: 4 });
    await waitUntil(() => updateText(reader) === '2 new chapters', 'both chapters');
    (await updateButton(reader)).click();
    await waitUntil(() => visibleText(reader).includes('Sooner'), 'the first');
    expect(updateText(reader)).to.equal('');
    expect(reader.locator?.locations.section).to.equal(2);
  });

  it('can precede the visible chapter without moving its page', async () => {
    const { reader, change } = await serial({
      before: [{ id: 'ch_b', title: 'Behind', position: 5, amount: 30 }],
      start: '2:900',
    });
    const before = visibleText(reader);
    expect(reader.locator?.locations.section).to.equal(2);

    await change({ id: 'ch_a', title: 'In front', position: 2 });

    await updateButton(reader);
    expect(visibleText(reader)).to.equal(before);
    expect(reader.locator?.locations.section).to.equal(3);
    press(reader, 'Home');
    expect(reader.previous()).to.equal(true);
    await waitUntil(() => reader.locator?.title === 'In front', 'the chapter before');
  });

  it('does not change the restored position of a returning reader', async () => {
    localStorage.clear();
    const before = { id: 'ch_b', title: 'Behind', position: 5, amount: 30 };
    const { book, reader, change } = await serial({
      before: [before],
      start: '2:900',
      consent: 'granted',
    });
    press(reader, 'ArrowRight');
    const left = visibleText(reader);
    reader.remove();
    await change({ id: 'ch_a', title: 'In front', position: 2 });

    const again = await open({ book, consent: 'granted' });

    expect(visibleText(again)).to.equal(left);
    expect(again.locator?.locations.section).to.equal(3);
    localStorage.clear();
  });

  it('is announced in German and in a right-to-left book', async () => {
    const { reader, change } = await serial({ rtl: true, locale: 'de' });
    await change({ title: 'חדשות' });
    await updateButton(reader);
    expect(updateText(reader)).to.match(/^Neues Kapitel: \u2068חדשות\u2069$/);
  });

  it('only fires an event in a reader without bars', async () => {
    const { reader, change } = await serial({ controls: 'none' });
    const published = nextEvent(reader, 'svc-chapter-published');
    await change({});
    await published;
    expect(reader.shadowRoot?.querySelector('svc-chapter-updates')).to.equal(null);
  });

  for (const theme of ['light', 'dark', 'sepia']) {
    it(`has no accessibility violations, ${theme}`, async () => {
      const { reader, change } = await serial({ theme });
      await change({});
      await updateButton(reader);
      await Promise.all(
        [...(news(reader)?.querySelectorAll('.line') ?? [])].flatMap((bar) =>
          bar.getAnimations().map(({ finished }) => finished),
        ),
      );
      await expect(reader).to.be.accessible();
    });
  }
});

describe('a chapter changed while the book is open', () => {
  const known = { id: 'ch_b', title: 'As it was', position: 5, amount: 3 };

  it('is offered while visible, but not replaced automatically', async () => {
    const { reader, change } = await serial({ before: [known], start: '2' });
    await change({ ...known, type: 'chapter.updated', revision: 2, title: 'As it is' });
    const button = await updateButton(reader);
    expect(updateText(reader)).to.equal('This chapter has been revised.');
    expect(visibleText(reader)).to.include('As it was');

    button.click();

    await waitUntil(() => visibleText(reader).includes('As it is'), 'the new text');
    expect(news(reader)).to.equal(null);
    expect(reader.locator?.locations.section).to.equal(2);
  });

  it('is fetched again if it was preloaded', async () => {
    const { reader, change } = await serial({ before: [known], start: '1' });
    await waitUntil(
      () => stageOf(reader).querySelectorAll('.leaf').length === 3,
      'the neighboring sections',
    );
    const moved = nextEvent(pageOf(reader), 'svc-page-move');
    await change({ ...known, type: 'chapter.updated', revision: 2, title: 'As it is' });
    await moved;
    reader.goTo({ section: 2, offset: 0 });
    await waitUntil(() => visibleText(reader).includes('As it is'), 'the new text');
    expect(updateText(reader)).to.equal('');
  });

  it('does not affect turning to other sections if nothing has changed', async () => {
    const { reader } = await serial();
    const page = reader.shadowRoot?.querySelector('svc-page');
    let moves = 0;
    page?.addEventListener('svc-page-move', () => moves++);

    page?.goTo({ section: 1, offset: 0 });
    await waitUntil(() => page?.rendition?.current.section.index === 1, 'the other section');
    await new Promise((resolve) => setTimeout(resolve));
    expect(moves).to.equal(1);
  });

  it('leaves the contents when unpublished, but stays visible until the reader turns the page', async () => {
    const { reader, change } = await serial({
      before: [known, { id: 'ch_c', title: 'Third', position: 6 }],
      start: '2',
    });
    const moved = nextEvent(pageOf(reader), 'svc-page-move');
    await change({ ...known, type: 'chapter.unpublished', revision: 2 });
    await moved;
    expect(visibleText(reader)).to.include('As it was');
    expect(await entries(reader)).to.deep.equal(['Chapter 1', 'Chapter 2', 'Third']);

    reader.goTo({ section: 3, offset: 0 });
    await waitUntil(() => visibleText(reader).includes('Third'), 'the following chapter');
    await waitUntil(
      () => reader.locator?.locations.section === 2,
      'the unpublished chapter to be removed',
    );
    expect(reader.previous()).to.equal(true);
    await waitUntil(() => !visibleText(reader).includes('As it was'), 'the section before');
  });
});

describe('the change stream', () => {
  it('resumes after an interruption without losing events', async () => {
    const { reader, change, streams } = await serial();
    await change({ id: 'ch_a', title: 'During', cut: true });
    await waitUntil(
      () => updateText(reader).includes('During'),
      'the chapters published meanwhile',
    );
    expect((await streams()).opened).to.equal(2);
  });

  it('pauses while the page is hidden and catches up when it is visible again', async () => {
    const { book, change, streams, reader } = await serial();
    reader.remove();
    await untilAsync(async () => (await streams()).open === 0, 'the reader’s own to end');
    const closing = new AbortController();
    const titles: string[] = [];
    const show = (state: 'visible' | 'hidden') => {
      Object.defineProperty(document, 'visibilityState', { value: state, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    };
    const session = { token: 'ok', expiresAt: '', content: '', resourceQuery: '' };
    const following = streamChanges(
      {
        changes: { url: `${fixtureApi()}/content/${book}/changes`, lastEventId: '0' },
        use: (call) => call(session),
        onEvent: ({ data }) => titles.push(data.title),
        hiddenTimeoutMs: 0,
      },
      closing.signal,
    );
    await untilAsync(async () => (await streams()).open === 1, 'the stream');

    show('hidden');
    await untilAsync(async () => (await streams()).open === 0, 'the end of the stream');
    await change({ title: 'While nobody looked' });
    show('visible');

    await waitUntil(() => titles.length > 0, 'the chapters published meanwhile');
    expect(titles).to.deep.equal(['While nobody looked']);
    closing.abort();
    Reflect.deleteProperty(document, 'visibilityState');
    await following;
  });

  it('closes its connection when the page enters the back/forward cache', async () => {
    const { reader, streams } = await serial();
    await untilAsync(async () => (await streams()).open === 1, 'the stream');
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });

    dispatchEvent(new Event('pagehide'));
    await untilAsync(async () => (await streams()).open === 0, 'the end of the stream');

    Reflect.deleteProperty(document, 'visibilityState');
    reader.remove();
  });

  it('is closed with the reader', async () => {
    const { reader, streams } = await serial();
    reader.remove();
    await untilAsync(async () => (await streams()).open === 0, 'the end of the stream');
  });
});
