import {
  type FastifyLoggerOptions,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { eventOf } from '../telemetry/log-events.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import { redact } from '../telemetry/redact.ts';
import { tracing } from '../telemetry/tracing.ts';

const warnLevel = 40;

/**
 * Options of the log: JSON lines with the running trace, without sensitive values. Lines at level
 * `warn` and above are counted by their `event`.
 */
export function requestLogger(
  level: string,
  metrics: Pick<Metrics, 'logLine'>,
): FastifyLoggerOptions & LineOptions {
  return {
    level,
    mixin(members, lineLevel) {
      if (lineLevel >= warnLevel) metrics.logLine(eventOf(members));
      const span = tracing()?.current();
      return span ? { traceId: span.traceId, spanId: span.spanId } : {};
    },
    // Applied to the finished line, so that errors, libraries and later code cannot add unredacted
    // values.
    hooks: { streamWrite: redact },
  };
}

/** Options of pino that Fastify's type lacks. */
interface LineOptions {
  mixin: (members: object, level: number) => object;
  hooks: { streamWrite: (line: string) => string };
}

/**
 * Logs one line per request. Omits the query, which can contain the signature of a resource URL.
 */
export class RequestLog extends LogController {
  readonly #logsSuccess: boolean;

  constructor(level: string) {
    super({ requestIdLogLabel: 'requestId' });
    this.#logsSuccess = ['trace', 'debug', 'info'].includes(level);
  }

  override incomingRequest() {}

  override routeNotFound() {}

  override requestCompleted(error: unknown, request: FastifyRequest, reply: FastifyReply) {
    if (!error && !this.#logsSuccess) return;
    const line = {
      method: request.method,
      path: request.url.replace(/\?.*$/s, ''),
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
      keyId: request.caller?.keyId,
    };
    if (error)
      request.log.error({ event: 'request.aborted', ...line, err: error }, 'response aborted');
    else request.log.info({ event: 'request.completed', ...line }, 'request completed');
  }
}
