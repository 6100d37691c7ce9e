import type { Audience } from '../../../server/analytics/audience.ts';
import type { BeaconBody, BeaconEvent, StoredBeacon } from '../../../server/analytics/beacon.ts';
import { seededRandom } from '../search/random.ts';

export const benchAccount = 'acc_01KAJ0Q1V4T2M8Y6ZP3W5X7E9R';
/** Average number of beacons per reading. */
export const beaconsPerReading = 5;
const sections = 40;

const countries: [language: string, country: string][] = [
  ['de', 'DE'],
  ['de', 'AT'],
  ['de', 'CH'],
  ['en', 'US'],
  ['en', 'GB'],
  ['en', 'IN'],
  ['fr', 'FR'],
  ['es', 'ES'],
  ['es', 'MX'],
  ['it', 'IT'],
  ['pt', 'BR'],
  ['pl', 'PL'],
  ['ja', 'JP'],
  ['zh', 'CN'],
  ['en', ''],
];
const devices: Audience['device'][] = ['phone', 'phone', 'phone', 'tablet', 'desktop', 'desktop'];

export const benchBooks = Array.from({ length: 200 }, (_, at) => idOf('bk', at));
const benchPartners = Array.from({ length: 20 }, (_, at) => idOf('prt', at));

/** Ids have 26 characters after their prefix, as real ones do. */
function idOf(prefix: string, number: number): string {
  return `${prefix}_${String(number).padStart(26, '0')}`;
}

/**
 * Generates the beacons of a day, in the order of their arrival. The same seed gives the same
 * beacons.
 */
export function generateDay(day: string, readings: number, seed: number): StoredBeacon[] {
  const random = seededRandom(seed);
  const dayMs = Date.parse(day);
  const beacons = Array.from({ length: readings }, (_, index) =>
    oneReading(random, dayMs, idOf('trc', seed * 1_000_000 + index)),
  ).flat();
  beacons.sort((one, other) => (one.received_at < other.received_at ? -1 : 1));
  return beacons.map((row, index) => ({ ...row, id: idOf('bcn', seed * 10_000_000 + index) }));
}

function oneReading(
  random: ReturnType<typeof seededRandom>,
  dayMs: number,
  traceId: string,
): StoredBeacon[] {
  // A few books, countries and campaigns have most of the readings.
  const often = (limit: number) => Math.min(random.below(limit), random.below(limit));
  const [language, country] = countries[often(countries.length)] ?? ['', ''];
  const hasPartner = random.below(3) === 0;
  const dimensions = {
    book: benchBooks[often(benchBooks.length)] ?? '',
    deployment: idOf('dep', random.below(4)),
    affiliate: hasPartner ? (benchPartners[often(benchPartners.length)] ?? '') : '',
    campaign: hasPartner ? `campaign-${often(30)}` : '',
    language,
    country,
    device: random.pick(devices),
  };
  const openedMs = dayMs + random.below(86_400_000);
  const beacons = 1 + random.below(beaconsPerReading * 2 - 1);
  return Array.from({ length: beacons }, (_, index) => {
    const atMs = openedMs + 10_000 + index * 240_000;
    const at = new Date(atMs).toISOString();
    const section = Math.min(sections - 1, index * 2);
    const read = { section, fraction: section / sections, seconds: index * 200 };
    const events: BeaconEvent[] = [{ type: 'read', at, ...read }];
    if (index === 0) events.unshift({ type: 'opened', at: new Date(openedMs).toISOString() });
    if (index === 3) events.push({ type: 'finished-sample', at });
    if (index === 4 && random.below(4) === 0) events.push({ type: 'buy-clicked', at });
    const body: BeaconBody = { dimensions, events };
    return {
      id: '',
      trace_id: traceId,
      account_id: benchAccount,
      received_at: at,
      body: JSON.stringify(body),
    };
  });
}
