/** The longest pause that is honoured: 24 hours. */
export const maxRetryAfterMs = 24 * 60 * 60 * 1000;

/**
 * The pause that a `Retry-After` asks for, in milliseconds, 24 hours at most (RFC 9110, section
 * 10.2.3: seconds, or a date in any of its three forms); null when there is none to be understood.
 */
export function readRetryAfter(value: string | undefined, now: Date): number | null {
  const text = value?.trim() ?? '';
  const pauseMs = /^\d+$/.test(text) ? Number(text) * 1000 : dateOf(text) - now.getTime();
  return Number.isNaN(pauseMs) ? null : Math.min(Math.max(pauseMs, 0), maxRetryAfterMs);
}

function dateOf(text: string): number {
  if (!/^[A-Z][a-z]{2,8},? /.test(text)) return Number.NaN;
  // The oldest form, asctime's, does not say that it means GMT.
  return Date.parse(text.endsWith('GMT') ? text : `${text} GMT`);
}
