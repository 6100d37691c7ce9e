import assert from 'node:assert/strict';
import { it } from 'node:test';
import { runningRequests } from '../../../server/idempotency/running-requests.ts';
import type { Claim } from '../../../server/idempotency/contract.ts';

const intent = { accountId: 'acc', route: 'POST /v1/sales', key: 'a' };
const held = (token: string) => ({ idempotencyKey: intent, token, committedResults: [] });

it('wakes a waiting request if the key was claimed before the first request ended', async () => {
  const running = runningRequests();
  const wait = { timeoutMs: 1, wait: () => new Promise(() => {}) };
  const answers: Claim[] = [{ outcome: 'running' }, { outcome: 'claimed', held: held('third') }];
  running.begin(held('first'));
  const claim = running.claim(intent, async () => answers.shift() ?? assert.fail(), wait);
  // The second request waits for the first.
  await new Promise(setImmediate);

  running.begin(held('second'));
  running.end(held('first'));

  assert.deepEqual(await claim, { outcome: 'claimed', held: held('third') });
});
