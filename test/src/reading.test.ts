import { expect } from '@open-wc/testing';
import { SettingsRequestEvent } from '../../src/events/request-events.ts';
import {
  arabic,
  english,
  japanese,
  numbered,
  nextFrame,
  mount,
  mountedSections,
  nextEvent,
  open,
  pageOf,
  press,
  scrollerOf,
  stageOf,
  waitUntil,
  visibleText,
} from './fixtures/reader.ts';
import { books } from './fixtures/books.ts';
import type { SvcReader } from '../../src/svc-reader.ts';

/** Turns pages until `turn` returns false, and returns the text of each page. */
async function readAll(reader: SvcReader, turn: () => boolean): Promise<string[]> {
  const pages = [visibleText(reader)];
  for (let count = 0; count < 200; count++) {
    const before = reader.locator?.locations;
    if (!turn()) return pages;
    await waitUntil(() => changed(reader.locator?.locations, before), 'the next page');
    pages.push(visibleText(reader));
  }
  throw new Error('The book does not end.');
}

function changed(now: object | undefined, before: object | undefined): boolean {
  return JSON.stringify(now) !== JSON.stringify(before);
}

const plainText = (id: string): string[] =>
  (books[id]?.sections ?? [])
    .filter(({ title }) => title !== 'Not on the way')
    .map(({ tree }) => textOf(tree));

function textOf(tree: unknown): string {
  if (typeof tree === 'string') return tree;
  return Array.isArray(tree) ? `${tree.slice(2).map(textOf).join(' ')} ` : '';
}

const squeeze = (text: string) => text.replaceAll(/\s+/g, '');

describe('reading', () => {
  it('shows every word of a book once, in order, from the first page to the last', async () => {
    const reader = await open({ book: numbered });
    const pages = await readAll(reader, () => reader.next());
    expect(squeeze(pages.join(' '))).to.equal(squeeze(plainText(numbered).join(' ')));
    expect(reader.locator?.locations.section).to.equal(3);
  });

  it('shows the same pages when going back', async () => {
    const reader = await open({ book: numbered, width: 1100, height: 700 });
    const forward = await readAll(reader, () => reader.next());
    const backward = await readAll(reader, () => reader.previous());
    expect(backward.toReversed()).to.deep.equal(forward);
  });

  for (const [name, book] of Object.entries({ arabic, japanese })) {
    it(`shows every word when pages progress to the left: ${name}`, async () => {
      const reader = await open({ book });
      const pages = await readAll(reader, () => reader.next());
      expect(squeeze(pages.join(' '))).to.equal(squeeze(plainText(book).join(' ')));
    });

    it(`turns forward with the left arrow and back with the right arrow: ${name}`, async () => {
      const reader = await open({ book });
      const first = visibleText(reader);
      press(reader, 'ArrowLeft');
      expect(visibleText(reader)).not.to.equal(first);
      press(reader, 'ArrowRight');
      expect(visibleText(reader)).to.equal(first);
    });
  }

  it('turns with arrows, space and page keys, and goes to the ends', async () => {
    const reader = await open({ book: numbered });
    const page = () => reader.locator?.locations.offset ?? -1;
    press(reader, 'ArrowRight');
    const second = page();
    expect(second).to.be.greaterThan(0);
    press(reader, ' ');
    expect(page()).to.be.greaterThan(second);
    press(reader, ' ', { shiftKey: true });
    expect(page()).to.equal(second);
    press(reader, 'PageUp');
    expect(page()).to.equal(0);
    press(reader, 'End');
    expect(visibleText(reader)).to.match(/spoken\.$/);
    press(reader, 'Home');
    expect(page()).to.equal(0);
    press(reader, 'End', { ctrlKey: true });
    await waitUntil(() => reader.locator?.locations.section === 3, 'the last chapter');
    expect(reader.next()).to.equal(false);
  });

  it('prevents only its own keys from scrolling the host page', async () => {
    const reader = await open();
    expect(press(reader, ' '), 'space').to.equal(false);
    expect(press(reader, 'ArrowDown'), 'down').to.equal(false);
    expect(press(reader, 'Tab'), 'tab').to.equal(true);
    expect(press(reader, 'f', { ctrlKey: true }), 'find').to.equal(true);
  });

  it('crosses a chapter boundary immediately, because both neighbors are laid out', async () => {
    const reader = await open({ book: numbered, start: '1' });
    await waitUntil(() => mountedSections(reader) === 3, 'both neighbours');
    await nextFrame();
    press(reader, 'ArrowLeft');
    expect(reader.locator?.locations.section).to.equal(0);
    expect(visibleText(reader)).to.match(/spoken\.$/);
    press(reader, 'ArrowRight');
    expect(visibleText(reader)).to.match(/^Chapter 2/);
  });

  it('skips non-linear sections, and still goes to them on request', async () => {
    const reader = await open({ book: english, start: '3' });
    press(reader, 'End');
    press(reader, 'ArrowRight');
    await waitUntil(() => reader.locator?.locations.section === 5, 'the end');
    reader.goTo({ section: 4, offset: 0 });
    await waitUntil(() => reader.locator?.locations.section === 4, 'the note');
    expect(visibleText(reader)).to.contain('outside the main flow');
  });

  it('follows links inside the book', async () => {
    const reader = await open({ book: english, start: '2' });
    press(reader, 'End');
    const link = scrollerOf(reader).querySelector<HTMLElement>('a[href^="#section"]');
    link?.click();
    await waitUntil(() => reader.locator?.locations.section === 1, 'the other chapter');
    expect(visibleText(reader)).to.match(/^Loomings/);
    expect(location.hash).to.equal('');
  });

  it('lets the host page cancel links that leave the book', async () => {
    const reader = await open({ book: english, start: '2' });
    press(reader, 'End');
    const asked: string[] = [];
    reader.addEventListener('svc-external-link', (event) => {
      asked.push(event.href);
      event.preventDefault();
    });
    scrollerOf(reader).querySelector<HTMLElement>('a[target=_blank]')?.click();
    expect(asked).to.deep.equal(['https://example.org/']);
  });

  it('turns to the page of a link that receives focus', async () => {
    const reader = await open({ book: english, start: '2' });
    expect(reader.locator?.locations.offset).to.equal(0);
    scrollerOf(reader).querySelector<HTMLElement>('a')?.focus();
    await waitUntil(() => (reader.locator?.locations.offset ?? 0) > 0, 'the link’s page');
    expect(visibleText(reader)).to.contain('way back');
  });

  it('snaps to a whole page after other scrolling, such as find-in-page', async () => {
    const reader = await open({ book: numbered });
    const scroller = scrollerOf(reader);
    scroller.scrollLeft = scroller.clientWidth * 2 + 37;
    await waitUntil(() => scroller.scrollLeft === scroller.clientWidth * 2, 'a whole page');
    expect(reader.locator?.locations.offset).to.be.greaterThan(0);
  });

  it('never scrolls the host page', async () => {
    document.body.style.height = '5000px';
    const reader = await open({ book: english });
    scrollTo(0, 0);
    for (const key of ['End', 'Home', 'ArrowRight', ' ']) press(reader, key);
    reader.goTo(0.7);
    await waitUntil(() => reader.locator?.locations.section === 3, 'the chapter');
    reader.focus();
    await nextFrame();
    expect(scrollY).to.equal(0);
    document.body.style.height = '';
  });
});

describe('the reading position', () => {
  it('stays when the reader is resized repeatedly', async () => {
    const reader = await open({ book: numbered });
    for (let count = 0; count < 5; count++) press(reader, 'ArrowRight');
    const before = visibleText(reader);
    const offset = reader.locator?.locations.offset;
    const [start = ''] = before.split('. ');
    for (const width of [333, 700, 1200, 512, 400]) {
      reader.style.inlineSize = `${width}px`;
      await nextEvent(reader, 'svc-page-change');
      expect(reader.locator?.locations.offset).to.equal(offset);
      expect(visibleText(reader)).to.contain(start);
    }
    expect(visibleText(reader)).to.equal(before);
  });

  it('stays when the text is enlarged and reduced again', async () => {
    const reader = await open({ book: numbered });
    for (let count = 0; count < 4; count++) press(reader, 'ArrowRight');
    const before = visibleText(reader);
    const [first = ''] = before.split(' ');
    for (const fontScale of [1.6, 0.8, 2.5, 1]) {
      reader.dispatchEvent(new SettingsRequestEvent({ fontScale }));
      await nextEvent(reader, 'svc-page-change');
      expect(visibleText(reader)).to.contain(first);
    }
    expect(visibleText(reader)).to.equal(before);
  });

  it('is restored from its quote when the text before it has changed', async () => {
    localStorage.setItem(
      `svc-reader:place:${numbered}`,
      JSON.stringify({ section: 1, offset: 3000, highlight: '20. The harbour lay quiet' }),
    );
    const reader = await open({ book: numbered, consent: '' });
    expect(reader.locator?.text.highlight).to.match(/^20\. The harbour lay quiet/);
    expect(visibleText(reader)).to.contain('20. The harbour');
    localStorage.clear();
  });

  it('is restored on the next visit', async () => {
    localStorage.clear();
    const first = await open({ book: numbered, consent: '' });
    for (let count = 0; count < 3; count++) press(first, 'ArrowRight');
    const text = visibleText(first);
    first.remove();
    const second = await open({ book: numbered, consent: '' });
    expect(visibleText(second)).to.equal(text);
    localStorage.clear();
  });

  it('is not stored before consent, and is stored immediately after it', async () => {
    localStorage.clear();
    const reader = await open({ book: numbered, consent: 'required' });
    press(reader, 'ArrowRight');
    expect(localStorage.length).to.equal(0);
    reader.consent = 'granted';
    await reader.updateComplete;
    expect(localStorage.getItem(`svc-reader:place:${numbered}`)).to.contain('"section":0');
    localStorage.clear();
  });

  it('starts at the position of the start attribute', async () => {
    const reader = await open({ book: english, start: '2#title' });
    expect(visibleText(reader)).to.match(/^The Carpet-Bag/);
    const other = await open({ book: numbered, start: '1:5000' });
    expect(other.locator?.locations.offset).to.equal(5000);
  });

  it('can be set as a locator, an offset or a fraction of the book', async () => {
    const reader = await open({ book: numbered });
    reader.goTo({ section: 1, offset: 2000 });
    await waitUntil(() => reader.locator?.locations.section === 1, 'the chapter');
    const { locator } = reader;
    reader.goTo(1);
    await waitUntil(() => reader.locator?.locations.section === 3, 'the end');
    if (locator) reader.goTo(locator);
    await waitUntil(() => reader.locator?.locations.section === 1, 'the chapter again');
    expect(reader.locator).to.deep.equal(locator);
  });
});

describe('events', () => {
  it('report the opened book, each page and each chapter', async () => {
    const heard: string[] = [];
    const listen = (event: Event) => heard.push(event.type);
    for (const type of ['svc-open', 'svc-page-change', 'svc-chapter-change']) {
      document.body.addEventListener(type, listen);
    }
    const reader = await open({ book: numbered, start: '1' });
    expect(heard).to.deep.equal(['svc-page-change', 'svc-chapter-change', 'svc-open']);
    heard.length = 0;
    await waitUntil(() => mountedSections(reader) === 3, 'both neighbours');
    await nextFrame();
    press(reader, 'ArrowRight');
    expect(heard).to.deep.equal(['svc-page-change']);
    press(reader, 'Home');
    heard.length = 0;
    press(reader, 'ArrowLeft');
    expect(heard).to.deep.equal(['svc-page-change', 'svc-chapter-change']);
    for (const type of ['svc-open', 'svc-page-change', 'svc-chapter-change']) {
      document.body.removeEventListener(type, listen);
    }
  });

  it('report a page once, even if it is laid out several times', async () => {
    const reader = await open({ book: numbered, start: '1:2000' });
    const reported: number[] = [];
    reader.addEventListener('svc-page-change', ({ page }) => reported.push(page));
    const around = reader.parentElement;
    for (let times = 0; times < 5; times++) around?.append(reader);
    const laidOut = nextEvent(pageOf(reader), 'svc-page-move');
    reader.theme = 'contrast';
    await laidOut;
    expect(reported).to.deep.equal([]);
    const page = pageOf(reader).rendition?.current.page ?? 0;
    press(reader, 'ArrowRight');
    expect(reported).to.deep.equal([page + 2]);
  });

  it('report the first chapter of a book that is reopened', async () => {
    const reader = await open({ book: numbered });
    const reported = nextEvent(reader, 'svc-chapter-change');
    reader.campaign = 'spring';
    expect((await reported).title).to.equal('Chapter 1');
  });

  it('contain the page, the share read and the locator', async () => {
    const reader = await open({ book: numbered });
    const event = nextEvent(reader, 'svc-page-change');
    press(reader, 'ArrowRight');
    const { page, pages, fraction, locator } = await event;
    expect(page).to.equal(2);
    expect(pages).to.be.greaterThan(10);
    expect(fraction).to.be.within(0.005, 0.05);
    expect(locator.href).to.equal('OPS/section-0.xhtml');
    expect(visibleText(reader).replaceAll(/\s+/g, ' ')).to.contain(
      locator.text.highlight.slice(0, 20).trim(),
    );
  });
});

describe('two readers on one page', () => {
  it('do not affect each other', async () => {
    const one = await open({ book: numbered });
    const two = await open({ book: english, start: '1', theme: 'dark' });
    const text = visibleText(two);
    press(one, 'ArrowRight');
    one.dispatchEvent(new SettingsRequestEvent({ fontScale: 2.1, theme: 'sepia' }));
    await nextEvent(one, 'svc-page-change');
    expect(visibleText(two)).to.equal(text);
    expect(getComputedStyle(two).getPropertyValue('--svc-background')).to.equal('#17181a');
    one.remove();
    press(two, 'ArrowRight');
    expect(visibleText(two)).not.to.equal(text);
  });
});

describe('another book', () => {
  it('replaces the first one when the attribute changes', async () => {
    const reader = await open({ book: numbered });
    reader.setAttribute('book', english);
    await nextEvent(reader, 'svc-open');
    expect(reader.locator?.title).to.equal('Cover');
    expect(scrollerOf(reader).querySelector('img')?.alt).to.equal('Cover');
  });

  it('is not shown if the reader was removed before it loaded', async () => {
    const reader = await mount({ book: numbered });
    reader.remove();
    const heard: Event[] = [];
    reader.addEventListener('svc-open', (event) => heard.push(event));
    const other = await open({ book: numbered });
    expect(heard).to.deep.equal([]);
    expect(other.isConnected).to.equal(true);
  });

  it('opens again when the element is reinserted', async () => {
    const reader = await open({ book: numbered });
    const parent = reader.parentElement;
    press(reader, 'ArrowRight');
    const text = visibleText(reader);
    reader.remove();
    await nextFrame();
    expect(stageOf(reader).querySelector('.leaf')).to.equal(null);
    parent?.append(reader);
    await nextEvent(reader, 'svc-open');
    expect(visibleText(reader)).to.equal(text);
  });
});
