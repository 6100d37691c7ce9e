import type { AttemptOutcome } from './sender.ts';

const secondMs = 1000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;

/** Pauses before the second and later attempts. */
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

/** The first attempt plus all retries. */
export const maxAttempts = defaultPausesMs.length + 1;

/**
 * Fraction by which each pause is randomly lengthened or shortened, to spread retries after an
 * outage.
 */
const jitterFraction = 0.2;

/**
 * A delivery's next step: delivered, another attempt, no attempts left, or the target responded
 * with 410 (Gone).
 */
export type NextStep =
  | { state: 'delivered' }
  | { state: 'retry'; at: Date }
  | { state: 'failed' }
  | { state: 'gone' };

/**
 * Determines the next step after an attempt. Only 2xx is a success. `Retry-After` can delay a retry
 * but not make it earlier.
 *
 * @param attempt - Number of the completed attempt, starting at 1.
 * @param now - Time at which the attempt ended.
 * @param chance - Returns a number from 0 to 1.
 * @param pausesMs - Pauses before the second and later attempts.
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

/** Maximum accepted pause: 24 hours. */
export const maxRetryAfterMs = 24 * 60 * 60 * 1000;

/**
 * Converts a `Retry-After` header to milliseconds, at most 24 hours. The header contains seconds or
 * a date in any of three formats (RFC 9110, section 10.2.3). Returns null if it is missing or
 * invalid.
 */
export function readRetryAfter(value: string | undefined, now: Date): number | null {
  const text = value?.trim() ?? '';
  const pauseMs = /^\d+$/.test(text) ? Number(text) * 1000 : dateOf(text) - now.getTime();
  return Number.isNaN(pauseMs) ? null : Math.min(Math.max(pauseMs, 0), maxRetryAfterMs);
}

function dateOf(text: string): number {
  if (!/^[A-Z][a-z]{2,8},? /.test(text)) return Number.NaN;
  // The asctime format does not include the time zone, which is always GMT.
  return Date.parse(text.endsWith('GMT') ? text : `${text} GMT`);
}
