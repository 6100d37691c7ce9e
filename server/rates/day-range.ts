import { Failure } from '../failure.ts';

const dayMs = 86_400_000;
const mostDays = 366;
const daysUnlessAsked = 31;

/**
 * The days that a history is of, both ends included.
 *
 * @throws Failure `invalid_request` when they are the wrong way round, or more than 366.
 */
export function dayRange(
  asked: { from?: string | undefined; to?: string | undefined },
  now: Date,
): { from: string; to: string } {
  const to = asked.to ?? toDay(now.getTime());
  const from = asked.from ?? toDay(Date.parse(to) - (daysUnlessAsked - 1) * dayMs);
  const days = (Date.parse(to) - Date.parse(from)) / dayMs + 1;
  if (days < 1) refuse('from', `${from} is after ${to}.`);
  if (days > mostDays) refuse('from', `From ${from} to ${to} are more than ${mostDays} days.`);
  return { from, to };
}

function toDay(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

function refuse(parameter: string, detail: string): never {
  throw new Failure('invalid_request', `${parameter}: ${detail}`, {
    errors: [{ parameter, detail }],
  });
}
