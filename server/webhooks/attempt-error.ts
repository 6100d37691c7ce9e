import { errors } from 'undici';
import { Failure } from '../failure.ts';

/** Reasons by error code. The reason for any other code is `other`. */
const reasonOfCode: Record<string, AttemptErrorReason> = {
  UND_ERR_CONNECT_TIMEOUT: 'timeout',
  ETIMEDOUT: 'connect',
  ECONNREFUSED: 'connect',
  EHOSTUNREACH: 'connect',
  ENETUNREACH: 'connect',
  EADDRNOTAVAIL: 'connect',
  ECONNRESET: 'closed',
  EPIPE: 'closed',
  UND_ERR_HEADERS_OVERFLOW: 'garbage',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'garbage',
};

/**
 * Why an attempt received no response: the target is not allowed, its host name cannot be resolved,
 * the connection fails, TLS fails, the time limit is exceeded, the connection is closed, or the
 * response is not valid HTTP (`garbage`).
 */
export type AttemptErrorReason =
  | 'refused-target'
  | 'dns'
  | 'connect'
  | 'tls'
  | 'timeout'
  | 'closed'
  | 'garbage'
  | 'other';

/** Error for an attempt without a response, with the reason for the log. */
export class AttemptError extends Error {
  override readonly name = 'AttemptFault';
  readonly reason: AttemptErrorReason;

  constructor(reason: AttemptErrorReason, message: string, cause?: unknown) {
    super(message, { cause });
    this.reason = reason;
  }
}

/** Converts any error thrown during an attempt to an `AttemptError`. */
export function toAttemptError(error: unknown): AttemptError {
  if (error instanceof AttemptError) return error;
  if (error instanceof Failure) return new AttemptError('refused-target', error.message, error);
  if (!(error instanceof Error)) return new AttemptError('other', String(error));
  return new AttemptError(reasonOf(error), messageOf(error), error);
}

function reasonOf(error: Error): AttemptErrorReason {
  if (error instanceof errors.HTTPParserError) return 'garbage';
  if (error instanceof errors.SocketError) {
    return error.message.startsWith('bad ') ? 'garbage' : 'closed';
  }
  return ('code' in error && reasonOfCode[String(error.code)]) || 'other';
}

/** An `AggregateError`, thrown if all of a host's addresses fail, has no message. */
function messageOf(error: Error): string {
  return error instanceof AggregateError
    ? error.errors.map((one: unknown) => (one instanceof Error ? one.message : '')).join('; ')
    : error.message;
}
