/**
 * Why an attempt brought no answer: the target is refused, its name is not found, nobody takes the
 * connection, TLS fails, time is up, the other side hangs up, or what it says is not HTTP.
 */
export type FaultReason =
  | 'refused-target'
  | 'dns'
  | 'connect'
  | 'tls'
  | 'timeout'
  | 'closed'
  | 'garbage'
  | 'other';

/** An attempt that brought no answer, with the reason that its log shows. */
export class AttemptFault extends Error {
  override readonly name = 'AttemptFault';
  readonly reason: FaultReason;

  constructor(reason: FaultReason, message: string, cause?: unknown) {
    super(message, { cause });
    this.reason = reason;
  }
}
