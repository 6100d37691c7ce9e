/** The result of one check. */
export interface Check {
  /** What was checked, such as `tls`. Stable. */
  id: string;
  /** `skipped`: nothing to check with this configuration. */
  state: 'ok' | 'warning' | 'failed' | 'skipped';
  /** What was found. */
  message: string;
  /** What to do, or null if no action is needed. */
  remedy: string | null;
}

export const ok = (id: string, message: string): Check => ({
  id,
  state: 'ok',
  message,
  remedy: null,
});
export const skipped = (id: string, message: string): Check => ({
  id,
  state: 'skipped',
  message,
  remedy: null,
});
export const warning = (id: string, message: string, remedy: string): Check => ({
  id,
  state: 'warning',
  message,
  remedy,
});
export const failed = (id: string, message: string, remedy: string): Check => ({
  id,
  state: 'failed',
  message,
  remedy,
});

/** The code of a system or TLS error, or of the cause that `fetch` wraps. */
export function errorCode(error: unknown): string {
  if (error instanceof AggregateError) return errorCode(error.errors[0]);
  if (!(error instanceof Error)) return '';
  if ('code' in error && typeof error.code === 'string') return error.code;
  return error.cause === undefined ? error.name : errorCode(error.cause);
}
