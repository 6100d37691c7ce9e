import type { LogEvent } from 'kysely';
import { tracing } from '../telemetry/tracing.ts';

/**
 * Records every statement of a traced request as a span, for Kysely's `log` option. The span
 * contains the statement without its parameters.
 *
 * @returns Undefined if tracing is off, so that queries have no overhead.
 */
export function queryTracer(
  system: 'sqlite' | 'postgresql',
  now: () => number,
): ((event: LogEvent) => void) | undefined {
  if (!tracing()) return undefined;
  return ({ level, query, queryDurationMillis, ...event }) => {
    const active = tracing();
    // Background jobs poll continuously.
    if (!active?.current()) return;
    const text = query.sql.replace(/\s+/g, ' ').trim();
    const span = active.start(summarize(text), {
      kind: 'client',
      startMs: now() - queryDurationMillis,
      attributes: { 'db.system.name': system, 'db.query.text': text },
    });
    const failure = level === 'error' && 'error' in event ? event.error : null;
    span.end(failure === null ? null : errorName(failure));
  };
}

/** The statement's verb and its first table, such as `select books`. */
function summarize(text: string): string {
  const verb = /^[a-z]+/i.exec(text)?.[0].toLowerCase() ?? 'statement';
  const table = /\b(?:from|into|update)\s+"?([a-z_]+)/i.exec(text)?.[1];
  return table ? `${verb} ${table}` : verb;
}

/** Database error messages can contain values. */
function errorName(error: unknown): string {
  if (!(error instanceof Error)) return 'error';
  return 'code' in error ? `${error.name} ${String(error.code)}` : error.name;
}
