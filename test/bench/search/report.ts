import type { Latency } from './latency.ts';
import type { Serving } from './measure-server.ts';
import type { SearchResult } from './search.ts';

/** The results as text tables. */
export function report(results: SearchResult[]): string {
  return results.map(reportOne).join('\n\n');
}

function reportOne(result: SearchResult): string {
  const { loading, serving, peer, finding, emptyServer, machineLoad } = result;
  const [ours, theirs] = finding;
  const count = result.records.toLocaleString('en');
  const memory = (value: number | null | undefined) => `${value?.toFixed(0) ?? '?'} MB`;
  const kinds = (ours?.kinds ?? []).map(({ kind, latency }, at) =>
    compared(kind, latency, theirs?.kinds[at]?.latency ?? null),
  );
  const { fresh, repeated, bare } = serving;
  return [
    `${count} records on ${result.engine} (machine load ${machineLoad.map((load) => load.toFixed(1)).join(' → ')})`,
    fact(
      'load',
      `${loading.seconds.toFixed(1)} s, ${loading.recordsPerSecond.toFixed(0)} records/s, peak ${memory(loading.peakMb)}`,
    ),
    fact(
      'same file again',
      `${loading.againSeconds.toFixed(1)} s; database ${memory(loading.databaseMb)}`,
    ),
    fact('server ready', `after ${serving.readySeconds.toFixed(1)} s`),
    fact(
      'server memory',
      `${memory(serving.ready?.rssMb)} (peak ${memory(serving.ready?.peakMb)}), after 2,000 searches ${memory(serving.searched?.rssMb)} (peak ${memory(serving.searched?.peakMb)}), after the HTTP rounds ${memory(serving.busy?.rssMb)} (peak ${memory(serving.busy?.peakMb)}); without books ${memory(emptyServer?.rssMb)}`,
    ),
    fact('HTTP, distinct', rate(fresh, serving.freshOfBare)),
    fact('HTTP, repeated', rate(repeated, serving.repeatedOfBare)),
    fact('node:http alone', rate(bare, 1)),
    fact(
      'index in memory',
      `built in ${ours?.openSeconds.toFixed(1)} s; process ${memory(ours?.rssMb)}`,
    ),
    fact(
      peer.name,
      `built in ${peer.buildSeconds.toFixed(1)} s, ${memory(peer.diskMb)} on disk; processes ${memory(theirs?.rssMb)}`,
    ),
    '',
    line(['', 'index in memory (ms)', peer.name, 'ratio', 'found']),
    line(['', 'p50 / p99', 'p50 / p99', 'p50 / p99', 'ours / peer']),
    ...kinds,
    compared('all graded', ours?.graded ?? null, theirs?.graded ?? null),
    compared('all', ours?.all ?? null, theirs?.all ?? null),
    fact('processor time', `p99 of all queries ${ours?.all?.processorP99Ms.toFixed(1) ?? '?'} ms`),
  ].join('\n');
}

function rate({ requestsPerSecond, p50Ms, p99Ms }: Serving['bare'], ofBare: number): string {
  return `${requestsPerSecond.median.toFixed(0)} requests/s (p50 ${p50Ms.median.toFixed(0)} ms, p99 ${p99Ms.median.toFixed(0)} ms), ${ofBare.toFixed(2)} of node:http alone`;
}

function fact(name: string, value: string): string {
  return `  ${name.padEnd(18)} ${value}`;
}

function compared(name: string, ours: Latency | null, theirs: Latency | null): string {
  const times = (one: Latency | null) =>
    one ? `${one.p50Ms.toFixed(2)} / ${one.p99Ms.toFixed(1)}` : '–';
  const ratio =
    ours && theirs
      ? `${(ours.p50Ms / theirs.p50Ms).toFixed(2)} / ${(ours.p99Ms / theirs.p99Ms).toFixed(2)}`
      : '–';
  const share = (one: Latency | null) =>
    typeof one?.found === 'number' ? `${(one.found * 100).toFixed(0)} %` : '–';
  return line([name, times(ours), times(theirs), ratio, `${share(ours)} / ${share(theirs)}`]);
}

function line([name = '', ...cells]: string[]): string {
  return `  ${name.padEnd(30)}${cells.map((cell) => cell.padStart(21)).join('')}`;
}
