const ulid = '01KAJ0Q1V4T2M8Y6ZP3W5X7E9R';

/** Examples of members, by name. `DeliveryId` is the `id` of the component `Delivery`. */
const byName: Readonly<Record<string, unknown>> = {
  '@type': 'http://schema.org/Book',
  DeliveryId: `dlv_${ulid}`,
  DeliveryWithAttemptsId: `dlv_${ulid}`,
  PayoutId: `pay_${ulid}`,
  affiliateId: `prt_${ulid}`,
  activeClass: '-epub-media-overlay-active',
  content: 'https://api.example.com/content/0123456789abcdef',
  css: 'p { text-indent: 1em; }',
  description: 'A captain hunts the whale that took his leg.',
  family: 'Literata',
  idsKey: 'chapter-1',
  identifier: 'urn:isbn:9780142437247',
  label: 'Moby-Dick',
  path: 'sections/0',
  playbackClass: '-epub-media-overlay-playing',
  rel: 'self',
  resourceQuery: 'expires=1795262400&signature=3q2-7w',
  role: 'aut',
  sortAs: 'Melville, Herman',
  src: 'resource:OPS/audio/chapter-1.mp3',
  style: 'normal',
  subtitle: 'or, The Whale',
  token: 'eyJhbGciOiJIUzI1NiJ9.e30.c2lnbmF0dXJl',
  weight: '400',
  amount: '12.50',
  author: 'Herman Melville',
  base: 'USD',
  bookId: `bk_${ulid}`,
  chapterId: `ch_${ulid}`,
  code: 'EUR',
  convertedKey: 'EUR',
  currency: 'EUR',
  deliveryId: `dlv_${ulid}`,
  detail: 'The request is not valid.',
  eventId: `evt_${ulid}`,
  from: '2026-11-01',
  href: 'https://api.example.com/v1/books',
  html: '<p>Call me Ishmael.</p>',
  id: ulid,
  language: 'en',
  name: 'Herman Melville',
  postingId: `pst_${ulid}`,
  publisher: 'Harper & Brothers',
  rate: '0.08',
  rates: '0.9213',
  ratesKey: 'EUR',
  requestId: `req_${ulid}`,
  saleId: `sale_${ulid}`,
  source: 'ecb',
  symbol: '€',
  text: 'Moby-Dick',
  title: 'Moby-Dick',
  to: '2026-11-30',
  traceId: `trc_${ulid}`,
  type: 'application/json',
  url: 'https://books.example/moby-dick',
  webhookId: `wh_${ulid}`,
  workId: 'wrk_czvtvF8NMKWIgqClE92P',
};

const numbers: Readonly<Record<string, number>> = {
  count: 12,
  durationMs: 84,
  endSeconds: 4.5,
  height: 1200,
  length: 11_876,
  limit: 20,
  minorUnits: 2,
  numberOfItems: 12,
  itemsPerPage: 20,
  total: 12,
  width: 800,
  words: 2201,
};

const byFormat: Readonly<Record<string, unknown>> = {
  date: '2026-11-21',
  'date-time': '2026-11-21T12:00:00.000Z',
  uri: 'https://books.example/moby-dick',
};

/**
 * Returns an example of a string, number or boolean without its own example.
 *
 * @param schema - JSON Schema of the value.
 * @param name - Name of the member that has the value.
 */
export function valueExamples(schema: unknown, name: string): unknown {
  const { type, format, pattern, minimum } = { ...Object(schema) };
  const [first] = [type].flat();
  if (first === 'integer' || first === 'number') {
    return numbers[name] ?? Math.max(1, Number(minimum ?? 1));
  }
  if (first === 'boolean') return true;
  if (first === 'null') return null;
  if (typeof format === 'string' && format in byFormat) return byFormat[format];
  const known = byName[name];
  const isValid = typeof pattern !== 'string' || new RegExp(pattern, 'u').test(String(known));
  if (known !== undefined && isValid) return known;
  const prefix = typeof pattern === 'string' ? /^\^([a-z]+_)\[/.exec(pattern)?.[1] : undefined;
  if (prefix) return prefix + ulid;
  return first === 'string' || first === undefined ? name || 'text' : {};
}
