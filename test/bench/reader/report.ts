import { metricNames, metrics, type Comparison, type SubjectResult } from './results.ts';

/** The results as a text table with a block for each metric. Lower values are better. */
export function report(results: SubjectResult[]): string {
  const names = results.map(({ name, version }) => `${name} ${version}`.trim());
  const headings = metricNames.map((metric) => {
    const { label, unit } = metrics[metric];
    return unit ? `${label} (${unit})` : label;
  });
  const width = Math.max(...[...names, ...headings].map(({ length }) => length)) + 2;
  const lines: string[] = [];
  metricNames.forEach((metric, row) => {
    const heading = headings[row] ?? '';
    lines.push(
      '',
      `${heading.padEnd(width)}${columns('median', 'q1 – q3', '× floor', '× best peer')}`,
    );
    results.forEach((result, index) => {
      const found = result.metrics[metric];
      if (!found) return;
      const mark = result.kind === 'ours' ? '▸ ' : '  ';
      lines.push(mark + (names[index] ?? '').padEnd(width - mark.length) + cells(found));
    });
  });
  return lines.join('\n');
}

function cells({ median, q1, q3, timesFloor, timesBestPeer }: Comparison): string {
  return columns(
    rounded(median),
    `${rounded(q1)} – ${rounded(q3)}`,
    timesFloor === null ? '' : timesFloor.toFixed(2),
    timesBestPeer === null ? '' : timesBestPeer.toFixed(2),
  );
}

function columns(median: string, spread: string, floor: string, peer: string): string {
  return median.padStart(10) + spread.padStart(20) + floor.padStart(10) + peer.padStart(13);
}

function rounded(value: number): string {
  return value >= 100 || Number.isInteger(value) ? value.toFixed(0) : value.toFixed(1);
}
