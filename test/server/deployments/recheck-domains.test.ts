import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { after, it } from 'node:test';
import { migrate } from '../../../server/db/migrate.ts';
import { idGenerator } from '../../../server/db/id-generator.ts';
import { openDatabase } from '../../../server/db/open.ts';
import { NewDeployment } from '../../../server/deployments/contract.ts';
import { deployments } from '../../../server/deployments/deployments.ts';
import { txtResolver } from '../../../server/deployments/domains.ts';
import { keyStore } from '../../../server/keys/store.ts';
import { forEachEngine, newDatabaseLocation, temporaryFolder } from '../harness.ts';
import { endProcess, toEnvironment, startProcess } from '../server-process.ts';
import { txtNameServer } from './txt-name-server.ts';

forEachEngine('worker process', (engine) => {
  it('rechecks a domain after a day', async () => {
    const address = await newDatabaseLocation(engine);
    const db = openDatabase(address);
    after(() => db.close());
    const twoDaysAgo = () => new Date(Date.now() - 2 * 86_400_000);
    await migrate(db, twoDaysAgo);
    const names = await txtNameServer();
    const newId = idGenerator(Date.now);
    const service = deployments({
      db,
      now: twoDaysAgo,
      newId,
      random: randomBytes,
      lookUpTxt: txtResolver([names.address]),
      rules: { publicHost: 'svc.test', allowLoopback: false },
      createDomainKey: async () => 'key_unused',
    });
    const accountId = await keyStore(db).findOrCreateAccount(
      'acme',
      newId('acc'),
      twoDaysAgo().toISOString(),
    );
    const newDeployment = NewDeployment.parse({ name: 'Publisher' });
    const { id, domains } = await service.add(accountId, newDeployment, ['books.example.com']);
    const [{ host, record } = { host: '', record: { name: '', value: '' } }] = domains;
    names.texts.set(record.name, [record.value]);
    assert.equal((await service.domains.verify(accountId, id, host)).state, 'verified');

    names.texts.set(record.name, ['something else']);
    const worker = await startProcess({
      ...toEnvironment(address, temporaryFolder()),
      SVC_DNS_SERVERS: names.address,
      SVC_ROLE: 'worker',
    });
    for (;;) {
      const [domain] = (await service.get(accountId, id)).domains;
      if (domain?.problem) {
        assert.match(
          domain.problem,
          /^The TXT records at _svc-reader\.books\.example\.com do not include svc-reader=/,
        );
        assert.equal(domain.state, 'verified');
        break;
      }
      await nextTurn();
    }
    assert.equal(await endProcess(worker, 'SIGTERM'), 0);
  });
});
