import type { FaultsRound, FaultsRow } from './measure-faults.ts';
import type { RatesRow } from './measure-rates.ts';

/** Formats rates, latencies and their ratios to the baseline. */
export function ratesTable(rows: RatesRow[]): string {
  return [
    line([
      'endpoints',
      '',
      'deliveries/s',
      'q1 – q3',
      'events/s',
      'of bare',
      'cpu µs',
      'p50 ms',
      'p99 ms',
    ]),
    ...rows.map((row) => {
      const { median, q1, q3 } = row.deliveriesPerSecond;
      return line([
        String(row.endpoints),
        row.subject,
        median.toFixed(0),
        `${q1.toFixed(0)} – ${q3.toFixed(0)}`,
        row.eventsPerSecond.toFixed(0),
        row.ofFloor.toFixed(2),
        row.cpuMicroseconds.median.toFixed(0),
        row.p50Ms.median.toFixed(1),
        row.p99Ms.median.toFixed(1),
      ]);
    }),
    '',
    'of bare: deliveries/s of the engine per POST/s of the bare loop; one event has as many',
    'deliveries as its account has endpoints, 20 at most. Latency: at the steady rate.',
    `${rows.reduce((sum, { doubles }) => sum + doubles, 0)} duplicate deliveries.`,
  ].join('\n');
}

/** Effect of one dead and one hanging endpoint on the 48 others, as text. */
export function faultsTable(rows: FaultsRow[]): string {
  return [
    line(['48 of 50', '', 'p50 ms', 'p99 ms', 'own p99 ms', 'worst own', 'p99 growth']),
    ...rows.flatMap(({ engine, rounds, healthy, faulty, p99Growth }) => [
      ...rounds.map((round, at) => roundLine(engine, Math.floor(at / 2) + 1, round)),
      line([engine, 'median healthy', healthy.p50.toFixed(1), healthy.p99.toFixed(1)]),
      line([
        engine,
        'median faulty',
        faulty.p50.toFixed(1),
        faulty.p99.toFixed(1),
        '',
        '',
        p99Growth.toFixed(2),
      ]),
    ]),
  ].join('\n');
}

function roundLine(engine: string, number: number, round: FaultsRound): string {
  const { isFaulty, all, medianOwnP99, worstOwnP99 } = round;
  const times = [all.p50, all.p99, medianOwnP99, worstOwnP99].map((ms) => ms.toFixed(1));
  return line([engine, `${number} ${isFaulty ? 'faulty' : 'healthy'}`, ...times]);
}

function line(cells: string[]): string {
  return cells
    .map((cell, at) => (at === 1 ? cell.padEnd(15) : cell.padStart(at === 0 ? 9 : 13)))
    .map((cell, at) => (at === 0 ? `${cell}  ` : cell))
    .join('')
    .trimEnd();
}
