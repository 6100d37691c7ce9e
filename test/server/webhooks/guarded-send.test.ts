import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { promisify } from 'node:util';
import { resolveHost } from '../../../server/webhooks/resolve-host.ts';
import { nameServer } from './name-server.ts';
import { specialBounds } from './special-bounds.ts';
import { certificateOf, httpTarget, rawTarget, silentTarget, tlsTarget, trust } from './targets.ts';
import { summarizeOutcome, testSender } from './test-sender.ts';

const run = promisify(execFile);
const guarded = { allowLoopback: false };

/** Sends a delivery from a process with the given environment and returns its output. */
async function sendFromProcess(url: string, env: Record<string, string>): Promise<string> {
  const script = join(import.meta.dirname, 'send-once.ts');
  const { stdout } = await run(process.execPath, [script, url], { env });
  return stdout.trim();
}

describe('Without permission to use loopback, a delivery', () => {
  it('connects to no loopback address, in any notation', async () => {
    const target = await silentTarget();
    const { post } = testSender(guarded);

    for (const host of [
      '127.0.0.1',
      '127.0.0.1.',
      '127.1',
      '127.0.1',
      '2130706433',
      '0x7f000001',
      '017700000001',
      '0177.0.0.1',
      '0x7f.0.0.1',
      '0x7f.1',
      '127.9.9.9',
      '0',
      '0.0.0.0',
      '0x0',
      '１２７.0.0.1',
      '127。0。0。1',
      '%31%32%37.0.0.1',
      '[::1]',
      '[::]',
      '[::ffff:127.0.0.1]',
      '[::127.0.0.1]',
      '[::ffff:7f00:1]',
      '[64:ff9b::127.0.0.1]',
      '[2002:7f00:1::]',
      'localhost',
      'a.localhost.',
    ]) {
      for (const protocol of ['http', 'https']) {
        const outcome = await post(`${protocol}://${host}:${target.port}/`);
        assert.equal(summarizeOutcome(outcome), 'failed refused-target', host);
      }
    }
    assert.equal(target.connections(), 0);
  });

  it('connects to no special address from a name server', async () => {
    const target = await silentTarget();
    let address = '';
    const server = await nameServer((type) =>
      (type === 'AAAA') === address.includes(':') ? [address] : [],
    );
    const { post } = testSender({ ...guarded, resolve: resolveHost([server.address]) });

    for (const [range, first, last] of specialBounds.filter((one) => !one[1].includes('%'))) {
      for (address of [first, last]) {
        const outcome = await post(`https://hook.example:${target.port}/`);
        assert.equal(summarizeOutcome(outcome), 'failed refused-target', `${range}: ${address}`);
      }
    }
    assert.equal(target.connections(), 0);
  });

  it('connects to no name with a special address', async () => {
    const target = await silentTarget();
    for (const zone of [
      { A: ['8.8.8.8', '127.0.0.1'], AAAA: [] },
      { A: ['8.8.8.8'], AAAA: ['::1'] },
      { A: ['127.0.0.1'], AAAA: ['2606:4700::1111'] },
      { A: [], AAAA: ['2606:4700::1111', '::ffff:127.0.0.1'] },
    ]) {
      const server = await nameServer((type) => zone[type]);
      const { post } = testSender({ ...guarded, resolve: resolveHost([server.address]) });

      const outcome = await post(`https://hook.example:${target.port}/`);

      assert.equal(summarizeOutcome(outcome), 'failed refused-target');
    }
    assert.equal(target.connections(), 0);
  });
});

describe('A name server that rebinds', () => {
  it('gains nothing if the address is public first and special on connecting', async () => {
    const target = await silentTarget();
    const server = await nameServer((type, asked) =>
      type === 'AAAA' ? [] : [asked === 0 ? '8.8.8.8' : '127.0.0.1'],
    );
    const resolve = resolveHost([server.address]);
    const { post } = testSender({ ...guarded, resolve });

    assert.deepEqual(await resolve('hook.example'), ['8.8.8.8']);
    const outcome = await post(`https://hook.example:${target.port}/`);

    assert.equal(summarizeOutcome(outcome), 'failed refused-target');
    assert.equal(target.connections(), 0);
  });

  it('is queried once per connection, which uses the checked address', async () => {
    const certificate = await certificateOf('hook.example');
    trust(certificate);
    const target = await tlsTarget(certificate, (_, response) =>
      response.writeHead(200, { Connection: 'close' }).end(),
    );
    const server = await nameServer((type, asked) =>
      type === 'AAAA' ? [] : [asked === 0 ? '127.0.0.1' : '10.0.0.1'],
    );
    const { post } = testSender({ resolve: resolveHost([server.address]) });
    const url = `https://hook.example:${target.port}/`;

    assert.equal(summarizeOutcome(await post(url)), 'answered 200');
    assert.deepEqual(server.asked, { A: 1, AAAA: 1 });
    assert.equal(summarizeOutcome(await post(url)), 'failed refused-target');
    assert.equal(target.connections(), 1);
  });
});

describe('A name', () => {
  it('without an address fails the attempt', async () => {
    const server = await nameServer(() => []);
    const { post } = testSender({ resolve: resolveHost([server.address]) });

    assert.equal(summarizeOutcome(await post('https://hook.example/')), 'failed dns');
  });

  it('whose server is silent fails the attempt after the connection timeout', async () => {
    const server = await nameServer(() => null);
    const { post } = testSender({ resolve: resolveHost([server.address]), connectTimeoutMs: 200 });

    assert.equal(summarizeOutcome(await post('https://hook.example/')), 'failed timeout');
  });
});

describe('The environment', () => {
  it('cannot configure a proxy for deliveries', async () => {
    const target = await httpTarget((_, response) => response.end());
    const proxy = await rawTarget((socket) => {
      socket.once('data', () => socket.end('HTTP/1.1 502 No\r\n\r\n'));
    });
    const names = ['http_proxy', 'https_proxy', 'all_proxy'];
    const env = {
      ...Object.fromEntries(
        [...names, ...names.map((name) => name.toUpperCase())].map((name) => [name, proxy.origin]),
      ),
      NODE_USE_ENV_PROXY: '1',
      NO_PROXY: '',
    };

    assert.equal(await sendFromProcess(target.url, env), 'answered 200');
    assert.equal(proxy.connections(), 0);

    // The same environment does affect other requests.
    await run(process.execPath, ['-e', `fetch('${target.url}').catch(() => {})`], { env });
    assert.ok(proxy.connections() > 0);
  });

  it('cannot disable certificate verification', async () => {
    const { port } = await tlsTarget(await certificateOf('env.localhost'));

    const printed = await sendFromProcess(`https://env.localhost:${port}/`, {
      NODE_TLS_REJECT_UNAUTHORIZED: '0',
    });

    assert.equal(printed, 'failed tls');
  });
});
