import { after } from 'node:test';
import {
  type AttemptOutcome,
  sender,
  type SenderOptions,
} from '../../../server/webhooks/sender.ts';

/**
 * A sender that, by default, allows loopback and has short timeouts. It is closed after the
 * surrounding tests.
 */
export function testSender(options: Partial<SenderOptions> = {}) {
  const made = sender({ allowLoopback: true, now: () => new Date(), ...options });
  after(() => made.close());
  return {
    ...made,
    post: (url: string): Promise<AttemptOutcome> => made.send(url, {}, '{}'),
  };
}

/** Outcome of an attempt, without values that differ between runs. */
export function summarizeOutcome(outcome: AttemptOutcome): string {
  return outcome.kind === 'answered' ? `answered ${outcome.status}` : `failed ${outcome.reason}`;
}
