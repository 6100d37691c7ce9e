import { setTimeout as delay } from 'node:timers/promises';
import { sharedClockMs } from './sent.ts';

/**
 * Calls `start` at a fixed rate per second, regardless of how long the calls take. Resolves when
 * all have finished.
 */
export async function pace(
  perSecond: number,
  seconds: number,
  start: () => Promise<void>,
): Promise<void> {
  const firstMs = sharedClockMs();
  const begun: Promise<void>[] = [];
  for (let number = 0; number < perSecond * seconds; number += 1) {
    const waitMs = firstMs + (number * 1000) / perSecond - sharedClockMs();
    if (waitMs > 0) await delay(waitMs);
    begun.push(start());
  }
  await Promise.all(begun);
}

/** Runs `step` a number of times with limited concurrency. */
export async function repeat(
  times: number,
  atOnce: number,
  step: (number: number) => Promise<void>,
): Promise<void> {
  let next = 0;
  const run = async (): Promise<void> => {
    while (next < times) {
      const number = next;
      next += 1;
      await step(number);
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, times) }, run));
}
