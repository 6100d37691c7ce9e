/** Median and quartiles of a sample. */
export interface Summary {
  median: number;
  /** First and third quartile. */
  q1: number;
  q3: number;
  samples: number;
}

/** Quartiles by linear interpolation, or `null` for an empty sample. */
export function summarise(values: number[]): Summary | null {
  if (values.length === 0) return null;
  const sorted = values.toSorted((one, other) => one - other);
  return {
    median: quantile(sorted, 0.5),
    q1: quantile(sorted, 0.25),
    q3: quantile(sorted, 0.75),
    samples: sorted.length,
  };
}

function quantile(sorted: number[], share: number): number {
  const place = (sorted.length - 1) * share;
  const below = sorted[Math.floor(place)] ?? 0;
  const above = sorted[Math.ceil(place)] ?? 0;
  return below + (above - below) * (place - Math.floor(place));
}
