import { expect } from '@open-wc/testing';
import { createReadingBeacon } from '../../../src/api/reading-beacon.ts';
import { readingClock } from '../../../src/session/reading-clock.ts';
import type { SvcReader } from '../../../src/svc-reader.ts';
import { fixtureApi, open, press, type ReaderOptions, waitUntil } from '../fixtures/reader.ts';

interface Beacon {
  token: string;
  type: string;
  consent: string | null;
  events: {
    type: string;
    at: string;
    chapter: string | null;
    fraction: number | null;
    section?: number;
    seconds?: number;
  }[];
}

let keys = 0;

/** Creates a reader and a function that returns the beacons it sent. */
async function openWithBeacons(wishes: string, options: ReaderOptions = {}) {
  const key = `sell:${wishes}:${++keys}x${Date.now()}`;
  const reader = await open({ key, consent: 'none', ...options });
  const fetchBeacons = async (): Promise<Beacon[]> => {
    const answer = await fetch(`${fixtureApi()}/told?key=${key}`);
    return (await answer.json()).data;
  };
  return { reader, fetchBeacons };
}

/** Simulates leaving the page. */
const leave = () => window.dispatchEvent(new Event('pagehide'));

async function waitForBeacons(
  fetchBeacons: () => Promise<Beacon[]>,
  amount: number,
): Promise<Beacon[]> {
  const endMs = performance.now() + 15_000;
  while (performance.now() < endMs) {
    const all = await fetchBeacons();
    if (all.length >= amount) return all;
  }
  throw new Error(`Expected ${amount} beacons within 15 seconds.`);
}

/** The steps in beacons. Each beacon also contains the reading progress. */
function typesOf(all: Beacon[]): string[] {
  return all
    .flatMap(({ events }) => events.map(({ type }) => type))
    .filter((type) => type !== 'read');
}

function readOn(reader: SvcReader): void {
  reader.goTo({ section: 1, offset: 0 });
}

beforeEach(() => localStorage.clear());
after(() => localStorage.clear());

describe('the publisher', () => {
  it('receives the start of reading and the progress when the page is hidden', async () => {
    const { reader, fetchBeacons } = await openWithBeacons('');
    readOn(reader);
    await waitUntil(() => reader.locator?.locations.section === 1, 'the second chapter');
    press(reader, 'ArrowRight');
    press(reader, 'ArrowRight');
    reader.goTo({ section: 0, offset: 0 });
    await waitUntil(() => reader.locator?.locations.section === 0, 'the first chapter');
    leave();
    const [one] = await waitForBeacons(fetchBeacons, 1);
    expect(one?.type).to.match(/^text\/plain/);
    expect(one?.consent).to.equal(null);
    expect(typesOf([one as Beacon])).to.deep.equal(['opened', 'progressed']);
    const [opened, progressed] = one?.events ?? [];
    expect(opened).to.include({ chapter: null, fraction: null });
    expect(progressed?.chapter).to.equal('Chapter 2');
    expect(progressed?.fraction).to.be.within(0.3, 0.4);
    expect(Number.isNaN(Date.parse(progressed?.at ?? ''))).to.equal(false);
    // The reader has gone back, which does not change the furthest position.
    const read = one?.events.find(({ type }) => type === 'read');
    expect(read?.section).to.equal(1);
    expect(read?.fraction).to.be.at.least(progressed?.fraction ?? 1);
    expect(read?.seconds).to.be.within(0, 60);
  });

  it('receives each tenth of the book once', async () => {
    const { reader, fetchBeacons } = await openWithBeacons('');
    // Go far enough past a tenth that the page starts after it, regardless of line breaks.
    for (const fraction of [0.36, 0.37, 0.15, 0.38, 0.76]) {
      reader.goTo(fraction);
      await waitUntil(
        () => Math.abs((reader.locator?.locations.totalProgression ?? 0) - fraction) < 0.06,
        'the place',
      );
    }
    leave();
    leave();
    reader.remove();
    const all = await waitForBeacons(fetchBeacons, 1);
    expect(typesOf(all)).to.deep.equal(['opened', 'progressed', 'progressed']);
  });

  it('receives the end of the sample and clicks on the buy button', async () => {
    const { reader, fetchBeacons } = await openWithBeacons('sample.priced.shop', { start: '1' });
    press(reader, 'End');
    reader.next();
    const link = await waitUntil(
      () =>
        reader.shadowRoot?.querySelector('svc-purchase')?.shadowRoot?.querySelector('a') ?? null,
      'the link',
    );
    window.addEventListener('click', (event) => event.preventDefault(), { once: true });
    link.click();
    reader.remove();
    const types = typesOf(await waitForBeacons(fetchBeacons, 1));
    expect(types).to.deep.equal(['opened', 'progressed', 'finished-sample', 'buy-clicked']);
  });

  it('receives nothing before consent, and the queued events after it', async () => {
    const { reader, fetchBeacons } = await openWithBeacons('', { consent: 'required' });
    readOn(reader);
    await waitUntil(() => reader.locator?.locations.section === 1, 'the second chapter');
    leave();
    expect(await fetchBeacons()).to.deep.equal([]);
    reader.consent = 'granted';
    const all = await waitForBeacons(fetchBeacons, 1);
    expect(all.map(({ consent }) => consent)).to.deep.equal(['granted']);
    expect(typesOf(all)).to.deep.equal(['opened', 'progressed']);
  });

  it('receives nothing if the deployment requires consent that was not given', async () => {
    const { reader, fetchBeacons } = await openWithBeacons('asks', { consent: '' });
    leave();
    reader.remove();
    expect(await fetchBeacons()).to.deep.equal([]);
  });

  it('receives nothing from a browser with Global Privacy Control', async () => {
    Object.defineProperty(navigator, 'globalPrivacyControl', { value: true, configurable: true });
    try {
      const { reader, fetchBeacons } = await openWithBeacons('', { consent: 'granted' });
      readOn(reader);
      leave();
      reader.remove();
      expect(await fetchBeacons()).to.deep.equal([]);
    } finally {
      Reflect.deleteProperty(navigator, 'globalPrivacyControl');
    }
  });
});

describe('a beacon', () => {
  const step = { type: 'progressed', chapter: 'One', fraction: 0.5 } as const;
  const beaconOf = (consent: () => 'required' | 'granted' | null, sent: Beacon[]) =>
    createReadingBeacon({
      url: 'https://api.example/v1/reader/events',
      token: () => 'token',
      consent,
      isTrackingRefused: () => false,
      now: () => Date.parse('2026-01-02T03:04:05Z'),
      send: (_url, body) => sent.push(JSON.parse(body)),
    });

  it('contains at most fifty events', () => {
    const sent: Beacon[] = [];
    const beacon = beaconOf(() => null, sent);
    for (let at = 0; at < 120; at++) beacon.record(step);
    beacon.flush();
    expect(sent.map(({ events }) => events.length)).to.deep.equal([50, 50, 20]);
    expect(sent[0]?.events[0]).to.deep.equal({ ...step, at: '2026-01-02T03:04:05.000Z' });
  });

  it('is not sent if it is empty', () => {
    const sent: Beacon[] = [];
    beaconOf(() => null, sent).flush();
    expect(sent).to.deep.equal([]);
  });

  it('contains only the latest of the events that report everything read', () => {
    const sent: Beacon[] = [];
    const beacon = beaconOf(() => null, sent);
    beacon.record({ type: 'opened', chapter: null, fraction: null });
    for (let seconds = 0; seconds < 300; seconds++) {
      beacon.record({ type: 'read', chapter: null, fraction: 0, section: 0, seconds });
    }
    beacon.flush();
    expect(sent[0]?.events.map(({ type, seconds }) => [type, seconds])).to.deep.equal([
      ['opened', undefined],
      ['read', 299],
    ]);
  });

  it('queues the latest two hundred events without consent', () => {
    const sent: Beacon[] = [];
    let consent: 'required' | 'granted' = 'required';
    const beacon = beaconOf(() => consent, sent);
    for (let at = 0; at < 300; at++) beacon.record({ ...step, fraction: at / 300 });
    beacon.flush();
    expect(sent).to.deep.equal([]);
    consent = 'granted';
    beacon.flush();
    expect(sent.length).to.equal(4);
    expect(sent[0]?.events[0]?.fraction).to.equal(100 / 300);
  });
});

describe('the time read', () => {
  it('is the time in which the page is visible, up to two minutes after each page turn', () => {
    let ms = 1000;
    const clock = readingClock(() => ms, true);
    const wait = (seconds: number) => (ms += seconds * 1000);
    wait(30);
    clock.turn();
    wait(100);
    expect(clock.seconds()).to.equal(130);
    wait(3600);
    expect(clock.seconds()).to.equal(150);
    clock.turn();
    wait(5);
    clock.setVisible(false);
    wait(500);
    clock.turn();
    wait(50);
    clock.setVisible(true);
    wait(7);
    expect(clock.seconds()).to.equal(162);
  });
});
