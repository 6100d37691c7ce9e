/** The result of one check. */
export interface Check {
  /** Name of the check, such as `tls`. Stable. */
  id: string;
  /** `skipped`: nothing to check with this configuration. */
  state: 'ok' | 'warning' | 'failed' | 'skipped';
  /** Description of the result. */
  message: string;
  /** Recommended action, or null if none is needed. */
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
