import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { allPermissions } from '../../../server/keys/contract.ts';
import { buildEpub } from '../epub/fixtures/build-epub.ts';
import { temporaryFolder, testApi } from '../harness.ts';
import { runSvc } from './run-svc.ts';

describe('svc on a server', () => {
  it('keeps the key of a server and uses it for books, sales, webhooks and deployments', async () => {
    const api = await testApi('sqlite');
    const { text: key, id: keyId } = await api.newKey({
      tier: 'unlimited',
      permissions: [...allPermissions, 'write:keys'],
    });
    const folder = temporaryFolder();
    const file = join(folder, 'svc-reader', 'credentials.json');
    const svc = (...args: string[]) => runSvc(environmentOf(folder), ...args);
    const json = async (...args: string[]) => {
      const { stdout, stderr, code } = await svc(...args, '--json');
      assert.equal(code, 0, stderr);
      return JSON.parse(stdout);
    };

    // Only this user may read the new file, regardless of an earlier file's permissions.
    mkdirSync(join(folder, 'svc-reader'));
    writeFileSync(file, '{"current":null,"contexts":{}}');
    chmodSync(file, 0o644);
    const login = await svc('login', api.url, '--key', key, '--context', 'shop');
    assert.deepEqual([login.code, login.stderr], [0, '']);
    assert.equal(statSync(file).mode & 0o777, 0o600);
    assert.deepEqual(JSON.parse(readFileSync(file, 'utf8')), {
      current: 'shop',
      contexts: { shop: { url: api.url, key } },
    });

    const me = await json('whoami');
    assert.deepEqual([me.server, me.id, me.environment], [api.url, keyId, 'live']);

    const epub = join(folder, 'whale.epub');
    writeFileSync(epub, await buildEpub());
    const rejected = join(folder, 'rejected.epub');
    writeFileSync(rejected, 'not a zip file');
    const imported = await svc('import', epub, rejected, '--price', '9.99 EUR', '--json');
    const [first, second] = JSON.parse(imported.stdout);
    assert.deepEqual(
      [imported.code, typeof first.id, typeof second.error],
      [1, 'string', 'string'],
    );
    const bookId: string = first.id;
    assert.deepEqual((await json('books', 'show', bookId)).price, {
      amount: '9.99',
      currency: 'EUR',
    });

    // Nothing is stored for a file whose sample is wrong.
    const paid = join(folder, 'paid.epub');
    writeFileSync(paid, await buildEpub({ metadata: { identifier: 'urn:isbn:9780142437247' } }));
    const publishPaid = (sample: string) =>
      svc('import', paid, '--public', '--sample', sample, '--json');
    const [wrong] = JSON.parse((await publishPaid('gone.xhtml')).stdout);
    assert.match(wrong.error, /^--sample: Section gone\.xhtml does not exist/);
    assert.equal((await json('books', 'list')).length, 1);
    const [{ id: paidId }] = JSON.parse((await publishPaid('50%')).stdout);
    const paidBook = await json('books', 'show', paidId);
    assert.deepEqual(
      [paidBook.visibility, paidBook.access],
      ['public', { mode: 'sample', share: 0.5 }],
    );
    assert.equal((await publishPaid('gone.xhtml')).code, 1);
    assert.deepEqual(await json('books', 'show', paidId), paidBook);
    await json('books', 'remove', paidId);
    assert.deepEqual(
      (await json('books', 'list', '--query', first.title)).map(({ id }: { id: string }) => id),
      [bookId],
    );

    const [published] = await json('books', 'publish', bookId);
    assert.deepEqual([published.id, published.visibility], [bookId, 'public']);

    const post = async (path: string, body: object) => {
      const response = await api.request(path, {
        key,
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      });
      assert.equal(response.status, 201, await response.clone().text());
      return (await response.json()).data;
    };
    const sale = await post('/v1/sales', {
      orderId: 'first',
      bookId,
      quantity: 2,
      unitPrice: { amount: '9.99', currency: 'EUR' },
      occurredAt: api.clock.now().toISOString(),
    });
    assert.equal((await json('sales', 'list'))[0].id, sale.id);
    assert.equal((await json('sales', 'refund', sale.id, '--quantity', '1')).refundedQuantity, 1);

    const partner = await post('/v1/affiliates', { code: 'weekly', name: 'Weekly', rate: '0.1' });
    assert.match((await svc('affiliates', 'list')).stdout, /weekly\s+Weekly\s+0\.1/);
    assert.equal((await json('affiliates', 'report', partner.id)).totals.conversions, 0);

    const made = await json(
      'deployments',
      'create',
      '--name',
      'Press',
      '--domain',
      'read.example.com',
    );
    const deployments = await svc('deployments', 'list');
    assert.match(deployments.stdout + deployments.stderr, /Press\s+read\.example\.com \(pending\)/);
    assert.equal((await json('deployments', 'remove', made.id)).removed, true);
    assert.match((await svc('webhooks', 'list')).stdout, /No webhooks yet/);

    await svc('books', 'remove', bookId);
    const gone = await svc('books', 'show', bookId);
    assert.equal(gone.code, 1);
    assert.match(gone.stderr, /^No book with id \w+\. \(book_not_found\)\n$/);

    const shop = await json(
      'keys',
      'create',
      '--tier',
      'pro',
      '--name',
      'Shop',
      '--publishable',
      '--origin',
      'https://a.example',
    );
    assert.match(shop.key, /^svc_pro_pub/);
    const moved = await json(
      'keys',
      'update',
      shop.id,
      '--origin',
      'https://b.example',
      '--no-books',
    );
    assert.deepEqual(moved.allowedOrigins, ['https://b.example']);
    const next = await json('keys', 'rotate', shop.id, '--grace', '60');
    assert.equal(next.predecessor.id, shop.id);
    assert.equal((await json('keys', 'revoke', next.id)).state, 'revoked');
    assert.match(
      (await svc('keys', 'list')).stdout,
      /Shop\s+pro\s+publishable\s+live\s+https:\/\/b\.example/,
    );
    assert.match((await svc('keys', 'list', '--account', 'acme')).stderr, /^--account works only/);

    assert.equal((await svc('logout')).code, 0);
    const loggedOut = await svc('whoami');
    assert.deepEqual([loggedOut.code, /svc login URL/.test(loggedOut.stderr)], [2, true]);
  });

  it('describes every failure in one line', async () => {
    const api = await testApi('sqlite');
    const closed = await listen(createServer());
    closed.server.close();
    const other = await listen(
      createServer((_request, response) => response.end('<h1>Hello</h1>')),
    );
    const folder = temporaryFolder();
    const fail = async (code: number, pattern: RegExp, ...args: string[]) => {
      const result = await runSvc(environmentOf(folder), ...args);
      assert.match(result.stderr, pattern, args.join(' '));
      assert.doesNotMatch(result.stderr, /\n[^]|^ +at /, args.join(' '));
      assert.equal(result.code, code, args.join(' '));
    };
    await fail(1, /Log in again with: svc login http/, 'login', api.url, '--key', 'svc_live_wrong');
    await fail(1, /unreachable: nothing accepts/, 'login', closed.url, '--key', 'k');
    await fail(1, /not an svc-reader server/, 'login', other.url, '--key', 'k');
    await fail(2, /Use https:\/\/books\.example/, 'login', 'http://books.example', '--key', 'k');
    await fail(2, /without a path/, 'login', `${api.url}/v1`, '--key', 'k');
    await fail(2, /No key was given/, 'login', api.url);
    await fail(2, /no key for the server "shop"/, 'books', 'list', '--server', 'shop');
    await fail(2, /only on the server's own machine/, 'accounts', 'list', '--server', api.url);
    mkdirSync(join(folder, 'svc-reader'));
    writeFileSync(join(folder, 'svc-reader', 'credentials.json'), '{');
    await fail(2, /credentials\.json: this file is damaged/, 'whoami');
  });
});

async function listen(server: Server): Promise<{ server: Server; url: string }> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  after(() => server.close());
  const address = server.address();
  return { server, url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}` };
}

function environmentOf(folder: string): Record<string, string> {
  return { XDG_CONFIG_HOME: folder, SVC_DATA: join(folder, 'data'), SVC_SERVER: '', SVC_KEY: '' };
}
