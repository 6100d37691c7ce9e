import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, request, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, it } from 'node:test';
import { forEachEngine, newDatabaseLocation, temporaryFolder } from '../harness.ts';
import { txtNameServer } from '../deployments/txt-name-server.ts';
import { smtpInbox } from '../console/smtp-inbox.ts';
import { startProcess, toEnvironment } from '../server-process.ts';
import { runSvc } from './run-svc.ts';
import { someOf } from '../../../scripts/test-tiers.js';

interface Finding {
  id: string;
  state: string;
  message: string;
  remedy: string | null;
}

/** Runs the command and returns the checks that failed. */
async function examine(environment: Record<string, string>) {
  const { code, stdout, stderr } = await runSvc(environment, 'doctor', '--json');
  assert.ok(stdout !== '', stderr);
  const { ok, checks }: { ok: boolean; checks: Finding[] } = JSON.parse(stdout);
  assert.equal(code, ok ? 0 : 1);
  const allFailed = checks.filter(({ state }) => state === 'failed');
  for (const { remedy } of allFailed) assert.ok(remedy);
  // In the test database cluster, commits do not wait for the disk.
  const failed = allFailed.filter(({ message }) => !/PostgreSQL runs with fsync/.test(message));
  return { checks, failed, failedIds: [...new Set(failed.map(({ id }) => id))].sort() };
}

/**
 * Starts a proxy that changes the headers of requests and responses, or answers requests itself. It
 * stops after the tests.
 */
async function startProxy(
  upstream: string,
  changes: {
    request?: (headers: IncomingHttpHeaders) => IncomingHttpHeaders;
    response?: (headers: IncomingHttpHeaders) => IncomingHttpHeaders;
    /** The proxy stops reading after this size, like Caddy. */
    maxBodyBytes?: number;
    /** Returns the status of the proxy's own answer, or null to forward the request. */
    answer?: (request: IncomingMessage) => number | null;
  },
): Promise<string> {
  const proxy = createServer();
  proxy.on('checkContinue', (incoming, outgoing) => {
    if (!changes.answer?.(incoming)) outgoing.writeContinue();
    proxy.emit('request', incoming, outgoing);
  });
  proxy.on('request', (incoming, outgoing) => {
    const { url: path, method } = incoming;
    const own = changes.answer?.(incoming);
    if (own) {
      outgoing.writeHead(own, { 'Content-Type': 'text/html' }).end('<h1>Proxy</h1>');
      return;
    }
    const headers = changes.request?.(incoming.headers) ?? incoming.headers;
    const forwarded = request(upstream + path, { method, headers }, (response) => {
      const changed = changes.response?.(response.headers) ?? response.headers;
      outgoing.writeHead(response.statusCode ?? 502, changed);
      response.pipe(outgoing);
    });
    let bytes = 0;
    incoming.on('data', ({ length }: Buffer) => {
      bytes += length;
      if (bytes <= (changes.maxBodyBytes ?? Infinity)) return;
      incoming.unpipe().pause();
      forwarded.destroy();
    });
    forwarded.on('error', () => outgoing.writeHead(502).end());
    incoming.pipe(forwarded);
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  after(() => proxy.close());
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- A TCP server has a port.
  const { port } = proxy.address() as AddressInfo;
  return `http://127.0.0.1:${port}`;
}

forEachEngine('svc doctor', (engine) => {
  it('accepts a working server, and names each fault of a wrong configuration', async () => {
    const folder = temporaryFolder();
    const location = await newDatabaseLocation(engine);
    const environment = {
      ...toEnvironment(location, folder),
      SVC_SECRET: 'a secret of thirty-two characters',
    };
    const { url } = await startProcess(environment);
    const trusting = await startProcess({ ...environment, SVC_TRUST_PROXY: '127.0.0.1' });
    const inbox = await smtpInbox();
    const mail = { SVC_SMTP_URL: inbox.url, SVC_MAIL_FROM: 'Books <console@example.com>' };
    const working = { ...environment, ...mail, SVC_PUBLIC_URL: url };

    const good = await examine(working);
    assert.deepEqual(good.failed, []);
    for (const id of ['database', 'schema', 'writes', 'secret', 'forwarding', 'mail'])
      assert.equal(good.checks.find((one) => one.id === id)?.state, 'ok', id);

    const without = (pattern: RegExp) => (headers: IncomingHttpHeaders) =>
      Object.fromEntries(Object.entries(headers).filter(([name]) => !pattern.test(name)));
    const dropping = await startProxy(trusting.url, {
      request: without(/^(host|x-forwarded-.*)$/),
    });
    const slow = await startProxy(url, {
      response: (headers) => ({ ...headers, date: new Date(Date.now() - 180_000).toUTCString() }),
    });
    const removing = await startProxy(url, {
      request: without(/^authorization$/),
      response: (headers) => ({
        ...headers,
        'access-control-allow-origin': 'https://press.example',
      }),
      answer: ({ headers }) => (Number(headers['content-length'] ?? 0) > 1_000_000 ? 413 : null),
    });
    const answering = await startProxy(url, {
      answer: ({ method, url: path = '' }) =>
        method === 'OPTIONS' ? 204 : path.startsWith('/v1/') ? 401 : null,
    });
    const counting = await startProxy(url, { maxBodyBytes: 10_000_000 });
    const otherSecret = 'another secret with many characters';
    const wrong: [Record<string, string>, string[]][] = [
      [{ SVC_SECRET: otherSecret }, ['public-url', 'secret']],
      [{ SVC_PUBLIC_URL: trusting.url }, ['forwarding']],
      [{ SVC_PUBLIC_URL: dropping }, ['forwarding']],
      [{ SVC_PUBLIC_URL: slow }, ['clock']],
      [{ SVC_PUBLIC_URL: 'http://127.0.0.1:9' }, ['public-url']],
      [{ SVC_PUBLIC_URL: 'https://unknown.invalid' }, ['public-url', 'settings']],
      [{ SVC_PUBLIC_URL: '', SVC_WEBHOOK_LOOPBACK: 'on' }, ['settings']],
      [{ ...mail, SVC_SMTP_URL: 'smtp://127.0.0.1:9' }, ['mail']],
      [{ PORT: 'many' }, ['settings']],
      [{ SVC_PUBLIC_ULR: 'https://books.example' }, ['settings']],
      [{ DATABASE_URL: 'postgres://svc@127.0.0.1:9/svc' }, ['database']],
      'url' in location
        ? [
            { DATABASE_URL: `${location.url}?options=-c%20default_transaction_read_only%3Don` },
            ['writes'],
          ]
        : [{ SVC_DATA: join(folder, 'missing') }, ['database', 'disk']],
    ];
    await Promise.all(
      someOf(wrong, 2).map(async ([settings, ids]) => {
        const { failedIds, failed } = await examine({ ...working, ...settings });
        assert.deepEqual(failedIds, ids, JSON.stringify([settings, failed]));
      }),
    );

    for (const [proxy, ...expected] of [
      [
        removing,
        /removes the Authorization header/,
        /Allow-Origin to “https:/,
        /uploads of 100 MB/,
      ],
      [counting, /uploads of 16 MB \(status 502\)/],
      [answering, /itself answers requests with a key \(status 401/, /itself answers OPTIONS/],
    ] as const) {
      const { failed } = await examine({ ...working, SVC_PUBLIC_URL: proxy });
      const messages = failed.map(({ id, message }) => `${id}: ${message}`);
      assert.equal(messages.length, expected.length, messages.join('\n'));
      for (const pattern of expected) assert.match(messages.join('\n'), pattern);
    }

    // No program can write to this folder, not even root's.
    const unwritable = await examine({ ...working, SVC_DATA: '/proc', SVC_SECRET: '' });
    assert.ok(unwritable.failedIds.includes('disk'), JSON.stringify(unwritable.failed));

    const names = await txtNameServer();
    const create = ['deployments', 'create', '--account', 'press', '--name', 'Press'];
    const domain = 'books.example.com';
    const created = await runSvc(working, ...create, '--domain', domain, '--json');
    assert.equal(created.code, 0, created.stderr);
    const withNames = { ...working, SVC_DNS_SERVERS: names.address };
    const domainFailures = async () =>
      (await examine(withNames)).failed
        .filter(({ id }) => id === 'domain')
        .map(({ message, remedy }) => `${message} ${remedy}`)
        .join(' ');
    const missing = await domainFailures();
    const [, name = ''] = /has no TXT record\. Add the record: (\S+) TXT "/.exec(missing) ?? [];
    assert.ok(name !== '', missing);
    names.texts.set(name, ['another value']);
    assert.match(await domainFailures(), /is not the one of books\.example\.com/);

    const landing = await fetch(url);
    assert.equal(landing.status, 200);
    assert.match(await landing.text(), /href="\/docs"/);
    assert.equal((await fetch(`${url}/demo/`)).status, 404);
    assert.equal((await fetch(`${url}/.well-known/svc-reader`)).status, 400);
    const forged = `${url}/.well-known/svc-reader?nonce=0123456789abcdef&proof=0123456789abcdef`;
    assert.equal((await fetch(forged, { method: 'POST', body: 'x' })).status, 403);
  });
});
