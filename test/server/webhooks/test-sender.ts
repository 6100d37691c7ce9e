import { after } from 'node:test';
import {
  type AttemptOutcome,
  sender,
  type SenderOptions,
} from '../../../server/webhooks/sender.ts';

/** Reaches this machine and gives up soon, unless told otherwise; closed with the tests around it. */
export function testSender(options: Partial<SenderOptions> = {}) {
  const made = sender({ allowLoopback: true, now: () => new Date(), ...options });
  after(() => made.close());
  return {
    ...made,
    post: (url: string): Promise<AttemptOutcome> => made.send(url, {}, '{}'),
  };
}

/** What an attempt brought, without what differs from run to run. */
export function summarizeOutcome(outcome: AttemptOutcome): string {
  return outcome.kind === 'answered' ? `answered ${outcome.status}` : `failed ${outcome.reason}`;
}
