import { Failure } from '../failure.ts';
import type { Usage } from '../http/quota-hooks.ts';

/** A quota's usage in a day and a month. */
export interface QuotaUsage extends QuotaWindows {
  usedToday: number;
  usedThisMonth: number;
  dailyLimit: number;
  monthlyLimit: number;
}

interface UsageWindow {
  name: 'day' | 'month';
  limit: number;
  remaining: number;
  end: Date;
}

function dayWindow({ day, dailyLimit, usedToday }: QuotaUsage): UsageWindow {
  const remaining = Math.max(0, dailyLimit - usedToday);
  return { name: 'day', limit: dailyLimit, remaining, end: endOfDay(day) };
}

function monthWindow({ month, monthlyLimit, usedThisMonth }: QuotaUsage): UsageWindow {
  const remaining = Math.max(0, monthlyLimit - usedThisMonth);
  return { name: 'month', limit: monthlyLimit, remaining, end: endOfMonth(month) };
}

/**
 * Returns the window with fewer requests left, or the one that ends later if both have the same
 * number left.
 */
function tighterWindow(usage: QuotaUsage): UsageWindow {
  const day = dayWindow(usage);
  const month = monthWindow(usage);
  if (day.remaining !== month.remaining) return day.remaining < month.remaining ? day : month;
  return day.end > month.end ? day : month;
}

export function toUsage(usage: QuotaUsage): Usage {
  return {
    today: usage.usedToday,
    thisMonth: usage.usedThisMonth,
    dailyLimit: usage.dailyLimit,
    monthlyLimit: usage.monthlyLimit,
    remainingToday: dayWindow(usage).remaining,
    remainingThisMonth: monthWindow(usage).remaining,
    resetsAt: tighterWindow(usage).end.toISOString(),
  };
}

/** A token bucket: its size, and the requests per second at which it fills. */
export interface BurstPolicy {
  burst: number;
  perSecond: number;
}

/**
 * Headers of every response to a known key: the `X-RateLimit` headers for the window with fewer
 * requests left, and both windows and the burst limit per
 * https://datatracker.ietf.org/doc/draft-ietf-httpapi-ratelimit-headers/10/.
 *
 * @param burst - Null if no per-second limit applies.
 */
export function quotaHeaders(
  usage: QuotaUsage,
  now: Date,
  burst: BurstPolicy | null = null,
): Record<string, string> {
  const { limit, remaining, end } = tighterWindow(usage);
  const day = dayWindow(usage);
  const month = monthWindow(usage);
  return {
    'X-RateLimit-Limit': String(limit),
    'X-RateLimit-Remaining': String(remaining),
    'X-RateLimit-Reset': end.toISOString(),
    RateLimit: [day, month]
      .map(({ name, remaining, end }) => `"${name}";r=${remaining};t=${secondsUntil(end, now)}`)
      .join(', '),
    'RateLimit-Policy': [
      ...[day, month].map(
        ({ name, limit, end }) => `"${name}";q=${limit};w=${windowSeconds(name, end)}`,
      ),
      ...(burst ? [`"burst";q=${burst.burst};w=${Math.ceil(burst.burst / burst.perSecond)}`] : []),
    ].join(', '),
  };
}

/**
 * Returns the failure for a quota that is used up. `Retry-After` is the latest end of the exceeded
 * windows.
 */
export function quotaExceeded(
  usage: QuotaUsage,
  now: Date,
  burst: BurstPolicy | null = null,
): Failure {
  const exceeded = [dayWindow(usage), monthWindow(usage)].filter(
    ({ remaining }) => remaining === 0,
  );
  const last = exceeded.reduce((one, other) => (other.end > one.end ? other : one));
  const seconds = secondsUntil(last.end, now);
  return new Failure(
    last.name === 'day' ? 'quota_daily' : 'quota_monthly',
    `The quota of ${last.limit} requests per ${last.name} (UTC) is used up. Retry after ${last.end.toISOString()}.`,
    { headers: { ...quotaHeaders(usage, now, burst), 'Retry-After': String(seconds) } },
  );
}

/** Returns the seconds until `end`, rounded up, or 0 if it has passed. */
function secondsUntil(end: Date, now: Date): number {
  return Math.max(0, Math.ceil((end.getTime() - now.getTime()) / 1000));
}

/** Returns the length, in seconds, of the window that ends at `end`. */
function windowSeconds(name: UsageWindow['name'], end: Date): number {
  const start = new Date(end);
  if (name === 'day') start.setUTCDate(start.getUTCDate() - 1);
  else start.setUTCMonth(start.getUTCMonth() - 1);
  return (end.getTime() - start.getTime()) / 1000;
}

/** UTC day and month in which a request is counted, as text that sorts chronologically. */
export interface QuotaWindows {
  /** `YYYY-MM-DD` */
  day: string;
  /** `YYYY-MM` */
  month: string;
}

export function windowsAt(now: Date): QuotaWindows {
  const iso = now.toISOString();
  return { day: iso.slice(0, 10), month: iso.slice(0, 7) };
}

/** Returns the first instant after the day. */
export function endOfDay(day: string): Date {
  const end = new Date(`${day}T00:00:00Z`);
  end.setUTCDate(end.getUTCDate() + 1);
  return end;
}

/** Returns the first instant after the month. */
export function endOfMonth(month: string): Date {
  const end = new Date(`${month}-01T00:00:00Z`);
  end.setUTCMonth(end.getUTCMonth() + 1);
  return end;
}
