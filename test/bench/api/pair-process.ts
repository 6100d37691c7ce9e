import { z } from 'zod';
import { readConfig } from '../../../server/config.ts';
import { limitServingHeap } from '../../../server/heap.ts';
import { startServer } from '../../../server/main.ts';

/**
 * Two servers in one process, whose environments and ports are in the variable `PAIR`. The second
 * one listens first, so both are ready when the first one responds.
 */
const environments = z
  .array(z.record(z.string(), z.string()))
  .parse(JSON.parse(process.env['PAIR'] ?? ''));

limitServingHeap();
for (const environment of environments.toReversed()) {
  await startServer(readConfig({ ...process.env, ...environment }));
}
