/** Events and their commit times (bare POST: start times), on the shared clock. */
export interface Sent {
  ids: string[];
  atMs: Float64Array;
}

/** A burst at full speed. */
export interface Burst {
  startedMs: number;
  /** Processor time of the sending process so far, in milliseconds. */
  cpuMs: number;
}

export function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

export function toSent(sent: { id: string; atMs: number }[]): Sent {
  return {
    ids: sent.map(({ id }) => id),
    atMs: Float64Array.from(sent, ({ atMs }) => atMs),
  };
}

/** Milliseconds on a clock shared by all processes of the machine. */
export function sharedClockMs(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}
