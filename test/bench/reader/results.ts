import type { Opening } from './measure-opening.ts';
import type { ReadingMetrics } from './measure-reading.ts';
import { summarise, type Summary } from './statistics.ts';
import type { Subject } from './subject.ts';

/** All measurements of one subject over all rounds. */
export interface Samples {
  subject: Subject;
  openings: Opening[];
  slowOpenings: Opening[];
  readings: ReadingMetrics[];
}

interface Metric {
  label: string;
  unit: 'ms' | 'kB' | 'frames' | 'MB' | '';
  values(samples: Samples): number[];
}

/** The compared metrics, in the order of the report. Lower values are better. */
export const metrics = {
  firstText: {
    label: 'first text',
    unit: 'ms',
    values: ({ openings }) => openings.map(({ firstTextMs }) => firstTextMs),
  },
  firstTextSlow: {
    label: 'first text, slow phone',
    unit: 'ms',
    values: ({ slowOpenings }) => slowOpenings.map(({ firstTextMs }) => firstTextMs),
  },
  script: {
    label: 'script until first text',
    unit: 'kB',
    values: ({ openings }) => openings.map(({ scriptBytes }) => scriptBytes / 1000),
  },
  total: {
    label: 'all bytes until first text',
    unit: 'kB',
    values: ({ openings }) => openings.map(({ totalBytes }) => totalBytes / 1000),
  },
  turnFrames: {
    label: 'page turn',
    unit: 'frames',
    values: ({ readings }) => readings.flatMap(({ within }) => within.map(({ frames }) => frames)),
  },
  turnMs: {
    label: 'page turn',
    unit: 'ms',
    values: ({ readings }) => readings.flatMap(({ within }) => within.map(({ ms }) => ms)),
  },
  edgeFrames: {
    label: 'turn across sections',
    unit: 'frames',
    values: ({ readings }) => readings.flatMap(({ across }) => across.map(({ frames }) => frames)),
  },
  edgeMs: {
    label: 'turn across sections',
    unit: 'ms',
    values: ({ readings }) => readings.flatMap(({ across }) => across.map(({ ms }) => ms)),
  },
  edgeSettledFrames: {
    label: 'settled, across sections',
    unit: 'frames',
    values: ({ readings }) =>
      readings.flatMap(({ across }) => across.map(({ settledFrames }) => settledFrames)),
  },
  heap: {
    label: 'heap after 200 turns',
    unit: 'MB',
    values: ({ readings }) => readings.map(({ heapBytes }) => heapBytes / 1e6),
  },
  nodes: {
    label: 'DOM nodes after 200 turns',
    unit: '',
    values: ({ readings }) => readings.map(({ nodes }) => nodes),
  },
} as const satisfies Record<string, Metric>;

export type MetricName = keyof typeof metrics;

/** A metric of one subject, compared with the others. */
export interface Comparison extends Summary {
  timesFloor: number | null;
  /** Ratio to the peer with the lowest median. */
  timesBestPeer: number | null;
}

export interface SubjectResult {
  name: string;
  version: string;
  kind: Subject['kind'];
  metrics: Partial<Record<MetricName, Comparison>>;
}

/** Medians, quartiles and ratios of all subjects. */
export function compare(all: Samples[]): SubjectResult[] {
  const results = all.map(({ subject }): SubjectResult => ({
    name: subject.name,
    version: subject.version,
    kind: subject.kind,
    metrics: {},
  }));
  for (const name of metricNames) {
    const summaries = all.map((samples) => summarise(metrics[name].values(samples)));
    const medians = (kind: Subject['kind']) =>
      summaries.flatMap((summary, index) =>
        summary && all[index]?.subject.kind === kind ? [summary.median] : [],
      );
    const floor = medians('floor')[0];
    const best = Math.min(...medians('peer'));
    summaries.forEach((summary, index) => {
      const result = results[index];
      if (!summary || !result) return;
      result.metrics[name] = {
        ...summary,
        timesFloor: floor ? summary.median / floor : null,
        timesBestPeer: best > 0 && Number.isFinite(best) ? summary.median / best : null,
      };
    });
  }
  return results;
}

export const metricNames = [
  'firstText',
  'firstTextSlow',
  'script',
  'total',
  'turnFrames',
  'turnMs',
  'edgeFrames',
  'edgeMs',
  'edgeSettledFrames',
  'heap',
  'nodes',
] as const satisfies MetricName[];
