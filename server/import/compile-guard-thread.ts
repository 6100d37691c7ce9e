import { workerData } from 'node:worker_threads';
import { type GuardOrder, overMemory } from './compile-guard.ts';

/** The fastest that memory can be filled in between is a few dozen megabytes. */
const lookMs = 20;

const { parent, cap } = orderOf(workerData);
setInterval(() => {
  if (process.ppid !== parent) process.kill(process.pid, 'SIGKILL');
  if (process.memoryUsage.rss() > (cap[0] ?? Infinity)) process.kill(process.pid, overMemory);
}, lookMs);

/** Made by the thread's only starter, above. */
function orderOf(data: unknown): GuardOrder {
  return data as GuardOrder;
}
