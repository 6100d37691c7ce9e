import assert from 'node:assert/strict';
import { it } from 'node:test';
import { openDatabase } from '../../../server/db/open.ts';
import { forwardEvents } from '../../../server/webhooks/forward-events.ts';
import { runSvc } from '../cli/run-svc.ts';
import { forEachEngine, newDatabaseLocation, temporaryFolder } from '../harness.ts';
import { migrate } from '../../../server/db/migrate.ts';
import { toEnvironment } from '../server-process.ts';
import { apiWithWorker } from './api-with-worker.ts';
import { receiver, verified } from './receiver.ts';

forEachEngine('svc webhooks', (engine) => {
  it('lists webhooks and deliveries and retries a delivery', async () => {
    const address = await newDatabaseLocation(engine);
    const db = openDatabase(address);
    await migrate(db, () => new Date());
    const api = await apiWithWorker(engine, { db });
    const environment = toEnvironment(address, temporaryFolder());
    const svc = (...args: string[]) => runSvc(environment, 'webhooks', ...args);
    const { id } = await api.addWebhook('http://127.0.0.1:9999/hook');
    await api.happen();

    const list = JSON.parse((await svc('list', '--json')).stdout);
    assert.deepEqual([list[0].id, list[0].accountName, list.length], [id, 'acme', 1]);
    assert.match((await svc('list')).stdout, /http:\/\/127\.0\.0\.1:9999\/hook\s+\*\s+ok/);
    const [delivery] = JSON.parse((await svc('deliveries', id, '--json')).stdout);
    assert.equal(delivery.type, 'sale.completed');
    const retried = await svc('retry', delivery.id, '--json');
    assert.equal(JSON.parse(retried.stdout).state, 'pending');
    const missing = await svc('deliveries', 'wh_none');
    assert.deepEqual([missing.code, missing.stderr], [1, 'No webhook with id wh_none.\n']);
    assert.equal((await svc('deliveries', id, '--state', 'lost')).code, 2);
    await db.close();
  });
});

forEachEngine('the forwarding of events', (engine) => {
  it('starts at the end of the log and posts one signed copy of each event', async () => {
    const api = await apiWithWorker(engine);
    const target = await receiver();
    await api.happen();
    const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
    const stopping = new AbortController();
    const lines: string[] = [];
    let waits = 0;
    await forwardEvents({
      forward: target.url,
      api: api.url,
      key: api.key,
      secret,
      fetch,
      now: api.clock.now,
      async wait() {
        waits += 1;
        if (waits === 3) stopping.abort();
        else await api.happen({ resourceId: `sale_${waits}` });
      },
      report: (line) => lines.push(line),
      signal: stopping.signal,
    });
    assert.equal(target.received.length, 2);
    for (const one of target.received) verified(one, secret);
    assert.match(lines[0] ?? '', /^sale\.completed evt_\w+ → 204$/);
  });
});
