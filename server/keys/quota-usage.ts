import { maxClockDifferenceMs } from '../db/clock-difference.ts';
import { Failure } from '../failure.ts';
import type { Usage } from '../http/quota-hooks.ts';

/** A quota's usage in a day and a month. */
export interface QuotaUsage extends QuotaWindows {
  usedToday: number;
  usedThisMonth: number;
  dailyLimit: number;
  monthlyLimit: number;
}

interface UsageWindow extends WindowTimes {
  name: 'day' | 'month';
  limit: number;
  remaining: number;
}

/** The end of a quota window and its length in seconds. */
interface WindowTimes {
  end: Date;
  endText: string;
  seconds: number;
}

/** Almost all requests are in the same windows. */
const dayTimes = rememberLast((day: string) => timesOf(endOfDay(day), 'day'));
const monthTimes = rememberLast((month: string) => timesOf(endOfMonth(month), 'month'));

function dayWindow({ day, dailyLimit, usedToday }: QuotaUsage): UsageWindow {
  const remaining = Math.max(0, dailyLimit - usedToday);
  return { name: 'day', limit: dailyLimit, remaining, ...dayTimes(day) };
}

function monthWindow({ month, monthlyLimit, usedThisMonth }: QuotaUsage): UsageWindow {
  const remaining = Math.max(0, monthlyLimit - usedThisMonth);
  return { name: 'month', limit: monthlyLimit, remaining, ...monthTimes(month) };
}

/**
 * Returns the window with fewer requests left, or the one that ends later if both have the same
 * number left.
 */
function tighterWindow(day: UsageWindow, month: UsageWindow): UsageWindow {
  if (day.remaining !== month.remaining) return day.remaining < month.remaining ? day : month;
  return day.end > month.end ? day : month;
}

export function toUsage(usage: QuotaUsage): Usage {
  const day = dayWindow(usage);
  const month = monthWindow(usage);
  return {
    today: usage.usedToday,
    thisMonth: usage.usedThisMonth,
    dailyLimit: usage.dailyLimit,
    monthlyLimit: usage.monthlyLimit,
    remainingToday: day.remaining,
    remainingThisMonth: month.remaining,
    resetsAt: tighterWindow(day, month).endText,
  };
}

/** Size of a token bucket, and the rate at which it fills, in requests per second. */
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
  const day = dayWindow(usage);
  const month = monthWindow(usage);
  const { limit, remaining, endText } = tighterWindow(day, month);
  const left = (window: UsageWindow) =>
    `"${window.name}";r=${window.remaining};t=${secondsUntil(window.end, now)}`;
  const policy = ({ name, limit, seconds }: UsageWindow) => `"${name}";q=${limit};w=${seconds}`;
  const burstPolicy = burst
    ? `, "burst";q=${burst.burst};w=${Math.ceil(burst.burst / burst.perSecond)}`
    : '';
  return {
    'X-RateLimit-Limit': String(limit),
    'X-RateLimit-Remaining': String(remaining),
    'X-RateLimit-Reset': endText,
    RateLimit: `${left(day)}, ${left(month)}`,
    'RateLimit-Policy': `${policy(day)}, ${policy(month)}${burstPolicy}`,
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

function timesOf(end: Date, name: UsageWindow['name']): WindowTimes {
  const start = new Date(end);
  if (name === 'day') start.setUTCDate(start.getUTCDate() - 1);
  else start.setUTCMonth(start.getUTCMonth() - 1);
  const seconds = (end.getTime() - start.getTime()) / 1000;
  return { end, endText: end.toISOString(), seconds };
}

/** Remembers the result for the last argument. */
function rememberLast<Result>(compute: (text: string) => Result): (text: string) => Result {
  let last: { text: string; result: Result } | null = null;
  return (text) => {
    if (last?.text !== text) last = { text, result: compute(text) };
    return last.result;
  };
}

/** UTC day and month in which a request is counted, as text that sorts chronologically. */
export interface QuotaWindows {
  /** `YYYY-MM-DD` */
  day: string;
  /** `YYYY-MM` */
  month: string;
}

/** The windows in which requests count at a time. */
export interface QuotaTime {
  current: QuotaWindows;
  /**
   * The windows of a clock that is ahead of this process's by the tolerated difference. Stored
   * windows after these come from a clock that was wrong.
   */
  latest: QuotaWindows;
}

export function quotaTime(now: Date): QuotaTime {
  return {
    current: windowsAt(now),
    latest: windowsAt(new Date(now.getTime() + maxClockDifferenceMs)),
  };
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
