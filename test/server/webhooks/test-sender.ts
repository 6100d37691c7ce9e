import { after } from 'node:test';
import { type Outcome, sender, type SenderOptions } from '../../../server/webhooks/send.ts';

/** Reaches this machine and gives up soon, unless told otherwise; closed with the tests around it. */
export function testSender(options: Partial<SenderOptions> = {}) {
  const made = sender({ allowLoopback: true, now: () => new Date(), ...options });
  after(() => made.close());
  return {
    ...made,
    post: (url: string): Promise<Outcome> => made.send(url, {}, '{}'),
  };
}

/** What an attempt brought, without what differs from run to run. */
export function gist(outcome: Outcome): string {
  return outcome.kind === 'answered' ? `answered ${outcome.status}` : `failed ${outcome.reason}`;
}
