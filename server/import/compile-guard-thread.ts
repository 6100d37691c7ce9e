import { workerData } from 'node:worker_threads';
import { type GuardOrder, overMemory, overWork, workedUs } from './compile-guard.ts';

/** The fastest that memory can be filled in between is a few dozen megabytes. */
const lookMs = 20;

const { parent, caps } = orderOf(workerData);
setInterval(() => {
  if (process.ppid !== parent) process.kill(process.pid, 'SIGKILL');
  const [mostBytes = Infinity, mostUs = Infinity] = caps;
  if (process.memoryUsage.rss() > mostBytes) process.kill(process.pid, overMemory);
  if (workedUs() > mostUs) process.kill(process.pid, overWork);
}, lookMs);

/** Made by the thread's only starter, above. */
function orderOf(data: unknown): GuardOrder {
  return data as GuardOrder;
}
