import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, describe, it } from 'node:test';
import { idGenerator } from '../../../server/db/id-generator.ts';
import { openDatabase } from '../../../server/db/open.ts';
import { idempotencyStore } from '../../../server/idempotency/store.ts';
import { issueKey } from '../../../server/keys/issue-key.ts';
import { keyStore } from '../../../server/keys/store.ts';
import { secretBox } from '../../../server/values/secret-box.ts';
import { newPostgresDatabase, postgresMissing } from '../postgres.ts';
import { databaseRelay } from './database-relay.ts';

const now = () => new Date();
const answer = { status: 201, headers: {}, body: new Uint8Array([1]) };

async function relayedStore() {
  const location = new URL(await newPostgresDatabase({ hasTables: true }));
  const relay = await databaseRelay(Number(location.port));
  location.port = String(relay.port);
  const db = openDatabase({ url: location.href });
  after(() => db.close());
  const newId = idGenerator(Date.now);
  const context = { store: keyStore(db), newId, random: randomBytes, now };
  const { key } = await issueKey(context, { account: 'acme', tier: 'pro', kind: 'secret' });
  const box = secretBox(['a secret of thirty-two characters']);
  const store = idempotencyStore({ db, now, newToken: () => newId('idm'), box });
  const intent = { accountId: key.accountId, route: 'POST /v1/test', key: 'one' };
  return { relay, store, claim: () => store.claim(intent, 'digest', false) };
}

describe('an idempotency key', { skip: postgresMissing ?? false }, () => {
  for (const { title, lost, statement, outcome } of [
    { title: 'the answer to its claim', lost: 'answer', statement: 'insert', outcome: 'claimed' },
    { title: 'its release', lost: 'request', statement: 'release', outcome: 'claimed' },
    { title: 'its response', lost: 'request', statement: 'complete', outcome: 'claimed' },
    {
      title: 'the answer to storing its response',
      lost: 'answer',
      statement: 'complete',
      outcome: 'done',
    },
  ] as const) {
    it(`can be used again soon after the connection that carries ${title} breaks`, async () => {
      const { relay, store, claim } = await relayedStore();
      const first = statement === 'insert' ? null : await claim();

      if (lost === 'answer') relay.loseAnswerTo(statement === 'insert' ? 'insert into' : 'update');
      else relay.cut();
      if (first === null) await assert.rejects(claim());
      else {
        assert.ok(first.outcome === 'claimed');
        const { held } = first;
        await assert.rejects(
          statement === 'release' ? store.release(held) : store.complete(held, answer),
        );
      }
      relay.restore();

      // The lease would last 30 seconds.
      const deadline = Date.now() + 10_000;
      let found: string | undefined = 'running';
      while (found === 'running' && Date.now() < deadline) {
        found = (await claim().catch(() => null))?.outcome ?? 'running';
      }
      assert.equal(found, outcome);
    });
  }
});
