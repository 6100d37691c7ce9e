import { performance } from 'node:perf_hooks';
import type { DatabaseLocation } from '../../../server/db/open.ts';
import { fts5Peer } from './fts5-peer.ts';
import { openIndex } from './index-finder.ts';
import type { Ask, Reply } from './measured-finder.ts';
import { tsvectorPeer } from './tsvector-peer.ts';

/** Runs a finder in a separate process. Receives queries over IPC and returns times and results. */
const finders = { index: openIndex, fts5: fts5Peer.open, tsvector: tsvectorPeer.open };

const [name = '', address = ''] = process.argv.slice(2);
const started = performance.now();
const finder = await finders[name as keyof typeof finders](parseAddress(address));
send({ pids: finder.pids, openSeconds: (performance.now() - started) / 1000 });

process.on('message', async (message) => {
  const { queries } = message as Ask;
  const answers = [];
  for (const query of queries) {
    const start = performance.now();
    const before = process.threadCpuUsage();
    const found = await finder.find(query, Math.max(20, query.within));
    const { user, system } = process.threadCpuUsage(before);
    answers.push({ ms: performance.now() - start, processorMs: (user + system) / 1000, found });
  }
  send({ answers });
});
process.on('disconnect', () => process.exit(0));

function send(reply: Reply): void {
  process.send?.(reply);
}

function parseAddress(json: string): DatabaseLocation {
  return JSON.parse(json) as DatabaseLocation;
}
