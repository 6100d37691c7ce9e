import { formatRetryTime } from '../../../src/i18n/format.ts';
import { expect } from '@open-wc/testing';
import type { SvcReader } from '../../../src/svc-reader.ts';
import {
  english,
  fixtureApi,
  mount,
  nextEvent,
  numbered,
  open,
  pageOf,
  press,
  waitUntil,
  visibleText,
  type ReaderOptions,
} from '../fixtures/reader.ts';
import { openWithFeatures } from '../fixtures/controls.ts';

const noticeOf = (reader: SvcReader) =>
  reader.shadowRoot?.querySelector('svc-notice')?.shadowRoot?.querySelector('[role=alert]');

async function notice(options: ReaderOptions): Promise<{ reader: SvcReader; words: string }> {
  const reader = await mount(options);
  const element = await waitUntil(() => noticeOf(reader), 'a notice');
  return { reader, words: element.textContent?.replaceAll(/\s+/g, ' ').trim() ?? '' };
}

describe('a reader that cannot open its book', () => {
  const cases: [string, ReaderOptions, RegExp, boolean][] = [
    ['without a key', { key: '' }, /^API key missing/, false],
    ['without a book', { book: '' }, /^No book selected/, false],
    ['with a key that is not valid', { key: 'invalid' }, /^Invalid API key/, false],
    ['with a book that is not there', { book: 'bk_nothing0000000001' }, /^Book not found/, false],
    [
      'without a response of the server',
      { api: 'http://127.0.0.1:9' },
      /^The book’s server isn’t responding/,
      true,
    ],
    ['with a key that no header can contain', { key: 'svc_pro_“x”' }, /^Invalid API key/, false],
    [
      'when something else is wrong',
      { key: 'fault' },
      /^Couldn’t open the book .* Request ID: req_fixture$/,
      true,
    ],
  ];
  for (const [name, options, expected, canRetry] of cases) {
    it(`shows a message: ${name}`, async () => {
      const { reader, words } = await notice(options);
      expect(words).to.match(expected);
      expect(noticeOf(reader)?.querySelector('button') !== null).to.equal(canRetry);
      expect(reader.locator).to.equal(null);
    });
  }

  it('shows the local time at which an exhausted quota resets', async () => {
    const before = Date.now();
    const { words } = await notice({ key: 'quota' });
    // Shortly before midnight, the reset time is on the next day.
    const times = [before, Date.now()].map((ms) => formatRetryTime('en', ms + 3_600_000, ms));
    expect(words).to.match(/^No more books can be opened right now/);
    expect(times.some((time) => words.includes(`after ${time}`))).to.equal(true);
  });

  it('shows the message in German in a German locale', async () => {
    const { words } = await notice({ key: 'invalid', locale: 'de-AT' });
    expect(words).to.match(/^Ungültiger API-Schlüssel/);
  });

  it('fires an error event', async () => {
    const heard = nextEvent(document.body, 'svc-error');
    await mount({ key: 'quota' });
    const { code, status, requestId, retryAfterSeconds } = await heard;
    expect({ code, status, requestId, retryAfterSeconds }).to.deep.equal({
      code: 'quota_daily',
      status: 429,
      requestId: 'req_fixture',
      retryAfterSeconds: 3600,
    });
  });

  it('opens it when a retry succeeds', async () => {
    const { reader } = await notice({ api: 'http://127.0.0.1:9' });
    reader.api = fixtureApi();
    await waitUntil(() => reader.locator, 'the book');
    expect(noticeOf(reader) ?? null).to.equal(null);
  });

  it('retries automatically when the connection is restored', async () => {
    const { reader } = await notice({ api: 'http://127.0.0.1:9' });
    const again = nextEvent(reader, 'svc-error');
    dispatchEvent(new Event('online'));
    expect((await again).code).to.equal('api_unreachable');
  });
});

describe('while a book is open', () => {
  it('shows a section that fails to load without hiding the page, and offers a retry', async () => {
    const key = `broken:pages${Date.now()}`;
    const reader = await open({ key, book: numbered });
    press(reader, 'End');
    const text = visibleText(reader);
    press(reader, 'ArrowRight');
    const element = await waitUntil(() => noticeOf(reader), 'a notice');
    expect(element.textContent).to.contain('Couldn’t load the next pages.');
    expect(visibleText(reader)).to.equal(text);

    await fetch(`${fixtureApi()}/mend?key=${key}`);
    element.querySelector('button')?.click();

    await waitUntil(() => reader.locator?.locations.section === 1, 'the next chapter');
    await reader.updateComplete;
    expect(noticeOf(reader) ?? null).to.equal(null);
  });

  it('does not go to a section that failed to load after the reader turned a page', async () => {
    const key = `broken:left${Date.now()}`;
    const reader = await open({ key, book: numbered });
    reader.goTo({ section: 2, offset: 0 });
    await waitUntil(() => noticeOf(reader), 'a notice');
    press(reader, 'ArrowRight');
    await waitUntil(() => !noticeOf(reader), 'the notice to be hidden');

    await fetch(`${fixtureApi()}/mend?key=${key}`);
    reader.retry();

    expect(pageOf(reader).hasAttribute('busy')).to.equal(false);
  });

  it('shows only the notice while both a failure and the way back could be shown', async () => {
    const key = `broken:jump${Date.now()}`;
    const reader = await openWithFeatures({ key, book: numbered });
    const snackbar = () => reader.shadowRoot?.querySelector('svc-snackbar');
    press(reader, 'End');
    await waitUntil(snackbar, 'the way back');
    reader.goTo({ section: 2, offset: 0 });
    await waitUntil(() => noticeOf(reader), 'a notice');
    await waitUntil(() => !snackbar(), 'the way back to be hidden');

    await fetch(`${fixtureApi()}/mend?key=${key}`);
    noticeOf(reader)?.querySelector('button')?.click();
    await waitUntil(() => reader.locator?.locations.section === 2, 'the chapter');
    await waitUntil(snackbar, 'the way back');
    expect(noticeOf(reader) ?? null).to.equal(null);
  });

  it('an expired session is refreshed silently', async () => {
    const reader = await open({ key: 'expiring', book: numbered });
    const errors: Event[] = [];
    reader.addEventListener('svc-error', (event) => errors.push(event));
    press(reader, 'End', { ctrlKey: true });
    await waitUntil(() => reader.locator?.locations.section === 3, 'the last chapter');
    expect(errors).to.deep.equal([]);
  });
});

describe('the frame', () => {
  it('has its full size before anything is loaded, and keeps it', async () => {
    const reader = await mount({ height: 640 });
    const sizes = [reader.offsetHeight];
    await waitUntil(() => reader.locator, 'the book');
    sizes.push(reader.offsetHeight);
    await waitUntil(() => reader.shadowRoot?.querySelector('svc-progress'), 'controls');
    sizes.push(reader.offsetHeight);
    expect(new Set(sizes)).to.deep.equal(new Set([640]));
  });

  it('has a default size', async () => {
    const reader = await mount();
    reader.style.blockSize = '';
    expect(reader.offsetHeight).to.equal(Math.round(Math.min(innerHeight * 0.8, 768)));
  });

  it('shows a skeleton while the book loads, and is marked as busy', async () => {
    const reader = await mount({ book: english });
    const shell = reader.shadowRoot?.querySelector('.shell');
    if (!reader.locator) {
      expect(shell?.getAttribute('aria-busy')).to.equal('true');
      expect(reader.shadowRoot?.querySelector('.skeleton')).not.to.equal(null);
    }
    await waitUntil(() => reader.locator, 'the book');
    await reader.updateComplete;
    expect(shell?.getAttribute('aria-busy')).to.equal('false');
    expect(reader.shadowRoot?.querySelector('.skeleton')).to.equal(null);
  });

  it('uses the publisher’s colors, unless the page sets its own', async () => {
    const reader = await open({ key: 'branded' });
    const accent = () => getComputedStyle(reader).getPropertyValue('--svc-accent');
    expect(accent()).to.equal('rgb(1, 2, 3)');
    const style = document.createElement('style');
    style.textContent = 'svc-reader { --svc-accent: rgb(9, 9, 9); }';
    document.head.append(style);
    expect(accent()).to.equal('rgb(9, 9, 9)');
    style.remove();
  });
});
