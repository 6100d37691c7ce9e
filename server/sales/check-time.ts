import { Failure } from '../failure.ts';

/** Clocks differ. */
const patienceMs = 5 * 60_000;
const earliest = '2000-01-01T00:00:00.000Z';

/** Whether something can have been sold then. @throws Failure `invalid_request`. */
export function checkTime(occurredAt: string, now: Date): void {
  const isPossible = occurredAt >= earliest && Date.parse(occurredAt) <= now.getTime() + patienceMs;
  if (isPossible) return;
  const detail = 'Must be in 2000 or later, and not in the future.';
  throw new Failure('invalid_request', `/occurredAt: ${detail}`, {
    errors: [{ pointer: '/occurredAt', detail }],
  });
}
