import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { describe, it } from 'node:test';
import type { FastifyPluginAsync } from 'fastify';
import type { Database } from '../../../server/db/open.ts';
import { deployments } from '../../../server/deployments/deployments.ts';
import { addBook } from '../books/add-book.ts';
import { testDatabase } from '../harness.ts';
import { caddyUnavailable, startCaddy } from './caddy.ts';
import { deployedApi } from './deployed-api.ts';

/** A stand-in for the page routes that names the requested host's deployment. */
function deploymentPage(db: Database): FastifyPluginAsync {
  const { findByHost } = deployments({
    db,
    now: () => new Date(),
    newId: (prefix) => prefix,
    random: randomBytes,
    lookUpTxt: async () => [],
    rules: { publicHost: 'svc.test', allowLoopback: true },
    createDomainKey: async () => 'key_unused',
  });
  return async (app) => {
    const options = { schema: { hide: true }, config: { access: 'open' } } as const;
    app.get('/content/test/deployment', options, async ({ hostname, protocol, ip }) => {
      const deployment = await findByHost(hostname);
      return { name: deployment?.name ?? null, hostname, protocol, ip };
    });
  };
}

describe('custom domains behind a real Caddy', { skip: caddyUnavailable ?? false }, () => {
  it('each serve their own deployment, and unknown hosts get no response', async () => {
    const db = await testDatabase('sqlite');
    const api = await deployedApi('sqlite', {
      db,
      trustProxy: '127.0.0.1',
      plugins: [deploymentPage(db)],
    });
    const [one, two] = [
      await api.add({ name: 'Publisher One' }),
      await api.add({ name: 'Publisher Two' }),
    ];
    await api.addVerifiedDomain(one.id, 'books.one.test');
    await api.addVerifiedDomain(two.id, 'lesen.zwei.localhost');
    await api.addDomain(two.id, 'pending.two.test');
    const caddy = await startCaddy(new URL(api.url).host, 'svc.test');
    const deploymentOf = async (host: string, headers: Record<string, string> = {}) => {
      const { status, body } = await caddy.get(host, '/content/test/deployment', headers);
      assert.equal(status, 200);
      return JSON.parse(body);
    };

    assert.deepEqual(await deploymentOf('books.one.test'), {
      name: 'Publisher One',
      hostname: 'books.one.test',
      protocol: 'https',
      ip: '127.0.0.1',
    });
    assert.equal((await deploymentOf('lesen.zwei.localhost')).name, 'Publisher Two');
    assert.equal((await deploymentOf('svc.test')).name, null);

    // Headers sent by the client are not trusted.
    const claims = { 'X-Forwarded-Host': 'lesen.zwei.localhost', 'X-Forwarded-For': '203.0.113.7' };
    const claimed = await deploymentOf('books.one.test', claims);
    assert.deepEqual([claimed.name, claimed.ip], ['Publisher One', '127.0.0.1']);

    for (const host of ['pending.two.test', 'unknown.test', 'a.books.one.test']) {
      await assert.rejects(
        caddy.get(host, '/content/test/deployment'),
        /EPROTO|ECONNRESET|alert/,
        host,
      );
      assert.ok(!existsSync(`${caddy.certificates}/${host}`), host);
    }
    assert.deepEqual(readdirSync(caddy.certificates).sort(), [
      'books.one.test',
      'lesen.zwei.localhost',
      'svc.test',
    ]);
    for (const path of ['/internal/tls-allowed?domain=books.one.test', '/metrics', '/readyz']) {
      assert.deepEqual(await caddy.get('books.one.test', path), { status: 404, body: '' }, path);
    }
    const plain = await fetch(`http://127.0.0.1:${caddy.httpPort}/content/test/deployment`, {
      redirect: 'manual',
    });
    assert.equal(plain.status, 308);
  });

  it('show the same books, each in its own theme', async () => {
    const db = await testDatabase('sqlite');
    const api = await deployedApi('sqlite', { db, trustProxy: '127.0.0.1' });
    for (const title of ['Whale', 'Pale Whale']) await addBook(api, { title });
    const { id: keyId } = await api.newKey({
      kind: 'publishable',
      allowedOrigins: ['https://books.one.test', 'https://books.two.test'],
    });
    const looks = { one: '#9a1b1b', two: '#0b5d43' };
    const theme = (accent: string) =>
      ({ theme: { name: 'light', tokens: { '--svc-accent': accent } } }) as const;
    const features = { themes: ['light' as const] };
    for (const [name, accent] of Object.entries(looks)) {
      const { id } = await api.add({
        name: `Publisher ${name}`,
        keyId,
        features,
        ...theme(accent),
      });
      await api.addVerifiedDomain(id, `books.${name}.test`);
    }
    const caddy = await startCaddy(new URL(api.url).host, 'svc.test');
    for (const [name, accent] of Object.entries(looks)) {
      const { status, body } = await caddy.get(`books.${name}.test`, '/');
      assert.equal(status, 200, body);
      assert.match(body, /Whale/);
      assert.ok(body.includes(`--svc-accent: ${accent}`), name);
      for (const other of Object.values(looks))
        assert.equal(body.includes(other), other === accent);
    }
    await assert.rejects(caddy.get('books.three.test', '/'), /EPROTO|ECONNRESET|alert/);
  });

  it('stop serving once they are removed, although their certificate still exists', async () => {
    const db = await testDatabase('sqlite');
    const api = await deployedApi('sqlite', { db, plugins: [deploymentPage(db)] });
    const { id } = await api.add({ name: 'Publisher One' });
    await api.addVerifiedDomain(id, 'books.one.test');
    const caddy = await startCaddy(new URL(api.url).host, 'svc.test');
    assert.equal((await caddy.get('books.one.test', '/content/test/deployment')).status, 200);
    await api.send('DELETE', `/${id}/domains/books.one.test`);
    const { body } = await caddy.get('books.one.test', '/internal/anything');
    assert.equal(body, '');
    const page = await caddy.get('books.one.test', '/');
    assert.notEqual(page.status, 200);
    assert.doesNotMatch(page.body, /Publisher One/);
  });
});
