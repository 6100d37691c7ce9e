import { seededRandom, weighted } from './random.ts';

const dayMs = 86_400_000;
const hourMs = 3_600_000;
const minuteMs = 60_000;

/** Reading and buying behavior for a book. */
export interface SampleTitle {
  /** Relative number of readers. */
  weight: number;
  /** Number of chapters. */
  chapters: number;
  /** Share of the readers of a chapter who read the next one. */
  loyalty: number;
  /** Free share of the text. 1 for a book that is not sold. */
  freeShare: number;
}

/** One reading of a book. */
export interface SampleReading {
  startedAtMs: number;
  /** Index of the book. */
  title: number;
  /** Index of the deployment, or null. */
  deployment: number | null;
  /** Index of the affiliate, or null. */
  affiliate: number | null;
  campaign: string | null;
  /** The account's id for a reader who consents, or null. */
  reader: string | null;
  headers: { 'accept-language': string; 'user-agent': string };
  /** Time read. */
  seconds: number;
  /** Furthest share of the book, 0–1. */
  fraction: number;
  /** Index of the furthest chapter. */
  section: number;
  hasReachedSampleEnd: boolean;
  clickedAtMs: number | null;
}

export interface SampleSale {
  atMs: number;
  orderId: string;
  /** Index of the book. */
  title: number;
  /** The reading whose buy link led to the sale, or null. */
  reading: SampleReading | null;
  quantity: number;
  refund: { atMs: number; quantity: number; reason: string } | null;
}

export interface SampleHistory {
  /** By time. */
  readings: SampleReading[];
  /** By time. */
  sales: SampleSale[];
}

export interface HistoryOptions {
  seed: number;
  /** End of the history. No events happen later. */
  untilMs: number;
  days: number;
  affiliates: number;
  deployments: number;
}

/** Generates the activity of readers and buyers. The same options return the same history. */
export function sampleHistory(
  titles: readonly SampleTitle[],
  { seed, untilMs, days, affiliates, deployments }: HistoryOptions,
): SampleHistory {
  const random = seededRandom(seed);
  const firstDay = Math.floor(untilMs / dayMs) - days + 1;
  const choices = titles.map((title, index) => ({ ...title, index }));
  const readings: SampleReading[] = [];
  for (let day = 0; day < days; day += 1) {
    const startMs = (firstDay + day) * dayMs;
    for (let left = opensOn(day / days, new Date(startMs).getUTCDay()); left > 0; left -= 1) {
      const reading = readOnce(startMs);
      if (reading.startedAtMs + reading.seconds * 1000 + hourMs < untilMs) readings.push(reading);
    }
  }
  readings.sort((one, other) => one.startedAtMs - other.startedAtMs);
  return { readings, sales: sell() };

  /** The traffic grows over time, with more readers at weekends and on a few busy days. */
  function opensOn(progress: number, weekday: number): number {
    const weekend = weekday === 0 || weekday === 6 ? 1.35 : 1;
    const busy = random() < 0.04 ? 2 : 1;
    return Math.round((8 + 13 * progress) * weekend * busy * (0.7 + 0.6 * random()));
  }

  function readOnce(startMs: number): SampleReading {
    const { index: title, chapters, loyalty, freeShare } = weighted(random, choices);
    const startedAtMs = Math.round(
      startMs + weighted(random, hours).hour * hourMs + random() * hourMs,
    );
    const wanted = howFar(chapters, loyalty);
    // Some readers own the book and read beyond the sample.
    const isOwner = freeShare === 1 || random() < 0.18;
    const fraction = isOwner ? wanted : Math.min(wanted, freeShare);
    const hasReachedSampleEnd = !isOwner && wanted >= freeShare;
    const seconds = Math.round(8 + fraction * chapters * (150 + 240 * random()));
    const hasClicked = hasReachedSampleEnd && random() < 0.34;
    const affiliate = affiliates > 0 && random() < 0.38 ? pick(affiliates) : null;
    return {
      startedAtMs,
      title,
      deployment: deployments > 0 && random() < 0.8 ? pick(deployments) : null,
      affiliate,
      campaign: affiliate === null ? null : weighted(random, campaigns).name,
      reader: random() < 0.4 ? `reader-${Math.floor(random() ** 2 * 400)}` : null,
      headers: {
        'accept-language': weighted(random, languages).tag,
        'user-agent': weighted(random, devices).agent,
      },
      seconds,
      fraction: Math.round(fraction * 1000) / 1000,
      section: Math.min(chapters - 1, Math.floor(fraction * chapters)),
      hasReachedSampleEnd,
      clickedAtMs: hasClicked ? startedAtMs + seconds * 1000 : null,
    };
  }

  /** The furthest share of a book that a reader reaches. Each chapter loses some readers. */
  function howFar(chapters: number, loyalty: number): number {
    let read = random() < 0.14 ? 0 : 1;
    while (read > 0 && read < chapters && random() < loyalty) read += 1;
    return read === chapters && random() < 0.8
      ? 1
      : Math.max(0, (read - random() * 0.8) / chapters);
  }

  function sell(): SampleSale[] {
    const sales: SampleSale[] = [];
    const add = (title: number, atMs: number, reading: SampleReading | null) => {
      if (atMs >= untilMs) return;
      const quantity = random() < 0.04 ? 2 : 1;
      const isRefunded = random() < 0.09;
      const refundedAtMs = atMs + (0.5 + 9 * random()) * dayMs;
      const refund = isRefunded
        ? { atMs: Math.round(refundedAtMs), quantity: 1, reason: 'Returned within 14 days' }
        : null;
      sales.push({
        atMs,
        orderId: '',
        title,
        reading,
        quantity,
        refund: refund && refund.atMs < untilMs ? refund : null,
      });
    };
    for (const reading of readings) {
      const { clickedAtMs, title } = reading;
      if (clickedAtMs === null || random() > 0.46) continue;
      const delayMs = random() < 0.8 ? 12 * minuteMs * random() : 40 * hourMs * random();
      add(title, Math.round(clickedAtMs + minuteMs + delayMs), reading);
    }
    const sold = choices.filter(({ freeShare }) => freeShare < 1);
    // People also buy without reading a sample.
    for (let day = 0; day < days; day += 1) {
      if (random() > 0.35) continue;
      const atMs = Math.round((firstDay + day) * dayMs + random() * dayMs);
      add(weighted(random, sold).index, atMs, null);
    }
    sales.sort((one, other) => one.atMs - other.atMs);
    return sales.map((sale, index) => ({ ...sale, orderId: `HQ-${10_200 + index}` }));
  }

  function pick(count: number): number {
    // Index 0 is the most frequent.
    return Math.floor(random() ** 1.7 * count);
  }
}

/** Relative number of readers by UTC hour. */
const hours = [2, 1, 1, 1, 1, 2, 4, 6, 7, 6, 5, 5, 6, 6, 5, 5, 6, 8, 10, 13, 15, 13, 9, 5].map(
  (weight, hour) => ({ hour, weight }),
);

const campaigns = [
  { name: 'newsletter', weight: 5 },
  { name: 'autumn-reads', weight: 3 },
  { name: 'review', weight: 2 },
];

const languages = [
  { tag: 'en-GB,en;q=0.9', weight: 30 },
  { tag: 'en-US,en;q=0.9', weight: 24 },
  { tag: 'de-DE,de;q=0.9,en;q=0.6', weight: 18 },
  { tag: 'de-AT,de;q=0.9', weight: 5 },
  { tag: 'fr-FR,fr;q=0.9', weight: 9 },
  { tag: 'es-ES,es;q=0.9', weight: 6 },
  { tag: 'nl-NL,nl;q=0.9,en;q=0.7', weight: 5 },
  { tag: 'ja-JP,ja;q=0.9', weight: 3 },
];

const devices = [
  {
    agent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
    weight: 31,
  },
  {
    agent:
      'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36',
    weight: 22,
  },
  {
    agent:
      'Mozilla/5.0 (iPad; CPU OS 17_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.6 Mobile/15E148 Safari/604.1',
    weight: 11,
  },
  {
    agent:
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
    weight: 24,
  },
  {
    agent:
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15',
    weight: 12,
  },
];
