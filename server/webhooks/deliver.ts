import type { Job } from './queue.ts';
import { nextAttempt } from './retry-schedule.ts';
import type { SecretBox } from './secret-box.ts';
import type { Sender } from './send.ts';
import type { Attempt } from './settle.ts';
import { signatureHeaders } from './sign.ts';

export interface DeliverContext {
  sender: Pick<Sender, 'send'>;
  box: SecretBox;
  now: () => Date;
  /** 0 to 1. */
  chance: () => number;
  /** Before each retry; those of the schedule unless given. */
  retryPausesMs?: readonly number[];
}

/** Makes one attempt: signs the body, posts it, and says what follows. Writes nothing down. */
export async function deliver(
  { sender, box, now, chance, retryPausesMs }: DeliverContext,
  job: Job,
  signal: AbortSignal,
): Promise<Attempt> {
  const startedAt = now();
  const secrets = job.secrets.map(({ sealed }) => box.open(sealed));
  const headers = signatureHeaders(secrets, job.eventId, startedAt, job.body);
  const outcome = await sender.send(job.url, headers, job.body, signal);
  return {
    job,
    startedAt,
    outcome,
    next: nextAttempt(job.roundAttempts + 1, outcome, now(), chance, retryPausesMs),
  };
}
