import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { it } from 'node:test';
import type { Engine } from '../../../server/db/open.ts';
import { type Deployments, deployments } from '../../../server/deployments/deployments.ts';
import { txtResolver } from '../../../server/deployments/domains.ts';
import { forEachEngine } from '../harness.ts';
import { deployedApi, type DeployedApi } from './deployed-api.ts';

/** The deployments service of another process on the same database. */
function anotherProcess({ db, clock, nameServer, keyContext }: DeployedApi): Deployments {
  return deployments({
    db,
    now: clock.now,
    newId: keyContext.newId,
    random: randomBytes,
    lookUpTxt: txtResolver([nameServer.address]),
    rules: { publicHost: 'svc.test', allowLoopback: true },
    createDomainKey: async () => 'key_unused',
  });
}

async function codeOf(response: Response): Promise<string> {
  return (await response.json()).code;
}

/** An API with a deployment that has a verified domain. */
async function verifiedApi(engine: Engine) {
  const api = await deployedApi(engine);
  const { id } = await api.add();
  const domain = await api.addVerifiedDomain(id, 'books.example.com');
  const worker = anotherProcess(api);
  return { api, id, domain, worker };
}

const day = 86_400;

forEachEngine('domain', (engine) => {
  it('is added once in normalized form, with the required TXT record', async () => {
    const api = await deployedApi(engine);
    const { id } = await api.add();
    const response = await api.send('POST', `/${id}/domains`, { host: 'BÜCHER.Example.' });
    assert.equal(response.status, 201);
    const { data } = await response.json();
    assert.match(data.record.value, /^svc-reader=[\w-]{24}$/);
    assert.deepEqual(data, {
      host: 'xn--bcher-kva.example',
      state: 'pending',
      record: { type: 'TXT', name: '_svc-reader.xn--bcher-kva.example', value: data.record.value },
      verifiedAt: null,
      checkedAt: null,
      problem: null,
      problemReason: null,
    });
    const again = await api.send('POST', `/${id}/domains`, { host: 'xn--bcher-kva.example' });
    assert.equal(again.status, 200);
    assert.deepEqual((await again.json()).data, data);
    assert.deepEqual((await api.read(id)).domains, [data]);
  });

  it('cannot be an address, a single label or the host of this server', async () => {
    const api = await deployedApi(engine, { allowLoopback: false });
    const { id } = await api.add();
    for (const host of [
      '127.0.0.1',
      '[::1]',
      '2130706433',
      'example',
      'svc.test',
      'a.localhost',
      'a b.example',
      'a.example:443',
      'https://a.example',
    ]) {
      const response = await api.send('POST', `/${id}/domains`, { host });
      assert.equal(response.status, 400, host);
      assert.equal((await response.json()).errors[0].pointer, '/host');
    }
    assert.deepEqual((await api.read(id)).domains, []);
  });

  it('is limited to twenty per deployment', async () => {
    const api = await deployedApi(engine);
    const { id } = await api.add();
    for (let number = 1; number <= 20; number += 1)
      await api.addDomain(id, `b${number}.example.com`);
    const over = await api.send('POST', `/${id}/domains`, { host: 'b21.example.com' });
    assert.equal(await codeOf(over), 'conflict');
    await api.addDomain(id, 'b20.example.com');
    assert.equal((await api.read(id)).domains.length, 20);
  });

  it('is verified only by its TXT record', async () => {
    const api = await deployedApi(engine);
    const { id } = await api.add();
    const { record } = await api.addDomain(id, 'books.example.com');
    const nothing = await api.verify(id, 'books.example.com');
    assert.equal(nothing.state, 'pending');
    assert.equal(nothing.problem, 'No TXT record found at _svc-reader.books.example.com.');

    api.nameServer.texts.set(record.name, ['svc-reader=other', `${record.value}x`, '']);
    const wrong = await api.verify(id, 'books.example.com');
    assert.equal(wrong.state, 'pending');
    assert.equal(
      wrong.problem,
      `The TXT records at ${record.name} do not include ${record.value}.`,
    );

    api.nameServer.state.isBroken = true;
    const unknown = await api.verify(id, 'books.example.com');
    assert.equal(unknown.state, 'pending');
    assert.match(unknown.problem ?? '', /did not respond \(ESERVFAIL\)/);

    api.nameServer.state.isBroken = false;
    api.nameServer.texts.set(record.name, ['v=spf1 -all', record.value]);
    const verified = await api.verify(id, 'BOOKS.example.com.');
    assert.deepEqual(verified, {
      host: 'books.example.com',
      state: 'verified',
      record,
      verifiedAt: '2026-11-21T12:00:00.000Z',
      checkedAt: '2026-11-21T12:00:00.000Z',
      problem: null,
      problemReason: null,
    });
    assert.deepEqual((await api.read(id)).domains, [verified]);
  });

  it('can be verified only after its own account added it', async () => {
    const { api, id } = await verifiedApi(engine);
    const globex = await api.newKey({ account: 'globex' });
    const path = `/v1/reader/deployments/${id}/domains/books.example.com`;
    for (const [method, one] of [
      ['POST', `${path}/verify`],
      ['DELETE', path],
    ] as const) {
      assert.equal(
        await codeOf(await api.request(one, { method, key: globex.text })),
        'deployment_not_found',
      );
    }
    for (const host of ['other.example.com', 'no%20host', '%F0%9F%90%B3', 'a%0Ab']) {
      assert.equal(
        await codeOf(await api.send('POST', `/${id}/domains/${host}/verify`)),
        'domain_not_found',
      );
      assert.equal(
        await codeOf(await api.send('DELETE', `/${id}/domains/${host}`)),
        'domain_not_found',
      );
    }
  });

  it('resolves to its deployment while it is verified, in any process', async () => {
    const { api, id, worker } = await verifiedApi(engine);
    assert.equal((await worker.findByHost('Books.Example.com.'))?.id, id);
    assert.equal(await worker.findByHost('other.example.com'), null);
    assert.equal(await worker.findByHost('books.example.com:443'), null);
    assert.equal(await worker.findByHost('x'.repeat(10_000)), null);

    await api.send('PATCH', `/${id}`, { name: 'Renamed' });
    api.clock.advance(31);
    assert.equal((await worker.findByHost('books.example.com'))?.name, 'Renamed');

    assert.equal((await api.send('DELETE', `/${id}/domains/books.example.com`)).status, 204);
    api.clock.advance(31);
    assert.equal(await worker.findByHost('books.example.com'), null);
    assert.deepEqual((await api.read(id)).domains, []);
  });

  it('is removed with its deployment', async () => {
    const { api, id, worker } = await verifiedApi(engine);
    await api.send('DELETE', `/${id}`);
    assert.equal(await worker.findByHost('books.example.com'), null);
    const { id: other } = await api.add();
    assert.equal((await api.addVerifiedDomain(other, 'books.example.com')).state, 'verified');
  });

  it('is assigned to only one of two deployments that verify it concurrently', async () => {
    const api = await deployedApi(engine);
    const both = [await api.add({ name: 'One' }), await api.add({ name: 'Two' })];
    const host = 'books.example.com';
    const values = await Promise.all(both.map(({ id }) => api.addDomain(id, host)));
    api.nameServer.texts.set(
      `_svc-reader.${host}`,
      values.map(({ record }) => record.value),
    );
    const responses = await Promise.all(
      both.map(({ id }) => api.send('POST', `/${id}/domains/${host}/verify`)),
    );
    assert.deepEqual(responses.map(({ status }) => status).sort(), [200, 409]);
    const { count } = await api.db.query
      .selectFrom('verified_hosts')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    assert.equal(Number(count), 1);
  });

  it('moves to another deployment once only the record for that deployment is present', async () => {
    const { api, id, domain, worker } = await verifiedApi(engine);
    const other = await api.add({ name: 'The new owner' });
    const added = await api.addDomain(other.id, domain.host);
    api.nameServer.texts.set(added.record.name, [domain.record.value, added.record.value]);
    const response = await api.send('POST', `/${other.id}/domains/${domain.host}/verify`);
    assert.equal(await codeOf(response), 'conflict');
    assert.equal((await worker.findByHost(domain.host))?.id, id);

    api.nameServer.texts.set(added.record.name, [added.record.value]);
    assert.equal((await api.verify(other.id, domain.host)).state, 'verified');
    assert.equal((await api.read(id)).domains[0]?.state, 'pending');
    assert.equal(
      (await api.read(id)).domains[0]?.problem,
      'books.example.com has been verified for another deployment.',
    );
    api.clock.advance(31);
    assert.equal((await worker.findByHost(domain.host))?.id, other.id);
  });

  it('is rechecked once a day by one process', async () => {
    const { api, worker } = await verifiedApi(engine);
    assert.equal(await worker.domains.recheckDue(), 0);
    const others = [worker, anotherProcess(api), anotherProcess(api)];
    api.clock.advance(day);
    const before = api.nameServer.state.queryCount;
    const checked = await Promise.all(others.map((one) => one.domains.recheckDue()));
    assert.equal(
      checked.reduce((sum, one) => sum + one),
      1,
    );
    assert.equal(api.nameServer.state.queryCount - before, 1);
    assert.equal(await worker.domains.recheckDue(), 0);
  });

  it('becomes pending again when its record has been missing for seven days', async () => {
    const { api, id, domain, worker } = await verifiedApi(engine);
    api.nameServer.texts.delete(domain.record.name);
    for (let passed = 1; passed <= 7; passed += 1) {
      api.clock.advance(day);
      assert.equal(await worker.domains.recheckDue(), 1);
      const [one] = (await api.read(id)).domains;
      assert.equal(one?.state, 'verified');
      assert.match(one?.problem ?? '', /^No TXT record found/);
      assert.equal((await worker.findByHost(domain.host))?.id, id);
    }
    api.clock.advance(day);
    assert.equal(await worker.domains.recheckDue(), 1);
    const [lost] = (await api.read(id)).domains;
    assert.equal(lost?.state, 'pending');
    assert.equal(lost?.verifiedAt, null);
    assert.equal(await worker.findByHost(domain.host), null);
    api.clock.advance(day);
    assert.equal(await worker.domains.recheckDue(), 0);

    api.nameServer.texts.set(domain.record.name, [domain.record.value]);
    assert.equal((await api.verify(id, domain.host)).state, 'verified');
  });

  it('starts a new grace period if its record returns in time', async () => {
    const { api, id, domain, worker } = await verifiedApi(engine);
    for (const isThere of [false, true, false]) {
      if (isThere) api.nameServer.texts.set(domain.record.name, [domain.record.value]);
      else api.nameServer.texts.delete(domain.record.name);
      for (let passed = 0; passed < 5; passed += 1) {
        api.clock.advance(day);
        await worker.domains.recheckDue();
      }
    }
    assert.equal((await api.read(id)).domains[0]?.state, 'verified');
  });

  it('stays verified while name servers do not respond and is rechecked within an hour', async () => {
    const { api, id, domain, worker } = await verifiedApi(engine);
    api.nameServer.state.isBroken = true;
    api.clock.advance(day);
    assert.equal(await worker.domains.recheckDue(), 1);
    for (let passed = 0; passed < 24 * 8; passed += 24) {
      api.clock.advance(day);
      assert.equal(await worker.domains.recheckDue(), 1);
    }
    assert.equal((await api.read(id)).domains[0]?.state, 'verified');
    api.nameServer.state.isBroken = false;
    assert.equal(await worker.domains.recheckDue(), 0);
    api.clock.advance(3600);
    assert.equal(await worker.domains.recheckDue(), 1);
    assert.equal((await api.read(id)).domains[0]?.problem, null);
    assert.equal((await worker.findByHost(domain.host))?.id, id);
  });
});
