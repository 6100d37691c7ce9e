import { workerData } from 'node:worker_threads';
import {
  type WatchdogInput,
  memoryLimitSignal,
  cpuLimitSignal,
  cpuTimeUs,
} from './compile-watchdog.ts';

/** Check interval. In this time, a process can allocate a few dozen megabytes at most. */
const pollIntervalMs = 20;

const { parentPid, limits } = toWatchdogInput(workerData);
setInterval(() => {
  if (process.ppid !== parentPid) process.kill(process.pid, 'SIGKILL');
  const [maxBytes = Infinity, maxCpuUs = Infinity] = limits;
  if (process.memoryUsage.rss() > maxBytes) process.kill(process.pid, memoryLimitSignal);
  if (cpuTimeUs() > maxCpuUs) process.kill(process.pid, cpuLimitSignal);
}, pollIntervalMs);

/** `startWatchdog` is the only code that starts this thread. */
function toWatchdogInput(data: unknown): WatchdogInput {
  return data as WatchdogInput;
}
