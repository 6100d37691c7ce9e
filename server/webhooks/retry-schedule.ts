import { maxRetryAfterMs } from './retry-after.ts';
import type { AttemptOutcome } from './sender.ts';

const secondMs = 1000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;

/** Pauses before the second attempt and those that follow it. */
const defaultPausesMs: readonly number[] = [
  5 * secondMs,
  5 * minuteMs,
  30 * minuteMs,
  2 * hourMs,
  5 * hourMs,
  10 * hourMs,
  14 * hourMs,
  20 * hourMs,
  24 * hourMs,
];

/** The first attempt and every retry. */
export const maxAttempts = defaultPausesMs.length + 1;

/** Share of a pause by which it is made longer or shorter, so that retries of an outage spread. */
const jitterFraction = 0.2;

/**
 * What becomes of a delivery: it arrived, it is tried again, its attempts are used up, or the target
 * says that it is gone for good (410) and wants no more.
 */
export type NextStep =
  | { state: 'delivered' }
  | { state: 'retry'; at: Date }
  | { state: 'failed' }
  | { state: 'gone' };

/**
 * What follows an attempt. Only a 2xx is success. `Retry-After` puts a retry off, never forward.
 *
 * @param attempt - Number of the attempt that was made, from 1.
 * @param now - When it ended.
 * @param chance - 0 to 1.
 * @param pausesMs - Before the second attempt and those that follow it.
 */
export function nextAttempt(
  attempt: number,
  outcome: AttemptOutcome,
  now: Date,
  chance: () => number,
  pausesMs = defaultPausesMs,
): NextStep {
  if (outcome.kind === 'answered') {
    if (outcome.status >= 200 && outcome.status <= 299) return { state: 'delivered' };
    if (outcome.status === 410) return { state: 'gone' };
  }
  const pauseMs = pausesMs[attempt - 1];
  if (pauseMs === undefined) return { state: 'failed' };
  const spreadMs = pauseMs * (1 - jitterFraction + 2 * jitterFraction * chance());
  const askedMs = outcome.kind === 'answered' ? (outcome.retryAfterMs ?? 0) : 0;
  const waitMs = Math.max(spreadMs, Math.min(askedMs, maxRetryAfterMs));
  return { state: 'retry', at: new Date(now.getTime() + Math.round(waitMs)) };
}
