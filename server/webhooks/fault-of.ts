import { errors } from 'undici';
import { Failure } from '../failure.ts';
import { AttemptFault, type FaultReason } from './attempt-fault.ts';

/** Codes of errors that a person who owns the target can act on; the rest is `other`. */
const reasonOfCode: Record<string, FaultReason> = {
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

/** Whatever was thrown while an attempt was made, as the reason that its log shows. */
export function faultOf(error: unknown): AttemptFault {
  if (error instanceof AttemptFault) return error;
  if (error instanceof Failure) return new AttemptFault('refused-target', error.message, error);
  if (!(error instanceof Error)) return new AttemptFault('other', String(error));
  return new AttemptFault(reasonOf(error), messageOf(error), error);
}

function reasonOf(error: Error): FaultReason {
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
