import { expect } from '@open-wc/testing';
import { ListenRequestEvent, type ListenRequest } from '../../../../src/events/request-events.ts';
import type { SvcReader } from '../../../../src/svc-reader.ts';
import {
  fixtureApi,
  highlightedTexts,
  nextEvent,
  open,
  pageOf,
  press,
  waitUntil,
} from '../../fixtures/reader.ts';

const narrated = 'bk_narrated000000001';

const player = (reader: SvcReader) => reader.shadowRoot?.querySelector('svc-player') ?? null;
const inPlayer = (reader: SvcReader, selector: string) =>
  player(reader)?.shadowRoot?.querySelector<HTMLElement>(selector) ?? null;

function send(reader: SvcReader, request: ListenRequest): void {
  reader.dispatchEvent(new ListenRequestEvent(request));
}

const highlighted = (name: string): string[] => highlightedTexts(name) ?? [];

/** Number of the spoken paragraph, or 0 for the heading and if nothing is spoken. */
function numberOfSpoken(): number {
  return Number.parseInt(highlighted('spoken')[0] ?? '', 10) || 0;
}

/** Whether this browser plays audio without a user gesture. */
async function playsSound(): Promise<boolean> {
  const audio = new Audio(`${fixtureApi()}/content/${narrated}/resources/OPS/spoken.wav`);
  const isPlaying = new Promise<boolean>((resolve) => {
    audio.addEventListener('timeupdate', () => audio.currentTime > 0.5 && resolve(true));
    // Without an audio device, Firefox keeps playing silently and fires an error.
    audio.addEventListener('error', () => resolve(false));
    setTimeout(resolve, 8000, false);
  });
  const isAudible = await audio.play().then(
    () => isPlaying,
    () => false,
  );
  audio.pause();
  return isAudible;
}

async function listened(book = narrated): Promise<SvcReader> {
  const reader = await open({ book });
  send(reader, { type: 'start' });
  await waitUntil(() => inPlayer(reader, '.main, [role=alert]'), 'the player');
  return reader;
}

describe('a book with a recording', () => {
  let isHeard = false;
  before(async function () {
    isHeard = 'highlights' in CSS && (await playsSound());
    if (!isHeard) console.warn('No sound can be played here: what is heard is not tried.');
  });
  beforeEach(function () {
    if (!isHeard) this.skip();
  });

  it('plays and highlights one clip after another', async () => {
    const reader = await listened();
    await waitUntil(() => highlighted('spoken')[0] === 'Spoken', 'the heading');
    await waitUntil(
      () => highlighted('spoken')[0]?.startsWith('1. The harbour'),
      'the first paragraph',
    );
    expect(inPlayer(reader, '[part=player]')?.ariaLabel).to.equal('Reading aloud');
  });

  it('turns pages with the narration and continues in the next narrated chapter', async () => {
    const reader = await listened();
    send(reader, { type: 'rate', rate: 3 });
    await waitUntil(() => (reader.locator?.locations.offset ?? 0) > 0, 'another page');
    for (let at = 0; at < 28; at += 1) send(reader, { type: 'step', step: 1 });
    await waitUntil(() => reader.locator?.locations.section === 2, 'the next spoken chapter');
    await waitUntil(() => highlighted('spoken').length === 1, 'the highlight there');
  });

  it('continues at the page that the reader turns to', async () => {
    const reader = await listened();
    for (let at = 0; at < 20; at += 1) send(reader, { type: 'step', step: 1 });
    await waitUntil(() => numberOfSpoken() >= 20, 'a later piece');
    press(reader, 'Home');
    await waitUntil(
      () => numberOfSpoken() < 10 && highlighted('spoken').length === 1,
      'the first page',
    );
    expect(reader.locator?.locations.section).to.equal(0);
    await waitUntil(() => !inPlayer(reader, '.away'), 'the page to follow the narration');
  });

  it('lets the reader turn pages while paused, and then returns to the narration or continues there', async () => {
    const reader = await listened();
    await waitUntil(() => highlighted('spoken').length === 1, 'the highlight');
    send(reader, { type: 'toggle' });
    await waitUntil(() => inPlayer(reader, '.main')?.ariaLabel === 'Play', 'the pause');
    press(reader, 'End');
    const back = await waitUntil(() => inPlayer(reader, '.away'), 'the return button');
    back.click();
    await waitUntil(() => !inPlayer(reader, '.away'), 'the return button to disappear');
    expect(reader.locator?.locations.offset).to.be.lessThan(1000);

    press(reader, 'End');
    await waitUntil(() => inPlayer(reader, '.away'), 'the return button');
    send(reader, { type: 'toggle' });
    await waitUntil(() => numberOfSpoken() >= 20, 'a clip on the page');
    await waitUntil(() => !inPlayer(reader, '.away'), 'the page to follow the narration');
  });

  it('steps by clips, leaves a note early and skips notes', async () => {
    const reader = await listened();
    await waitUntil(() => highlighted('spoken').length === 1, 'the highlight');
    send(reader, { type: 'toggle' });
    send(reader, { type: 'step', step: 1 });
    send(reader, { type: 'step', step: 1 });
    await waitUntil(() => highlighted('spoken')[0]?.includes('A note'), 'the note');
    const leave = await waitUntil(
      () => inPlayer(reader, '[aria-label^="Skip the rest"]'),
      'the way out of the note',
    );
    leave.click();
    await waitUntil(() => highlighted('spoken')[0]?.startsWith('3.'), 'the passage after it');
    inPlayer(reader, '[aria-label^="Skip notes"]')?.click();
    await waitUntil(() => inPlayer(reader, '[aria-pressed=true]'), 'the pressed button');
    send(reader, { type: 'step', step: -1 });
    await waitUntil(
      () => highlighted('spoken')[0]?.startsWith('1.'),
      'the passage before the note',
    );
  });

  it('applies the publisher’s class to the spoken text', async () => {
    const reader = await listened('bk_narratedstyled001');
    const now = () =>
      [...(pageOf(reader).shadowRoot?.querySelectorAll('.leaf') ?? [])]
        .flatMap(({ shadowRoot }) => [...(shadowRoot?.querySelectorAll('.now') ?? [])])
        .map((element) => getComputedStyle(element).color);
    await waitUntil(() => now()[0] === 'rgb(1, 2, 3)', 'the publisher’s color');
    expect(highlighted('spoken')).to.deep.equal([]);
    send(reader, { type: 'stop' });
    await waitUntil(() => now().length === 0, 'the class to be removed');
  });

  it('stops at the end of the book and with its stop button', async () => {
    const reader = await listened();
    await waitUntil(() => highlighted('spoken').length === 1, 'the highlight');
    inPlayer(reader, '[aria-label="Stop reading aloud"]')?.click();
    await waitUntil(() => !player(reader), 'the player to close');
    expect(highlighted('spoken')).to.deep.equal([]);
    send(reader, { type: 'start' });
    await waitUntil(() => highlighted('spoken').length === 1, 'the highlight');
    reader.remove();
    // Moving the element must not stop it.
    await Promise.resolve();
    expect(highlighted('spoken')).to.deep.equal([]);
  });

  it('resumes at the same clip after the recording’s URL has expired', async () => {
    const reader = await open({ key: 'refused', book: narrated, start: '0#p12' });
    send(reader, { type: 'start' });
    await waitUntil(() => numberOfSpoken() > 0, 'the highlight');
    const first = numberOfSpoken();
    expect(first).to.be.greaterThan(5);
    await waitUntil(() => numberOfSpoken() > first, 'the next piece');
    expect(numberOfSpoken()).to.be.lessThan(first + 5);
    expect(inPlayer(reader, '[role=alert]')).to.equal(null);
  });

  it('reports that the recording cannot be played and retries on request', async () => {
    const reader = await listened('bk_narratedbroken001');
    const alert = await waitUntil(() => inPlayer(reader, '[role=alert]'), 'the error');
    expect(alert.textContent).to.equal('Couldn’t play the recording.');
    const again = inPlayer(reader, '.again');
    expect(again?.textContent?.trim()).to.equal('Try again');
    again?.click();
    await waitUntil(() => inPlayer(reader, '[role=alert]'), 'the error again');
    await expect(reader).to.be.accessible();
  });
});

describe('the menu', () => {
  it('offers read-aloud for a book with a recording', async () => {
    const reader = await open({ book: narrated });
    const toolbar = await waitUntil(
      () => reader.shadowRoot?.querySelector('svc-toolbar'),
      'toolbar',
    );
    toolbar.shadowRoot?.querySelector<HTMLElement>('[data-panel=menu]')?.click();
    const item = await waitUntil(
      () =>
        reader.shadowRoot
          ?.querySelector('svc-menu')
          ?.shadowRoot?.querySelector<HTMLElement>('[data-item=listen]'),
      'the line',
    );
    expect(item.textContent?.trim()).to.equal('Read aloud');
    const request = nextEvent(reader, 'svc-listen-request');
    item.click();
    expect((await request).request.type).to.equal('start');
  });
});
