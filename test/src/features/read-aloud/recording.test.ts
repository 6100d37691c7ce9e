import { expect } from '@open-wc/testing';
import { ListenRequestEvent, type ListenRequest } from '../../../../src/events/request-events.ts';
import type { SvcReader } from '../../../../src/svc-reader.ts';
import { fixtureApi, nextEvent, open, pageOf, press, waitUntil } from '../../fixtures/reader.ts';

const narrated = 'bk_narrated000000001';

const player = (reader: SvcReader) => reader.shadowRoot?.querySelector('svc-player') ?? null;
const inPlayer = (reader: SvcReader, selector: string) =>
  player(reader)?.shadowRoot?.querySelector<HTMLElement>(selector) ?? null;

function ask(reader: SvcReader, request: ListenRequest): void {
  reader.dispatchEvent(new ListenRequestEvent(request));
}

function painted(name: string): string[] {
  return [...(CSS.highlights.get(`svc-${name}`) ?? [])].map((range) => String(range));
}

/** Of the paragraph that is spoken; 0 for the heading, and while nothing is. */
function numberOfSpoken(): number {
  return Number.parseInt(painted('spoken')[0] ?? '', 10) || 0;
}

/** Whether this browser plays a recording here and now, without anybody’s press. */
async function playsSound(): Promise<boolean> {
  const audio = new Audio(`${fixtureApi()}/content/${narrated}/resources/OPS/spoken.wav`);
  const heard = new Promise<boolean>((resolve) => {
    audio.addEventListener('timeupdate', () => audio.currentTime > 0.5 && resolve(true));
    // Firefox goes on without a sound where there is no device for it, and tells of an error.
    audio.addEventListener('error', () => resolve(false));
    setTimeout(resolve, 8000, false);
  });
  const isPlaying = await audio.play().then(
    () => heard,
    () => false,
  );
  audio.pause();
  return isPlaying;
}

async function listened(book = narrated): Promise<SvcReader> {
  const reader = await open({ book });
  ask(reader, { type: 'start' });
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

  it('is heard, with what is spoken painted, piece after piece', async () => {
    const reader = await listened();
    await waitUntil(() => painted('spoken')[0] === 'Spoken', 'the heading');
    await waitUntil(
      () => painted('spoken')[0]?.startsWith('1. The harbour'),
      'the first paragraph',
    );
    expect(inPlayer(reader, '[part=player]')?.ariaLabel).to.equal('Reading aloud');
  });

  it('turns the pages when the voice moves on, and goes on in the next chapter that is spoken', async () => {
    const reader = await listened();
    ask(reader, { type: 'rate', rate: 3 });
    await waitUntil(() => (reader.locator?.locations.offset ?? 0) > 0, 'another page');
    for (let at = 0; at < 28; at += 1) ask(reader, { type: 'step', step: 1 });
    await waitUntil(() => reader.locator?.locations.section === 2, 'the next spoken chapter');
    await waitUntil(() => painted('spoken').length === 1, 'what is spoken there');
  });

  it('goes on where the person turns to', async () => {
    const reader = await listened();
    for (let at = 0; at < 20; at += 1) ask(reader, { type: 'step', step: 1 });
    await waitUntil(() => numberOfSpoken() >= 20, 'a later piece');
    press(reader, 'Home');
    await waitUntil(
      () => numberOfSpoken() < 10 && painted('spoken').length === 1,
      'the first page',
    );
    expect(reader.locator?.locations.section).to.equal(0);
    await waitUntil(() => !inPlayer(reader, '.away'), 'pages and voice together');
  });

  it('leaves the pages to whoever turns away from a pause, and leads back, or goes on there', async () => {
    const reader = await listened();
    await waitUntil(() => painted('spoken').length === 1, 'what is spoken');
    ask(reader, { type: 'toggle' });
    await waitUntil(() => inPlayer(reader, '.main')?.ariaLabel === 'Play', 'the pause');
    press(reader, 'End');
    const back = await waitUntil(() => inPlayer(reader, '.away'), 'the way back');
    back.click();
    await waitUntil(() => !inPlayer(reader, '.away'), 'the end of the way back');
    expect(reader.locator?.locations.offset).to.be.lessThan(1000);

    press(reader, 'End');
    await waitUntil(() => inPlayer(reader, '.away'), 'the way back');
    ask(reader, { type: 'toggle' });
    await waitUntil(() => numberOfSpoken() >= 20, 'what is on the page');
    await waitUntil(() => !inPlayer(reader, '.away'), 'pages and voice together');
  });

  it('steps by pieces, leaves a note early, and passes notes over', async () => {
    const reader = await listened();
    await waitUntil(() => painted('spoken').length === 1, 'what is spoken');
    ask(reader, { type: 'toggle' });
    ask(reader, { type: 'step', step: 1 });
    ask(reader, { type: 'step', step: 1 });
    await waitUntil(() => painted('spoken')[0]?.includes('A note'), 'the note');
    const leave = await waitUntil(
      () => inPlayer(reader, '[aria-label^="Skip the rest"]'),
      'the way out of the note',
    );
    leave.click();
    await waitUntil(() => painted('spoken')[0]?.startsWith('3.'), 'what is behind it');
    inPlayer(reader, '[aria-label^="Skip notes"]')?.click();
    await waitUntil(() => inPlayer(reader, '[aria-pressed=true]'), 'the wish');
    ask(reader, { type: 'step', step: -1 });
    await waitUntil(() => painted('spoken')[0]?.startsWith('1.'), 'what is in front of the note');
  });

  it('is marked as its publisher wants, where that is said', async () => {
    const reader = await listened('bk_narratedstyled001');
    const now = () =>
      [...(pageOf(reader).shadowRoot?.querySelectorAll('.leaf') ?? [])]
        .flatMap(({ shadowRoot }) => [...(shadowRoot?.querySelectorAll('.now') ?? [])])
        .map((element) => getComputedStyle(element).color);
    await waitUntil(() => now()[0] === 'rgb(1, 2, 3)', 'the publisher’s colour');
    expect(painted('spoken')).to.deep.equal([]);
    ask(reader, { type: 'stop' });
    await waitUntil(() => now().length === 0, 'the end of it');
  });

  it('ends with the book, and with its own button', async () => {
    const reader = await listened();
    await waitUntil(() => painted('spoken').length === 1, 'what is spoken');
    inPlayer(reader, '[aria-label="Stop reading aloud"]')?.click();
    await waitUntil(() => !player(reader), 'the end');
    expect(painted('spoken')).to.deep.equal([]);
    ask(reader, { type: 'start' });
    await waitUntil(() => painted('spoken').length === 1, 'what is spoken');
    reader.remove();
    // One that is only moved stays as it was.
    await Promise.resolve();
    expect(painted('spoken')).to.deep.equal([]);
  });

  it('goes on when the address of the recording has expired, at the same piece', async () => {
    const reader = await open({ key: 'refused', book: narrated, start: '0#p12' });
    ask(reader, { type: 'start' });
    await waitUntil(() => numberOfSpoken() > 0, 'what is spoken');
    const first = numberOfSpoken();
    expect(first).to.be.greaterThan(5);
    await waitUntil(() => numberOfSpoken() > first, 'the next piece');
    expect(numberOfSpoken()).to.be.lessThan(first + 5);
    expect(inPlayer(reader, '[role=alert]')).to.equal(null);
  });

  it('says in words that it cannot be played, and tries again when it is told to', async () => {
    const reader = await listened('bk_narratedbroken001');
    const alert = await waitUntil(() => inPlayer(reader, '[role=alert]'), 'the words');
    expect(alert.textContent).to.equal('Couldn’t play the recording.');
    const again = inPlayer(reader, '.again');
    expect(again?.textContent?.trim()).to.equal('Try again');
    again?.click();
    await waitUntil(() => inPlayer(reader, '[role=alert]'), 'the words again');
    await expect(reader).to.be.accessible();
  });
});

describe('the menu', () => {
  it('offers to listen to a book that has a recording', async () => {
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
    const asked = nextEvent(reader, 'svc-listen-request');
    item.click();
    expect((await asked).request.type).to.equal('start');
  });
});
