import type { FunnelFigures, OpenFigures, ReadingFigures } from './contract.ts';
import type { Sums } from './read-counts.ts';

export function toOpenFigures({ opens, sessions, readers }: Sums): OpenFigures {
  return { opens, sessions, readers };
}

export function toReadingFigures({ sessions, seconds, finished }: Sums): ReadingFigures {
  return {
    sessions,
    secondsRead: seconds,
    averageSeconds: sessions === 0 ? null : Math.round(seconds / sessions),
    finished,
    completion: share(finished, sessions),
  };
}

export function toFunnelFigures(sums: Sums): FunnelFigures {
  const { opens, sample_ends: sampleEnds, buy_presses: buyPresses, sales } = sums;
  return {
    opens,
    sampleEnds,
    buyPresses,
    sales,
    sampleEndRate: share(sampleEnds, opens),
    buyPressRate: share(buyPresses, opens),
    saleRate: share(sales, opens),
  };
}

/** Rounded to four decimals, or null if the total is 0. */
function share(part: number, whole: number): number | null {
  return whole === 0 ? null : Math.round((part / whole) * 10_000) / 10_000;
}
