import { Failure } from '../failure.ts';
import type { Usage } from '../http/quota-hooks.ts';

/** What a quota has used of which day and month. */
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

/** The window with fewer requests left; both alike: the one that ends later. */
function tighterWindow(standing: QuotaUsage): UsageWindow {
  const day = dayWindow(standing);
  const month = monthWindow(standing);
  if (day.remaining !== month.remaining) return day.remaining < month.remaining ? day : month;
  return day.end > month.end ? day : month;
}

export function toUsage(standing: QuotaUsage): Usage {
  return {
    today: standing.usedToday,
    thisMonth: standing.usedThisMonth,
    dailyLimit: standing.dailyLimit,
    monthlyLimit: standing.monthlyLimit,
    remainingToday: dayWindow(standing).remaining,
    remainingThisMonth: monthWindow(standing).remaining,
    resetsAt: tighterWindow(standing).end.toISOString(),
  };
}

/**
 * The headers of every response to a known key: the contract's three, of the window with fewer
 * requests left, and both windows as https://datatracker.ietf.org/doc/draft-ietf-httpapi-ratelimit-headers/10/.
 */
export function quotaHeaders(standing: QuotaUsage, now: Date): Record<string, string> {
  const { limit, remaining, end } = tighterWindow(standing);
  const day = dayWindow(standing);
  const month = monthWindow(standing);
  return {
    'X-RateLimit-Limit': String(limit),
    'X-RateLimit-Remaining': String(remaining),
    'X-RateLimit-Reset': end.toISOString(),
    RateLimit: [day, month]
      .map(({ name, remaining, end }) => `"${name}";r=${remaining};t=${secondsUntil(end, now)}`)
      .join(', '),
    'RateLimit-Policy': [day, month]
      .map(({ name, limit, end }) => `"${name}";q=${limit};w=${windowSeconds(name, end)}`)
      .join(', '),
  };
}

/** Why a request of a quota that is used up is refused, and until when: every exceeded window's end. */
export function quotaExceeded(standing: QuotaUsage, now: Date): Failure {
  const exceeded = [dayWindow(standing), monthWindow(standing)].filter(
    ({ remaining }) => remaining === 0,
  );
  const last = exceeded.reduce((one, other) => (other.end > one.end ? other : one));
  const seconds = secondsUntil(last.end, now);
  return new Failure(
    last.name === 'day' ? 'quota_daily' : 'quota_monthly',
    `All ${last.limit} requests of this ${last.name} (UTC) are used. The next are granted from ${last.end.toISOString()}.`,
    { headers: { ...quotaHeaders(standing, now), 'Retry-After': String(seconds) } },
  );
}

/** Whole seconds, rounded up: a client that sleeps them wakes at the end or later. */
export function secondsUntil(end: Date, now: Date): number {
  return Math.max(0, Math.ceil((end.getTime() - now.getTime()) / 1000));
}

/** Seconds; a month's are those of the very month that ends there. */
function windowSeconds(name: UsageWindow['name'], end: Date): number {
  const start = new Date(end);
  if (name === 'day') start.setUTCDate(start.getUTCDate() - 1);
  else start.setUTCMonth(start.getUTCMonth() - 1);
  return (end.getTime() - start.getTime()) / 1000;
}

/** The UTC day and month that a request counts in, as text that sorts by time. */
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

/** The first instant after the day. */
export function endOfDay(day: string): Date {
  const end = new Date(`${day}T00:00:00Z`);
  end.setUTCDate(end.getUTCDate() + 1);
  return end;
}

/** The first instant after the month. */
export function endOfMonth(month: string): Date {
  const end = new Date(`${month}-01T00:00:00Z`);
  end.setUTCMonth(end.getUTCMonth() + 1);
  return end;
}
