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
