import { workerData } from 'node:worker_threads';
import {
  type WatchdogInput,
  memoryLimitSignal,
  cpuLimitSignal,
  cpuTimeUs,
} from './compile-watchdog.ts';

/** The fastest that memory can be filled in between is a few dozen megabytes. */
const pollIntervalMs = 20;

const { parentPid, limits } = toWatchdogInput(workerData);
setInterval(() => {
  if (process.ppid !== parentPid) process.kill(process.pid, 'SIGKILL');
  const [mostBytes = Infinity, mostUs = Infinity] = limits;
  if (process.memoryUsage.rss() > mostBytes) process.kill(process.pid, memoryLimitSignal);
  if (cpuTimeUs() > mostUs) process.kill(process.pid, cpuLimitSignal);
}, pollIntervalMs);

/** Made by the thread's only starter, above. */
function toWatchdogInput(data: unknown): WatchdogInput {
  return data as WatchdogInput;
}
