/** Seconds of one unit of a timecount value (SMIL 3, clock values). */
const units: Record<string, number> = { h: 3600, min: 60, s: 1, ms: 0.001, '': 1 };

const clock = /^(?:(\d+):)?([0-5]?\d):([0-5]?\d(?:\.\d+)?)$/;
const count = /^(\d+(?:\.\d+)?)(h|min|s|ms)?$/;

/** Seconds that a clock value of SMIL means; null when it is none. */
export function secondsOf(value: string | undefined): number | null {
  const text = (value ?? '').trim().replace(/^npt=/, '');
  const [isClock, hours, minutes, seconds] = clock.exec(text) ?? [];
  if (isClock) return round(Number(hours ?? 0) * 3600 + Number(minutes) * 60 + Number(seconds));
  const [isCount, amount, unit = ''] = count.exec(text) ?? [];
  return isCount ? round(Number(amount) * (units[unit] ?? 1)) : null;
}

function round(seconds: number): number {
  return Math.round(seconds * 1000) / 1000;
}
