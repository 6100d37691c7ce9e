import type { CDPSession } from 'playwright';
import { z } from 'zod';

const snapshotSchema = z.object({
  snapshot: z.object({
    meta: z.object({
      node_fields: z.array(z.string()),
      node_types: z.tuple([z.array(z.string())], z.unknown()),
    }),
  }),
  nodes: z.array(z.number()),
});

/** Memory of a page after garbage collection, in MB. */
export interface HeapSize {
  /** The JavaScript heap, as counted by the browser. */
  allMb: number;
  /** Objects, strings, closures and arrays. Leaks appear here. */
  dataMb: number;
  /** Compiled code, which grows while the scripts warm up. */
  codeMb: number;
}

/** Nodes outside the JavaScript heap. */
const foreign = new Set(['native', 'synthetic']);

/** Collects garbage, then measures the heap of a page from a snapshot. */
export async function measureHeapSize(session: CDPSession): Promise<HeapSize> {
  await session.send('HeapProfiler.collectGarbage');
  await session.send('HeapProfiler.collectGarbage');
  const { metrics } = await session.send('Performance.getMetrics');
  const all = metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? Number.NaN;
  const chunks: string[] = [];
  const take = ({ chunk }: { chunk: string }) => void chunks.push(chunk);
  session.on('HeapProfiler.addHeapSnapshotChunk', take);
  await session.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false });
  session.off('HeapProfiler.addHeapSnapshotChunk', take);
  const { snapshot, nodes } = snapshotSchema.parse(JSON.parse(chunks.join('')));
  const { node_fields: fields, node_types: types } = snapshot.meta;
  const [type, size] = [fields.indexOf('type'), fields.indexOf('self_size')];
  let [data, code] = [0, 0];
  for (let node = 0; node < nodes.length; node += fields.length) {
    const name = types[0][nodes[node + type] ?? -1] ?? '';
    const bytes = nodes[node + size] ?? 0;
    if (name === 'code') code += bytes;
    else if (!foreign.has(name)) data += bytes;
  }
  return { allMb: all / 1e6, dataMb: data / 1e6, codeMb: code / 1e6 };
}
