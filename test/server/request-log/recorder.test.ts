import assert from 'node:assert/strict';
import { it } from 'node:test';
import Fastify from 'fastify';
import { recordRequests } from '../../../server/request-log/recorder.ts';
import { requestLogStore } from '../../../server/request-log/store.ts';
import { forEachEngine, testDatabase } from '../harness.ts';

forEachEngine('the recorder', (engine) => {
  it('logs every request of many accounts once, or counts it as dropped, if writing fails', async () => {
    const store = requestLogStore(await testDatabase(engine));
    const app = Fastify();
    app.decorateRequest('caller', null);
    app.decorateRequest('refusedKey', null);
    app.decorateRequest('failureCode', null);
    app.addHook('onRequest', async (request) => {
      const accountId = String(request.headers['account']);
      request.caller = { accountId, keyId: 'key_é' } as typeof request.caller;
    });
    let writes = 0;
    const add: typeof store.add = async (blocks, now) => {
      writes += 1;
      // Refused, then lost with an unknown outcome, then written.
      if (writes % 3 === 1) throw Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });
      if (writes % 3 === 2) throw new Error('unknown');
      await store.add(blocks, now);
    };
    const records = recordRequests(app, { add }, () => new Date());
    app.get('/books/:bookId', async () => 'a book');

    const accounts = 450;
    let sent = 0;
    const seen = new Map<string, number>();
    for (let round = 0; round < 4; round += 1) {
      for (let at = 0; at < accounts; at += 1) {
        // The first account fills several blocks.
        const requests = at === 0 ? 600 : 1;
        for (let count = 0; count < requests; count += 1) {
          await app.inject({ url: `/books/${sent}`, headers: { account: `acc_${at}` } });
          sent += 1;
        }
      }
      await records.flush();
    }
    // A failed write ends a flush.
    for (let flushes = 0; flushes < 3 * 4 * 5; flushes += 1) await records.flush();
    for (let at = 0; at < accounts; at += 1) {
      const { requests } = await store.read(`acc_${at}`, {}, 5000, {});
      for (const { requestId, route, keyId } of requests) {
        assert.equal(route, '/books/{bookId}');
        assert.equal(keyId, 'key_é');
        const id = `${at} ${requestId}`;
        seen.set(id, (seen.get(id) ?? 0) + 1);
      }
    }
    assert.equal(Math.max(...seen.values()), 1);
    assert.ok(records.droppedCount > 0);
    assert.equal(seen.size + records.droppedCount, sent);
  });
});
