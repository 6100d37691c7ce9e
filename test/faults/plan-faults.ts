import type { Random } from './seeded-random.ts';

/** A fault that happens after a number of acknowledged changes. */
export type Fault =
  | { after: number; kind: 'kill'; victim: number }
  | { after: number; kind: 'stop' };

export interface FaultPlanOptions {
  events: number;
  kills: number;
  /** Stops PostgreSQL. */
  stops: number;
  processes: number;
}

/**
 * Planned by number of changes, not by time, so that a slow machine has the same faults at the same
 * points.
 */
export function planFaults(
  { events, kills, stops, processes }: FaultPlanOptions,
  chance: Random,
): Fault[] {
  const after = () => Math.floor(chance() * events * 0.95);
  return [
    ...Array.from({ length: kills }, () => ({
      after: after(),
      kind: 'kill' as const,
      victim: Math.floor(chance() * processes),
    })),
    ...Array.from({ length: stops }, () => ({ after: after(), kind: 'stop' as const })),
  ].sort((a, b) => a.after - b.after);
}
