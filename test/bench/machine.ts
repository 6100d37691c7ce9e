import { cpus, loadavg } from 'node:os';

/** Machine and runtime. `load` is the load average over the last minute. */
export function machine() {
  return {
    cpu: cpus()[0]?.model ?? '',
    cores: cpus().length,
    node: process.version,
    load: loadavg()[0] ?? 0,
  };
}
