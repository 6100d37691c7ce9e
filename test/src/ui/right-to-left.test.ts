import { expect } from '@open-wc/testing';
import { PanelRequestEvent, type RequestedPanel } from '../../../src/events/request-events.ts';
import type { SvcReader } from '../../../src/svc-reader.ts';
import {
  arabic,
  english,
  mount,
  numbered,
  open,
  pageOf,
  press,
  scrollerOf,
  stageOf,
  waitUntil,
} from '../fixtures/reader.ts';
import { panelTag } from '../fixtures/controls.ts';

const boxOf = (reader: SvcReader) => reader.shadowRoot?.querySelector<HTMLElement>('.shell');
const part = (reader: SvcReader, control: string, selector: string) =>
  waitUntil(
    () =>
      reader.shadowRoot?.querySelector(control)?.shadowRoot?.querySelector<HTMLElement>(selector),
    `${selector} of ${control}`,
  );
const middleOf = (element: Element) => {
  const { left, width } = element.getBoundingClientRect();
  return left + width / 2;
};

async function openPanel(reader: SvcReader, panel: RequestedPanel): Promise<HTMLElement> {
  pageOf(reader).dispatchEvent(new PanelRequestEvent(panel));
  const sheet = await part(reader, panelTag(panel), '.panel');
  await Promise.all(sheet.getAnimations().map(({ finished }) => finished));
  return sheet;
}

describe('in Arabic', () => {
  it('the toolbar and the panels are mirrored, but the pages are not', async () => {
    const reader = await open({ book: english, start: '1', locale: 'ar', width: 1000 });
    expect(boxOf(reader)?.dir).to.equal('rtl');
    const contents = await part(reader, 'svc-toolbar', '[data-panel=contents]');
    const menu = await part(reader, 'svc-toolbar', '[data-panel=menu]');
    expect(middleOf(contents)).to.be.greaterThan(middleOf(menu));
    expect(middleOf(await openPanel(reader, 'contents'))).to.be.greaterThan(middleOf(reader));
    expect(middleOf(await openPanel(reader, 'settings'))).to.be.lessThan(middleOf(reader));
    expect(getComputedStyle(pageOf(reader)).direction).to.equal('ltr');
    expect(getComputedStyle(scrollerOf(reader)).direction).to.equal('ltr');
  });

  it('all table of contents titles start at the same edge, in any script', async () => {
    const reader = await open({ book: english, locale: 'ar', width: 1000 });
    await openPanel(reader, 'contents');
    const contents = reader.shadowRoot?.querySelector('svc-contents');
    if (!contents) throw new Error('No contents.');
    const { toc } = contents;
    const [first] = toc;
    if (!first) throw new Error('No entries.');
    const mixed = {
      ...first,
      title: 'حكاية',
      children: [{ ...first, title: 'One', children: [] }],
    };
    contents.toc = [{ ...first, title: 'Two', children: [] }, mixed];
    await contents.updateComplete;
    const leftOf = (entry: Element) => {
      const range = document.createRange();
      range.selectNodeContents(entry.querySelector('.title') ?? entry);
      return Math.round(range.getBoundingClientRect().left);
    };
    const [two, arabicTitle, one] = [...contents.renderRoot.querySelectorAll('.entry')].map(leftOf);
    expect(arabicTitle).to.be.closeTo(Number(two), 4);
    expect(one).to.be.closeTo(Number(two) + 16, 4);
    contents.toc = toc;
  });

  it('keys and the slider follow the book’s direction', async () => {
    const reader = await open({ book: numbered, locale: 'ar' });
    press(reader, 'ArrowRight');
    await waitUntil(() => reader.locator?.locations.offset, 'the next page');
    press(reader, 'ArrowLeft');
    await waitUntil(() => reader.locator?.locations.offset === 0, 'the first page');
    const row = await part(reader, 'svc-progress', '.row');
    expect(getComputedStyle(row).direction).to.equal('ltr');
    const forward = await part(reader, 'svc-progress', '.next');
    expect(forward.title).to.equal('الصفحة التالية');
    expect(middleOf(forward)).to.be.greaterThan(middleOf(reader));
  });

  it('the table of contents has the direction of the book’s titles', async () => {
    const inBook = async (book: string) => {
      const reader = await open({ book, locale: 'ar' });
      const nav = (await openPanel(reader, 'contents')).querySelector('nav');
      return nav && getComputedStyle(nav).direction;
    };
    expect(await inBook(english)).to.equal('ltr');
    expect(await inBook(arabic)).to.equal('rtl');
  });

  it('axe reports no violations in any panel', async () => {
    const reader = await open({ book: english, start: '2', locale: 'ar' });
    for (const panel of [
      'contents',
      'marks',
      'search',
      'settings',
      'menu',
      'about',
      'help',
    ] as const) {
      await openPanel(reader, panel);
      await expect(reader).to.be.accessible();
    }
  });

  it('a notice runs from right to left', async () => {
    const reader = await mount({ key: 'quota', locale: 'ar' });
    const retry = await part(reader, 'svc-notice', 'button');
    expect(getComputedStyle(retry).direction).to.equal('rtl');
    await expect(reader).to.be.accessible();
  });
});

describe('the direction of the controls', () => {
  it('follows their language, regardless of the book and the page', async () => {
    document.documentElement.dir = 'rtl';
    try {
      const reader = await open({ book: arabic, locale: 'de' });
      expect(boxOf(reader)?.dir).to.equal('ltr');
      expect(getComputedStyle(scrollerOf(reader)).direction).to.equal('rtl');
      expect(stageOf(reader).getAttribute('aria-label')).to.include('Seiten von');
    } finally {
      document.documentElement.removeAttribute('dir');
    }
  });

  it('changes with the language', async () => {
    const reader = await open({ book: english, locale: 'he' });
    expect(boxOf(reader)?.dir).to.equal('rtl');
    reader.locale = 'fr';
    await waitUntil(() => boxOf(reader)?.lang === 'fr', 'French');
    expect(boxOf(reader)?.dir).to.equal('ltr');
  });
});
