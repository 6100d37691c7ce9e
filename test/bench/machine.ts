import { cpus, loadavg } from 'node:os';

/** Where the numbers are from; `load` is what waited for a processor in the last minute. */
export function machine() {
  return {
    cpu: cpus()[0]?.model ?? '',
    cores: cpus().length,
    node: process.version,
    load: loadavg()[0] ?? 0,
  };
}
