import { expect, html } from '@open-wc/testing';
import type { SvcReader } from '../../../src/svc-reader.ts';
import {
  arabic,
  mount,
  nextEvent,
  open,
  press,
  type ReaderOptions,
  waitUntil,
} from '../fixtures/reader.ts';

let keys = 0;
const keyOf = (wishes: string) => `sell:${wishes}:${++keys}x${Date.now()}`;

/** Creates a reader on the last page of its sample. */
async function atLastPage(wishes: string, options: ReaderOptions = {}): Promise<SvcReader> {
  const reader = await open({ key: keyOf(wishes), start: '1', ...options });
  reader.focus();
  press(reader, 'End');
  return reader;
}

const frameOf = (reader: SvcReader) =>
  reader.shadowRoot?.querySelector('svc-sample-end')?.shadowRoot?.querySelector('section') ?? null;
const offerOf = (reader: SvcReader) =>
  reader.shadowRoot?.querySelector('svc-purchase')?.shadowRoot ?? null;
const wordsIn = (root: ParentNode | null | undefined, selector: string) =>
  root?.querySelector(selector)?.textContent?.replaceAll(/\s+/g, ' ').trim() ?? null;
const inToolbar = (reader: SvcReader, selector: string) =>
  reader.shadowRoot?.querySelector('svc-toolbar')?.shadowRoot?.querySelector<HTMLElement>(selector);
const inProgress = (reader: SvcReader, selector: string) =>
  reader.shadowRoot
    ?.querySelector('svc-progress')
    ?.shadowRoot?.querySelector<HTMLElement>(selector);

async function atEnd(wishes: string, options: ReaderOptions = {}): Promise<SvcReader> {
  const reader = await atLastPage(wishes, options);
  expect(reader.next()).to.equal(true);
  await waitUntil(() => frameOf(reader), 'the end of the sample');
  return reader;
}

async function openContents(reader: SvcReader): Promise<HTMLElement> {
  inToolbar(reader, '[data-panel=contents]')?.click();
  return waitUntil(
    () =>
      reader.shadowRoot
        ?.querySelector('svc-contents')
        ?.shadowRoot?.querySelector<HTMLElement>('nav'),
    'the contents',
  );
}

describe('the end of a sample', () => {
  it('follows its last page, even in the middle of a section', async () => {
    const reader = await atLastPage('sample.priced.shop');
    const { offset, section, totalProgression } = reader.locator?.locations ?? {};
    expect(section).to.equal(1);
    expect(frameOf(reader)).to.equal(null);
    expect(reader.next()).to.equal(true);
    const words = wordsIn(await waitUntil(() => frameOf(reader), 'the end'), 'h2');
    expect(words).to.equal('The sample ends here');
    expect(reader.locator?.locations).to.include({ offset, section, totalProgression });
  });

  it('shows title, cover, the remaining part, and the price', async () => {
    const offer = offerOf(await atEnd('sample.priced.shop'));
    expect(wordsIn(offer, '.title')).to.equal('Numbered');
    expect(offer?.querySelector('img')?.src).to.match(/\/content\/\w+\/cover$/);
    expect(wordsIn(offer, '.left')).to.match(/^You’ve read \d+% of the book\.$/);
    expect(wordsIn(offer, '.left + .left')).to.equal('2 more chapters to read.');
    const link = offer?.querySelector('a');
    expect(link?.textContent?.replaceAll(/\s+/g, ' ').trim()).to.equal(
      'Buy for $9.99 (opens in a new tab)',
    );
    expect(link?.getAttribute('href')).to.match(/^http:.*\/buy\/ticket\?chapter=Chapter\+2$/);
    expect(link?.target).to.equal('_blank');
    expect(link?.rel).to.equal('noopener');
    expect(wordsIn(offer, '.rate')).to.equal(null);
  });

  it('indicates that a price is converted, with the date of its rate', async () => {
    const offer = offerOf(await atEnd('sample.priced.converted.shop'));
    expect(wordsIn(offer, 'a')).to.match(/^Buy for about €8\.99/);
    expect(wordsIn(offer, '.rate')).to.match(/^\$9\.99 · exchange rate as of today \d\d:\d\d/);
  });

  it('updates at the same position when the currency or affiliate changes', async () => {
    const reader = await open({ key: keyOf('priced.converted.shop.partner'), start: '1:700' });
    const link = () => inToolbar(reader, 'a');
    const place = reader.locator?.locations;
    expect(place).to.include({ section: 1, offset: 700 });
    const showsPrice = (mark: string) => waitUntil(() => link()?.textContent?.includes(mark), mark);
    await showsPrice('€');
    reader.setAttribute('currency', 'GBP');
    await nextEvent(reader, 'svc-open');
    await showsPrice('£');
    expect(reader.locator?.locations).to.deep.equal(place);

    Object.assign(reader, { affiliate: 'news', campaign: 'autumn', sub: 'a1' });
    await nextEvent(reader, 'svc-open');
    await showsPrice('£');
    expect(reader.locator?.locations).to.deep.equal(place);
    reader.sub = 'b2';
    await nextEvent(reader, 'svc-open');
    await showsPrice('£');
    reader.addEventListener('svc-buy-request', (event) => event.preventDefault(), { once: true });
    const clicked = nextEvent(reader, 'svc-affiliate-click');
    link()?.click();
    const { affiliate } = await clicked;
    expect(affiliate).to.include({ code: 'news', campaign: 'autumn', sub: 'b2' });
  });

  it('is translated to German', async () => {
    const reader = await atEnd('sample.priced.converted.shop', { locale: 'de' });
    expect(wordsIn(offerOf(reader), 'a')).to.match(/^Für etwa 8,99\s€ kaufen/);
    expect(wordsIn(offerOf(reader), '.rate')).to.match(/^9,99\s\$ · Wechselkurs: heute \d\d:\d\d$/);
    expect(wordsIn(offerOf(reader), '.left')).to.match(/\d+\s% des Buches gelesen\.$/);
    expect(wordsIn(offerOf(reader), '.left + .left')).to.equal('Noch 2 Kapitel.');
  });

  it('shows no price for a book that is not for sale', async () => {
    const reader = await atEnd('sample');
    expect(wordsIn(offerOf(reader), '.title')).to.equal('Numbered');
    expect(offerOf(reader)?.querySelector('a, .rate')).to.equal(null);
    expect(inToolbar(reader, 'a')).to.equal(null);
  });

  it('shows only the link if there is no price', async () => {
    expect(wordsIn(offerOf(await atEnd('sample.shop')), 'a')).to.match(/^Buy book/);
  });

  it('fires one event each time it is reached', async () => {
    const reader = await atLastPage('sample.shop');
    const heard: boolean[] = [];
    document.body.addEventListener('svc-sample-end', ({ isRead }) => heard.push(isRead));
    reader.next();
    reader.next();
    await waitUntil(() => frameOf(reader), 'the end');
    reader.next();
    expect(heard).to.deep.equal([true]);
    wordsIn(frameOf(reader), 'button');
    frameOf(reader)?.querySelector('button')?.click();
    await waitUntil(() => !frameOf(reader), 'the way back');
    press(reader, 'ArrowRight');
    await waitUntil(() => frameOf(reader), 'the end');
    expect(heard).to.deep.equal([true, true]);
  });

  for (const key of ['Escape', 'ArrowLeft', 'PageUp']) {
    it(`takes focus and returns it on ${key}`, async () => {
      const reader = await atEnd('sample.priced.shop');
      const frame = await waitUntil(() => frameOf(reader), 'the end');
      await waitUntil(() => frame.matches(':focus'), 'the focus');
      frame.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, composed: true }));
      await waitUntil(() => !frameOf(reader), 'the way back');
      await waitUntil(
        () => reader.shadowRoot?.activeElement?.localName === 'svc-page',
        'the focus',
      );
    });
  }

  it('takes focus even if the pages lose it before the code has loaded', async () => {
    const reader = await atLastPage('sample.shop');
    reader.next();
    reader.blur();
    await waitUntil(() => frameOf(reader)?.matches(':focus'), 'the focus');
  });

  it('turns back with an arrow key while its link has focus', async () => {
    const reader = await atEnd('sample.priced.shop');
    const link = await waitUntil(() => offerOf(reader)?.querySelector('a'), 'the link');
    link.focus();
    link.dispatchEvent(
      new KeyboardEvent('keydown', { key: 'ArrowLeft', bubbles: true, composed: true }),
    );
    await waitUntil(() => !frameOf(reader), 'the way back');
  });

  it('handles the shortcuts that open panels', async () => {
    const reader = await atEnd('sample.priced.shop');
    const end = await waitUntil(() => frameOf(reader), 'the end');
    end.focus();
    end.dispatchEvent(new KeyboardEvent('keydown', { key: 't', bubbles: true, composed: true }));
    await waitUntil(
      () => reader.shadowRoot?.querySelector('svc-contents')?.shadowRoot?.querySelector('nav'),
      'the contents',
    );
  });

  it('takes no focus from the host page', async () => {
    const reader = await atLastPage('sample');
    const button = document.createElement('button');
    document.body.append(button);
    button.focus();
    reader.next();
    await waitUntil(() => frameOf(reader), 'the end');
    expect(document.activeElement).to.equal(button);
    button.remove();
  });

  it('makes the page inert, keeps the progress bar usable, and steps back to the last page', async () => {
    const reader = await atEnd('sample.shop');
    expect(reader.shadowRoot?.querySelector('svc-page')?.inert).to.equal(true);
    const { page } = await waitUntil(
      () => reader.shadowRoot?.querySelector('svc-progress')?.view,
      'progress',
    );
    const buttons = [
      ...(reader.shadowRoot
        ?.querySelector('svc-progress')
        ?.shadowRoot?.querySelectorAll<HTMLButtonElement>('.turn') ?? []),
    ];
    expect(buttons.map(({ disabled }) => disabled)).to.deep.equal([false, true]);
    buttons[0]?.click();
    await waitUntil(() => !frameOf(reader), 'the way back');
    expect(reader.shadowRoot?.querySelector('svc-progress')?.view.page).to.equal(page);
  });

  it('closes when the page turns back by script', async () => {
    const reader = await atEnd('sample.shop');
    reader.goTo({ section: 0, offset: 0 });
    await waitUntil(() => !frameOf(reader), 'the pages');
    expect(reader.locator?.locations.section).to.equal(0);
  });

  it('shows slotted content', async () => {
    const reader = await atEnd('sample.priced.shop', {
      content: html`<form slot="end-of-sample"><button>Into the basket</button></form>`,
    });
    const slot = reader.shadowRoot?.querySelector<HTMLSlotElement>('slot[name=end-of-sample]');
    expect(slot?.assignedElements().map(({ localName }) => localName)).to.deep.equal(['form']);
    expect(reader.querySelector('form')?.checkVisibility()).to.equal(true);
    expect(reader.querySelector('form')?.getBoundingClientRect().width).to.be.greaterThan(50);
    expect(offerOf(reader)?.host.checkVisibility()).to.equal(false);
  });

  it('turns the other way in a right-to-left book', async () => {
    const reader = await atLastPage('sample.shop', { book: arabic, start: '0' });
    press(reader, 'ArrowLeft');
    const frame = await waitUntil(() => frameOf(reader), 'the end');
    const back = new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true });
    frame.dispatchEvent(back);
    await waitUntil(() => !frameOf(reader), 'the way back');
  });
});

describe('a sample', () => {
  it('is shown as part of the book in the progress bar, with its end marked', async () => {
    const reader = await atLastPage('sample.shop');
    const view = await waitUntil(() => {
      const shown = reader.shadowRoot?.querySelector('svc-progress')?.view;
      return shown && shown.fraction === shown.end ? shown : null;
    }, 'the last page');
    expect(view.fraction).to.be.within(0.3, 0.5);
    expect(view.positions).to.be.greaterThan(20);
    await waitUntil(() => inProgress(reader, '.end'), 'the mark');
    expect(inProgress(reader, 'input')?.getAttribute('aria-valuetext')).to.match(
      /the sample ends at \d+%$/,
    );
  });

  it('marks the chapters outside it as locked in the table of contents', async () => {
    const reader = await open({ key: keyOf('sample.shop') });
    const nav = await openContents(reader);
    const entries = [...nav.querySelectorAll('button')];
    const labelOf = (one: Element) =>
      [...one.querySelectorAll('.title, .spoken')].map(({ textContent }) => textContent).join('');
    expect(entries.map(labelOf)).to.deep.equal([
      'Chapter 1',
      'Chapter 2',
      'Chapter 3Not included in the sample',
      'Chapter 4Not included in the sample',
    ]);
    const arrived = nextEvent(document.body, 'svc-sample-end');
    entries[3]?.click();
    expect((await arrived).isRead).to.equal(false);
    const frame = await waitUntil(() => frameOf(reader), 'the end');
    expect(frame.matches(':focus')).to.equal(true);
    expect(reader.shadowRoot?.querySelector('svc-contents')).to.equal(null);
    expect(reader.locator?.locations.section).to.equal(0);
  });

  it('goes to its end from the slider, and requests no text outside it', async () => {
    const reader = await open({ key: keyOf('sample.shop') });
    let failures = 0;
    reader.addEventListener('svc-error', () => (failures += 1));
    reader.goTo(0.95);
    await waitUntil(() => frameOf(reader), 'the end');
    expect(failures).to.equal(0);
  });

  it('has no end in a whole book', async () => {
    const reader = await open({ key: keyOf('priced.shop'), start: '3' });
    press(reader, 'End');
    expect(reader.next()).to.equal(false);
    expect(frameOf(reader)).to.equal(null);
    expect(inProgress(reader, '.end')).to.equal(null);
  });
});

describe('a click on a buy button', () => {
  it('fires an event with the purchase details and opens the link', async () => {
    const reader = await atEnd('sample.priced.converted.shop.partner');
    const link = await waitUntil(() => offerOf(reader)?.querySelector('a'), 'the link');
    const requested = nextEvent(document.body, 'svc-buy-request');
    const clicked = nextEvent(document.body, 'svc-affiliate-click');
    // Cancel the navigation so that no tab opens.
    const opened = new Promise<boolean>((resolve) =>
      window.addEventListener(
        'click',
        (event) => {
          resolve(!event.defaultPrevented);
          event.preventDefault();
        },
        { once: true },
      ),
    );
    link.click();
    expect(await opened).to.equal(true);
    const { bookId, price, converted, buyUrl, clickId, traceId, affiliate } = await requested;
    expect({ bookId, price, converted, clickId, traceId, affiliate }).to.deep.equal({
      bookId: 'bk_numbered000000001',
      price: { amount: '9.99', currency: 'USD' },
      converted: { amount: '8.99', currency: 'EUR' },
      clickId: 'clk_fixture',
      traceId: 'trc_fixture',
      affiliate: { id: 'prt_fixture', code: 'blog', campaign: 'spring', sub: null },
    });
    expect(buyUrl).to.match(/\/buy\/ticket\?chapter=\S+$/);
    expect(link.href).to.equal(buyUrl);
    expect((await clicked).affiliate.code).to.equal('blog');
  });

  it('is handled by the page if it prevents the default', async () => {
    const reader = await open({ key: keyOf('priced.shop') });
    const link = await waitUntil(() => inToolbar(reader, 'a'), 'the toolbar’s button');
    reader.addEventListener('svc-buy-request', (event) => event.preventDefault(), { once: true });
    const prevented = new Promise<boolean>((resolve) =>
      window.addEventListener(
        'click',
        (event) => {
          resolve(event.defaultPrevented);
          event.preventDefault();
        },
        { once: true },
      ),
    );
    link.click();
    expect(await prevented).to.equal(true);
  });

  it('is offered in the toolbar unless the controls exclude it', async () => {
    const reader = await open({ key: keyOf('priced.shop') });
    expect(wordsIn(reader.shadowRoot?.querySelector('svc-toolbar')?.shadowRoot, 'a')).to.match(
      /^Buy \$9\.99/,
    );
    const without = await open({ key: keyOf('priced.shop'), controls: 'contents progress' });
    expect(inToolbar(without, 'a')).to.equal(null);
    const alone = await open({ key: keyOf('priced.shop'), controls: 'buy progress' });
    expect(inToolbar(alone, 'a')).not.to.equal(null);
    expect(inToolbar(alone, 'button')).to.equal(null);
  });
});

describe('axe reports no violations at the end of a sample', () => {
  for (const theme of ['light', 'dark', 'sepia']) {
    it(`offered, ${theme}`, async () => {
      const reader = await atEnd('sample.priced.converted.shop', { theme });
      const frame = await waitUntil(() => frameOf(reader), 'the end');
      await Promise.all(frame.getAnimations().map(({ finished }) => finished));
      await expect(reader).to.be.accessible();
    });
  }

  it('in a table of contents with locked entries', async () => {
    const reader = await open({ key: keyOf('sample.priced.shop.house') });
    const nav = await openContents(reader);
    const panel = nav.closest('.panel');
    await Promise.all(panel?.getAnimations().map(({ finished }) => finished) ?? []);
    await expect(reader).to.be.accessible();
  });

  it('in a right-to-left book with the theme of a deployment', async () => {
    const reader = await mount({ key: keyOf('sample.shop.house'), book: arabic, theme: '' });
    await waitUntil(
      () => reader.shadowRoot?.querySelector('svc-publisher-links'),
      'the deployment',
    );
    press(reader, 'End');
    reader.next();
    const frame = await waitUntil(() => frameOf(reader), 'the end');
    await Promise.all(frame.getAnimations().map(({ finished }) => finished));
    await expect(reader).to.be.accessible();
  });
});
