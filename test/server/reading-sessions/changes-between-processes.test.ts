import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, it } from 'node:test';
import { migrate } from '../../../server/db/migrate.ts';
import { idGenerator } from '../../../server/db/id-generator.ts';
import { openDatabase } from '../../../server/db/open.ts';
import { issueKey } from '../../../server/keys/issue-key.ts';
import { keyStore } from '../../../server/keys/store.ts';
import { forEachEngine, newDatabaseLocation, temporaryFolder } from '../harness.ts';
import { endProcess, toEnvironment, startProcess } from '../server-process.ts';
import { eventReader } from './server-sent-events.ts';

const now = () => new Date();

forEachEngine('two server processes', (engine) => {
  it('report each other’s chapters to their readers and shut down with readers connected', async () => {
    const address = await newDatabaseLocation(engine);
    const db = openDatabase(address);
    after(() => db.close());
    await migrate(db, now);
    const environment = {
      ...toEnvironment(address, temporaryFolder()),
      SVC_SECRET: 's'.repeat(32),
    };
    const servers = await Promise.all([1, 2].map(() => startProcess(environment)));
    const [first, second] = servers;
    assert.ok(first && second);
    const keyContext = {
      store: keyStore(db),
      newId: idGenerator(Date.now),
      random: randomBytes,
      now,
    };
    const keyRequest = { account: 'acme', tier: 'unlimited', kind: 'secret' } as const;
    const { text: key } = await issueKey(keyContext, keyRequest);
    const requestJson = async (url: string, method: string, body?: object) => {
      const response = await fetch(url, {
        method,
        headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      });
      assert.ok(response.ok, url);
      return (await response.json()).data;
    };
    const publish = async (title: string) => {
      const path = `${second.url}/v1/books/${book.id}/chapters`;
      const { id } = await requestJson(path, 'POST', { title, content: 'Text.' });
      await requestJson(`${second.url}/v1/chapters/${id}/publish`, 'POST', {});
    };
    const book = await requestJson(`${first.url}/v1/books`, 'POST', { title: 'Serial' });
    await publish('First');
    const embed = await requestJson(`${first.url}/v1/reader/embed?book=${book.id}`, 'GET');

    const response = await fetch(`${first.url}/content/${book.id}/changes`, {
      headers: { Authorization: `Bearer ${embed.session.token}` },
    });
    const events = eventReader(response);
    await publish('From the other process');

    assert.equal((await events.next())?.data.title, 'From the other process');
    const codes = await Promise.all(servers.map((server) => endProcess(server, 'SIGTERM')));
    assert.deepEqual(codes, [0, 0]);
    assert.equal(await events.next(), null);
  });
});
