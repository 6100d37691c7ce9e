import type { FastifyBaseLogger } from 'fastify';

/**
 * Returns a log that also passes each error to `record`.
 *
 * @param record - Failures of `record` are ignored because the error has already been logged.
 */
export function recordedLog(
  log: FastifyBaseLogger,
  record: (task: string, message: string) => Promise<void>,
): FastifyBaseLogger {
  const error = (facts: unknown, text?: string): void => {
    log.error(facts, text);
    const cause: unknown = facts instanceof Error ? facts : Reflect.get(Object(facts), 'err');
    const message = cause instanceof Error ? cause.message : String(cause ?? '');
    record(text ?? 'background job', message).catch(() => undefined);
  };
  return withError(log, error);
}

/** Returns a log with another function for errors. */
function withError(
  log: FastifyBaseLogger,
  error: (facts: unknown, text?: string) => void,
): FastifyBaseLogger {
  return Object.create(log, { error: { value: error } }) as FastifyBaseLogger;
}
