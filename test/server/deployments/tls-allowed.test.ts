import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isPeerList, internalPeerMatcher } from '../../../server/http/internal-peers.ts';
import { forEachEngine } from '../harness.ts';
import { deployedApi } from './deployed-api.ts';

forEachEngine('GET /internal/tls-allowed', (engine) => {
  const path = '/internal/tls-allowed?domain=';

  it('allows only verified hosts', async () => {
    const api = await deployedApi(engine);
    const { id } = await api.add();
    await api.addVerifiedDomain(id, 'books.example.com');
    await api.addDomain(id, 'pending.example.com');
    const response = await api.request(`${path}books.example.com`);
    assert.equal(response.status, 200);
    assert.equal(response.headers.get('Cache-Control'), 'no-store');
    assert.equal(await response.text(), '');
    assert.equal((await api.request(`${path}BOOKS.example.com.`)).status, 200);
    for (const host of [
      'pending.example.com',
      'other.example.com',
      'svc.test',
      '127.0.0.1',
      'x'.repeat(300),
      '%00',
    ]) {
      const { status } = await api.request(path + host);
      assert.ok(status === 404 || status === 400, `${host}: ${status}`);
    }
    assert.equal((await api.request('/internal/tls-allowed')).status, 400);
  });

  it('rejects forwarded requests, regardless of the trusted proxies', async () => {
    const api = await deployedApi(engine, { trustProxy: '127.0.0.1' });
    const { id } = await api.add();
    await api.addVerifiedDomain(id, 'books.example.com');
    for (const [name, value] of [
      ['X-Forwarded-For', '127.0.0.1'],
      ['X-Forwarded-For', '203.0.113.7'],
      ['X-Forwarded-Host', 'svc.test'],
      ['Forwarded', 'for=127.0.0.1'],
      ['X-Real-IP', '127.0.0.1'],
      ['Via', '2.0 Caddy'],
    ] as const) {
      const response = await api.request(`${path}books.example.com`, {
        headers: { [name]: value },
      });
      assert.equal(response.status, 404, `${name}: ${value}`);
    }
  });

  it('allows a domain from its verification until its removal', async () => {
    const api = await deployedApi(engine);
    const { id } = await api.add();
    assert.equal((await api.request(`${path}books.example.com`)).status, 404);
    await api.addVerifiedDomain(id, 'books.example.com');
    assert.equal((await api.request(`${path}books.example.com`)).status, 200);
    await api.send('DELETE', `/${id}/domains/books.example.com`);
    assert.equal((await api.request(`${path}books.example.com`)).status, 404);
  });
});

describe('internal peers', () => {
  it('are loopback and the listed addresses', () => {
    const isPeer = internalPeerMatcher('10.0.0.0/8, fd00::/64,192.0.2.7');
    for (const address of [
      '127.0.0.1',
      '127.9.9.9',
      '::1',
      '::ffff:127.0.0.1',
      '10.1.2.3',
      '::ffff:10.1.2.3',
      'fd00::9',
      '192.0.2.7',
    ]) {
      assert.ok(isPeer(address), address);
    }
    for (const address of [
      '11.0.0.1',
      '192.0.2.8',
      'fd01::1',
      '::2',
      '::ffff:11.0.0.1',
      '',
      'localhost',
    ]) {
      assert.ok(!isPeer(address), address);
    }
    assert.ok(!internalPeerMatcher(null)('10.1.2.3'));
  });

  it('are configured as comma-separated addresses and networks', () => {
    for (const list of ['10.0.0.1', '10.0.0.0/8,::1', 'fd00::/64 , 10.0.0.1'])
      assert.ok(isPeerList(list), list);
    for (const list of [
      '',
      'localhost',
      '10.0.0.0/33',
      '10.0.0.0/8/8',
      '::/129',
      '10.0.0.1,',
      '10.0.0.0/x',
    ]) {
      assert.ok(!isPeerList(list), list);
    }
  });
});
