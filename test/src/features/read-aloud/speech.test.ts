import { expect } from '@open-wc/testing';
import { ListenRequestEvent, type ListenRequest } from '../../../../src/events/request-events.ts';
import type { SvcReader } from '../../../../src/svc-reader.ts';
import { english, highlightedTexts, open, waitUntil, visibleText } from '../../fixtures/reader.ts';
import { installFakeSpeech, type FakeSpeech } from '../../fixtures/speech-engine.ts';

const inPlayer = (reader: SvcReader, selector: string) =>
  reader.shadowRoot
    ?.querySelector('svc-player')
    ?.shadowRoot?.querySelector<HTMLElement>(selector) ?? null;

function send(reader: SvcReader, request: ListenRequest): void {
  reader.dispatchEvent(new ListenRequestEvent(request));
}

describe('a book read by a device voice', () => {
  let speech: FakeSpeech;
  beforeEach(() => (speech = installFakeSpeech(['Ada', 'Ben'])));
  afterEach(() => speech.restore());

  async function listened(): Promise<SvcReader> {
    const reader = await open({ book: english, start: '1' });
    send(reader, { type: 'start' });
    await waitUntil(() => speech.now, 'a word');
    await waitUntil(() => inPlayer(reader, '.main'), 'the player');
    return reader;
  }

  it('is spoken sentence by sentence in the book’s language and highlighted', async () => {
    const reader = await listened();
    expect(speech.now?.text).to.equal('Loomings');
    expect(speech.now?.lang).to.equal('en');
    speech.end();
    await waitUntil(() => speech.now?.text.startsWith('Call me Ishmael.'), 'the next sentence');
    if (highlightedTexts('spoken')) {
      expect(highlightedTexts('spoken')?.[0]).to.match(/^Call me Ishmael\./);
      speech.word(8, 7);
      expect(highlightedTexts('spoken-word')).to.deep.equal(['Ishmael']);
    }
    send(reader, { type: 'step', step: -1 });
    expect(speech.now?.text).to.equal('Loomings');
  });

  it('restarts at the last word after a pause or a speed change', async () => {
    const reader = await listened();
    speech.end();
    await waitUntil(() => speech.now?.text.startsWith('Call me Ishmael.'), 'the next sentence');
    speech.word(8, 7);
    inPlayer(reader, '.main')?.click();
    expect(speech.now).to.equal(null);
    await waitUntil(() => inPlayer(reader, '.main')?.ariaLabel === 'Play', 'the pause');
    inPlayer(reader, '.main')?.click();
    expect(speech.now?.text).to.match(/^Ishmael\./);
    send(reader, { type: 'rate', rate: 2 });
    expect(speech.now?.rate).to.equal(2);
    expect(speech.now?.text).to.match(/^Ishmael\./);
  });

  it('offers the voices of its language', async () => {
    const reader = await listened();
    expect(speech.now?.voice).to.equal('Ada');
    const voices = await waitUntil(() => inPlayer(reader, '.voice'), 'the voices');
    if (!(voices instanceof HTMLSelectElement))
      throw new Error('The voice control is not a select element.');
    voices.value = 'Ben';
    voices.dispatchEvent(new Event('change'));
    expect(speech.now?.voice).to.equal('Ben');
  });

  it('turns pages with the narration', async () => {
    const reader = await listened();
    const before = reader.locator?.locations.offset ?? 0;
    for (let at = 0; at < 30; at += 1) speech.end();
    await waitUntil(() => (reader.locator?.locations.offset ?? 0) > before, 'another page');
  });

  it('continues with the next chapter and stops after the last', async () => {
    const reader = await open({ book: english, start: '5' });
    send(reader, { type: 'start' });
    await waitUntil(() => speech.now?.text === 'The end', 'the last chapter');
    send(reader, { type: 'step', step: -1 });
    await waitUntil(() => reader.locator?.locations.section === 3, 'the chapter before');
    speech.end();
    await waitUntil(() => speech.now?.text === 'The end', 'the last chapter again');
    expect(visibleText(reader)).to.contain('The end');
    speech.end();
    speech.end();
    await waitUntil(() => !inPlayer(reader, '.main'), 'the end of the book');
    expect(speech.now).to.equal(null);
  });

  it('stops when the book is closed', async () => {
    const reader = await listened();
    reader.remove();
    // Moving the element must not stop it.
    await Promise.resolve();
    expect(speech.now).to.equal(null);
  });

  it('leaves page keys to the pages, handles player keys, and returns focus at the end', async () => {
    const reader = await listened();
    const main = await waitUntil(() => inPlayer(reader, '.main:focus'), 'the focus');
    const press = (key: string) =>
      main.dispatchEvent(
        new KeyboardEvent('keydown', { key, bubbles: true, composed: true, cancelable: true }),
      );
    const before = reader.locator?.locations.offset ?? 0;
    press('ArrowRight');
    await waitUntil(() => speech.now?.text.startsWith('Call me Ishmael.'), 'the next sentence');
    expect(reader.locator?.locations.offset).to.equal(before);
    press('PageDown');
    await waitUntil(() => (reader.locator?.locations.offset ?? 0) > before, 'the next page');
    press('Escape');
    await waitUntil(() => !inPlayer(reader, '.main'), 'the player to close');
    await waitUntil(() => reader.shadowRoot?.activeElement?.localName === 'svc-page', 'the focus');
  });

  it('has an accessible player', async () => {
    const reader = await listened();
    await expect(reader).to.be.accessible();
  });
});

describe('a device without voices', () => {
  it('does not offer read-aloud', async () => {
    const speech = installFakeSpeech([]);
    const reader = await open({ book: english });
    const toolbar = await waitUntil(
      () => reader.shadowRoot?.querySelector('svc-toolbar'),
      'toolbar',
    );
    toolbar.shadowRoot?.querySelector<HTMLElement>('[data-panel=menu]')?.click();
    const menu = await waitUntil(() => reader.shadowRoot?.querySelector('svc-menu'), 'the menu');
    await menu.updateComplete;
    const lines = [...(menu.shadowRoot?.querySelectorAll<HTMLElement>('[data-item]') ?? [])];
    expect(lines.map(({ dataset }) => dataset['item']))
      .to.include('help')
      .and.not.include('listen');
    speech.restore();
  });
});
