import { errors } from 'undici';
import { Failure } from '../failure.ts';

/** Codes of errors that a person who owns the target can act on; the rest is `other`. */
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
 * Why an attempt brought no answer: the target is refused, its name is not found, nobody takes the
 * connection, TLS fails, time is up, the other side hangs up, or what it says is not HTTP.
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

/** An attempt that brought no answer, with the reason that its log shows. */
export class AttemptError extends Error {
  override readonly name = 'AttemptFault';
  readonly reason: AttemptErrorReason;

  constructor(reason: AttemptErrorReason, message: string, cause?: unknown) {
    super(message, { cause });
    this.reason = reason;
  }
}

/** Whatever was thrown while an attempt was made, as the reason that its log shows. */
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

/** When no address of several takes the connection, only the parts say why. */
function messageOf(error: Error): string {
  return error instanceof AggregateError
    ? error.errors.map((one: unknown) => (one instanceof Error ? one.message : '')).join('; ')
    : error.message;
}
