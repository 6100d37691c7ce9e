import { expect } from '@open-wc/testing';
import type { SvcReader } from '../../../src/svc-reader.ts';
import { mount, nextEvent, open, stageOf, waitUntil, visibleText } from '../fixtures/reader.ts';

let keys = 0;
const keyOf = (wishes: string) => `sell:${wishes}:${++keys}x${Date.now()}`;
const noticeOf = (reader: SvcReader) =>
  reader.shadowRoot?.querySelector('svc-notice')?.shadowRoot?.querySelector('[role=alert]');

describe('access that ends while the book is open', () => {
  it('removes the text, shows a notice with a retry button, and fires an event', async () => {
    const ended = nextEvent(document.body, 'svc-access-expired');
    // `open` waits for the controls, but access may end before they load.
    const reader = await mount({ key: keyOf('ends'), start: '1' });
    const { bookId, locator } = await ended;
    expect(bookId).to.equal('bk_numbered000000001');
    expect(locator?.locations.section).to.equal(1);
    const notice = await waitUntil(() => noticeOf(reader), 'the notice');
    expect(notice.textContent).to.include('Your access has expired');
    expect(notice.querySelector('button')?.textContent?.trim()).to.equal('Try again');
    expect(stageOf(reader).querySelectorAll('.leaf').length).to.equal(0);
    expect(reader.locator).to.equal(null);
    await expect(reader).to.be.accessible();
  });

  it('continues without a jump if the host page provides a new token', async () => {
    const reader = await mount({ key: '', token: keyOf('ends') });
    let asked = 0;
    reader.tokenProvider = async () => {
      asked += 1;
      return keyOf('');
    };
    await waitUntil(() => reader.locator, 'the book');
    let ended = 0;
    let opened = 0;
    reader.addEventListener('svc-access-expired', () => (ended += 1));
    reader.addEventListener('svc-open', () => (opened += 1));
    reader.goTo({ section: 1, offset: 400 });
    await waitUntil(() => reader.locator?.locations.section === 1, 'the second chapter');
    const before = visibleText(reader);
    await waitUntil(() => asked, 'a new token');
    reader.goTo({ section: 3, offset: 0 });
    await waitUntil(() => reader.locator?.locations.section === 3, 'a chapter of the new session');
    reader.goTo({ section: 1, offset: 400 });
    await waitUntil(() => reader.locator?.locations.section === 1, 'the second chapter');
    expect(visibleText(reader)).to.equal(before);
    expect({ asked, ended, opened }).to.deep.equal({ asked: 1, ended: 0, opened: 0 });
  });

  it('ends if the host page has no new token', async () => {
    const reader = await mount({ key: '', token: keyOf('ends') });
    const ended = nextEvent(document.body, 'svc-access-expired');
    reader.tokenProvider = () => Promise.reject(new Error('Signed out.'));
    await waitUntil(() => reader.locator, 'the book');
    await ended;
    await waitUntil(() => noticeOf(reader), 'the notice');
  });
});

describe('a token', () => {
  /** Creates a reader whose token provider is set before it connects. */
  async function provided(token: string): Promise<SvcReader> {
    const model = await open();
    const reader = document.createElement('svc-reader') as SvcReader;
    for (const name of ['book', 'api', 'style', 'consent']) {
      reader.setAttribute(name, model.getAttribute(name) ?? '');
    }
    if (token) reader.setAttribute('token', token);
    reader.tokenProvider = async () => keyOf('');
    model.replaceWith(reader);
    return reader;
  }

  it('is requested if neither key nor token is set', async () => {
    const reader = await provided('');
    await waitUntil(() => reader.locator, 'the book');
  });

  it('is requested again when the API rejects the current one', async () => {
    const reader = await provided('invalid');
    await waitUntil(() => reader.locator, 'the book');
    expect(noticeOf(reader) ?? null).to.equal(null);
  });
});
