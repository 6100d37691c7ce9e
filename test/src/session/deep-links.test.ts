import { expect } from '@open-wc/testing';
import { SvcReader } from '../../../src/svc-reader.ts';
import { english, mount, numbered, waitUntil } from '../fixtures/reader.ts';

const shown = (reader: SvcReader, control: string, selector: string) =>
  reader.shadowRoot?.querySelector(control)?.shadowRoot?.querySelector<HTMLElement>(selector) ??
  null;
const line = (reader: SvcReader, selector: string) => shown(reader, 'svc-snackbar', selector);
const locationsOf = (reader: SvcReader) => reader.locator?.locations;

describe('deep links', () => {
  const address = `${location.pathname}${location.search}`;
  afterEach(() => history.replaceState(null, '', address));

  async function linked(fragment: string, book = numbered): Promise<SvcReader> {
    history.replaceState(null, '', `${address}${fragment}`);
    const reader = await mount({ book: '' });
    Object.assign(reader, { deepLinks: true, book });
    await waitUntil(() => reader.locator, 'the book');
    return reader;
  }
  const follows = (name: string) => waitUntil(() => location.hash === name, name);

  it('open at the beginning for an invalid chapter', async () => {
    const warn = console.warn;
    const messages: string[] = [];
    console.warn = (text: string) => messages.push(text);
    try {
      expect(locationsOf(await linked(`#svc=${numbered}:ch_x:0`))).to.include({
        section: 0,
        offset: 0,
      });
      const started = await mount({ start: 'ch_x' });
      await waitUntil(() => started.locator, 'the book');
      expect(locationsOf(started)).to.include({ section: 0, offset: 0 });
    } finally {
      console.warn = warn;
    }
    expect(messages.length).to.equal(2);
    expect(messages[0]).to.match(/ignores rejected parameters \(chapter\)/);
  });

  it('open at the position in the URL and keep the URL up to date', async () => {
    const reader = await linked(`#svc=${numbered}:1:700`);
    expect(locationsOf(reader)).to.include({ section: 1, offset: 700 });
    reader.next();
    await waitUntil(() => location.hash !== `#svc=${numbered}:1:700`, 'the next page');
    expect(location.hash).to.equal(`#svc=${numbered}:1:${locationsOf(reader)?.offset}`);
  });

  it('accept an EPUB CFI', async () => {
    const reader = await linked(`#svc=${numbered}:epubcfi(/6/4!/4/6/1:0)`);
    expect(locationsOf(reader)?.section).to.equal(1);
    expect(locationsOf(reader)?.offset).to.be.greaterThan(0);
  });

  it('ignore positions in other books', async () => {
    const reader = await linked(`#page=2&svc=${english}:2:0`);
    expect(locationsOf(reader)).to.include({ section: 0, offset: 0 });
    await follows(`#page=2&svc=${english}:2:0&svc=${numbered}:0:0`);
  });

  it('keep other parts of the fragment', async () => {
    const reader = await linked('#chapter-list');
    await follows(`#chapter-list&svc=${numbered}:0:0`);
    history.pushState(null, '', `${address}#prices`);
    reader.goTo({ section: 2, offset: 0 });
    await follows(`#prices&svc=${numbered}:2:0`);
  });

  it('name the open book and not the previous one', async () => {
    const reader = await linked('');
    await follows(`#svc=${numbered}:0:0`);
    reader.book = english;
    await follows(`#svc=${english}:0:0`);
  });

  it('add the next jump to the history after an invalid URL', async () => {
    const reader = await linked('');
    await follows(`#svc=${numbered}:0:0`);
    history.replaceState(null, '', `${address}#svc=${numbered}:999:0`);
    dispatchEvent(new PopStateEvent('popstate'));
    // Browsers limit `history.length`, so the entries are counted where they are added.
    const pushState = history.pushState;
    let added = 0;
    history.pushState = function (...entry) {
      added += 1;
      pushState.apply(this, entry);
    };
    reader.goTo({ section: 2, offset: 0 });
    await follows(`#svc=${numbered}:2:0`);
    history.pushState = pushState;
    expect(added).to.equal(1);
    expect(locationsOf(reader)?.section).to.equal(2);
  });

  it('add jumps to the browser’s history', async () => {
    const reader = await linked('');
    await follows(`#svc=${numbered}:0:0`);
    reader.goTo({ section: 3, offset: 0 });
    await follows(`#svc=${numbered}:3:0`);
    history.back();
    await waitUntil(() => locationsOf(reader)?.section === 0, 'the way back');
    await follows(`#svc=${numbered}:0:0`);
  });

  it('go back and forward through the browser’s history with the keys', async () => {
    const reader = await linked('');
    const press = (key: string) =>
      !reader.dispatchEvent(new KeyboardEvent('keydown', { key, altKey: true, cancelable: true }));
    const shows = (section: number) =>
      waitUntil(() => locationsOf(reader)?.section === section, `section ${section}`);
    await follows(`#svc=${numbered}:0:0`);
    reader.goTo({ section: 3, offset: 0 });
    await follows(`#svc=${numbered}:3:0`);
    const { length } = history;

    expect(press('ArrowLeft')).to.equal(true);
    await shows(0);
    expect(location.hash).to.equal(`#svc=${numbered}:0:0`);
    expect(press('ArrowLeft'), 'the key of the browser').to.equal(false);
    expect(press('ArrowRight')).to.equal(true);
    await shows(3);
    expect(location.hash).to.equal(`#svc=${numbered}:3:0`);

    history.back();
    await shows(0);
    expect(line(reader, '.message')).to.equal(null);
    expect(press('ArrowLeft'), 'the key of the browser').to.equal(false);
    expect(history.length).to.equal(length);
  });

  it('can be copied from the menu', async () => {
    const reader = await linked('');
    await follows(`#svc=${numbered}:0:0`);
    await waitUntil(() => reader.shadowRoot?.querySelector('svc-toolbar'), 'the toolbar');
    shown(reader, 'svc-toolbar', '[data-panel=menu]')?.click();
    (await waitUntil(() => shown(reader, 'svc-menu', '[data-item=copy-link]'), 'the line')).click();
    const messages = await waitUntil(
      () => line(reader, '.message')?.textContent?.trim(),
      'an answer',
    );
    expect(messages).to.be.oneOf(['Link copied.', 'Couldn’t copy the link.']);
  });
});

describe('a position past the end of its section', () => {
  for (const mode of ['pages', 'scroll']) {
    it(`is reported as the end: ${mode}`, async () => {
      const reader = await mount({ start: '1:99999999', mode });
      await waitUntil(() => reader.locator, 'the book');
      const { progression, offset = 0 } = locationsOf(reader) ?? {};
      expect(locationsOf(reader)?.section).to.equal(1);
      expect(offset).to.be.within(1, 99_999);
      expect(progression).to.be.above(0.5);

      reader.goTo({ section: 0, offset: 99_999_999 });
      await waitUntil(() => locationsOf(reader)?.section === 0, 'the other section');
      expect(locationsOf(reader)?.offset).to.be.within(1, 99_999);
    });
  }
});

describe('the CFI of a position', () => {
  it('leads back to the position', async () => {
    expect(await new SvcReader().cfi()).to.equal(null);
    const reader = await mount({ book: numbered, start: '1:700' });
    await waitUntil(() => reader.locator, 'the book');
    const cfi = await reader.cfi();
    expect(cfi).to.match(/^epubcfi\(\/6\/4!\/4\/\d+\/1:\d+\)$/);
    const other = await mount({ book: numbered, start: cfi ?? '' });
    await waitUntil(() => other.locator, 'the book');
    expect(locationsOf(other)).to.include({ section: 1, offset: 700 });
  });
});
