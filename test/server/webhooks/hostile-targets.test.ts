import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { describe, it } from 'node:test';
import { certificateOf, httpTarget, rawTarget, silentTarget, tlsTarget, trust } from './targets.ts';
import { summarizeOutcome, testSender } from './test-sender.ts';

const hasten = { attemptTimeoutMs: 300, connectTimeoutMs: 200 };
const mebibyte = Buffer.alloc(1024 * 1024, 'x');

/** A port that nobody listens on. */
async function deadPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' ? (address?.port ?? 0) : 0;
}

describe('A target', () => {
  it('that takes no connection fails the attempt', async () => {
    const port = await deadPort();
    const { post } = testSender();

    assert.equal(summarizeOutcome(await post(`http://127.0.0.1:${port}/`)), 'failed connect');
    const byName = await post(`http://localhost:${port}/`);
    assert.equal(summarizeOutcome(byName), 'failed connect');
    assert.match(byName.kind === 'failed' ? byName.detail : '', /ECONNREFUSED/);
  });

  it('that hangs is left when time is up, and its connection is closed', async () => {
    const target = await silentTarget();

    const outcome = await testSender(hasten).post(target.url);

    assert.equal(summarizeOutcome(outcome), 'failed timeout');
    await target.deserted();
  });

  it('that answers byte by byte is left when time is up', async () => {
    const answer = `HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n${'x'.repeat(1000)}`;
    const target = await rawTarget((socket) => {
      let sent = 0;
      const timer = setInterval(() => socket.write(answer.charAt(sent++)), 5);
      socket.on('close', () => clearInterval(timer));
    });

    assert.equal(summarizeOutcome(await testSender(hasten).post(target.url)), 'failed timeout');
  });

  it('that never ends its headers is left when time is up, or when they are too many', async () => {
    const slow = await rawTarget((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n');
      const timer = setInterval(() => socket.write('x-more: 1\r\n'), 5);
      socket.on('close', () => clearInterval(timer));
    });
    const fast = await rawTarget((socket) => {
      socket.write(`HTTP/1.1 200 OK\r\n${'x-more: 1\r\n'.repeat(10_000)}`);
    });

    assert.equal(summarizeOutcome(await testSender(hasten).post(slow.url)), 'failed timeout');
    assert.equal(summarizeOutcome(await testSender().post(fast.url)), 'failed garbage');
  });

  it('that goes on with "wait" for ever is left when time is up', async () => {
    const target = await rawTarget((socket) => {
      const timer = setInterval(() => socket.write('HTTP/1.1 103 Early Hints\r\n\r\n'), 5);
      socket.on('close', () => clearInterval(timer));
    });

    assert.equal(summarizeOutcome(await testSender(hasten).post(target.url)), 'failed timeout');
  });

  it('that streams slowly for ever is left when time is up', async () => {
    const target = await httpTarget((_, response) => {
      const timer = setInterval(() => response.write('x'), 5);
      response.on('close', () => clearInterval(timer));
    });

    assert.equal(summarizeOutcome(await testSender(hasten).post(target.url)), 'failed timeout');
  });

  it('that streams fast for ever is believed its status and cut off', async () => {
    let written = 0;
    const target = await httpTarget((_, response) => {
      const more = () => {
        do written += 65_536;
        while (response.write(mebibyte.subarray(0, 65_536)));
      };
      response.on('drain', more);
      more();
    });

    const outcome = await testSender().post(target.url);

    assert.equal(summarizeOutcome(outcome), 'answered 200');
    assert.equal(outcome.kind === 'answered' && outcome.body.length, 8192);
    await target.deserted();
    // The systems' own buffers between the two take some megabytes.
    assert.ok(written < 20 * 1024 * 1024, String(written));
  });

  it('that sends 10 MB is believed its status and cut off', async () => {
    const sent: boolean[] = [];
    const target = await httpTarget((_, response) => {
      response.writeHead(500, { 'Content-Length': 10 * mebibyte.length });
      response.on('close', () => sent.push(response.writableFinished));
      for (let count = 0; count < 10; count += 1) response.write(mebibyte);
      response.end();
    });
    const { post } = testSender();

    assert.equal(summarizeOutcome(await post(target.url)), 'answered 500');
    await target.deserted();
    assert.deepEqual(sent, [false]);
    assert.equal(summarizeOutcome(await post(target.url)), 'answered 500');
    assert.equal(target.connections(), 2);
  });

  it('that closes early fails the attempt, wherever it does', async () => {
    for (const beginning of [
      '',
      'HTTP/1.1 20',
      'HTTP/1.1 200 OK\r\nContent-Le',
      'HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nonly so much',
      'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhel',
    ]) {
      const target = await rawTarget((socket) => {
        socket.once('data', () => socket.end(beginning));
      });
      assert.equal(
        summarizeOutcome(await testSender().post(target.url)),
        'failed closed',
        beginning,
      );
    }
  });

  it('that resets the connection fails the attempt', async () => {
    const target = await rawTarget((socket) => {
      socket.once('data', () => socket.resetAndDestroy());
    });

    assert.equal(summarizeOutcome(await testSender().post(target.url)), 'failed closed');
  });

  it('that speaks something else than HTTP fails the attempt', async () => {
    for (const words of [
      'SSH-2.0-OpenSSH_9.9\r\n',
      '220 mail.example ESMTP\r\n',
      '\0\u0001\u0002\u0003\r\n\r\n',
      'HTTP/1.1 9999 What\r\n\r\n',
      'HTTP/1.1 200 OK\r\nContent-Length: many\r\n\r\n',
      'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n',
      'HTTP/1.1 200 OK\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n',
    ]) {
      const target = await rawTarget((socket) => {
        socket.once('data', () => socket.write(words));
      });
      assert.equal(summarizeOutcome(await testSender().post(target.url)), 'failed garbage', words);
    }
  });

  it('cannot slip a second answer under the next delivery', async () => {
    const answer = (status: number) => `HTTP/1.1 ${status} X\r\nContent-Length: 0\r\n\r\n`;
    const target = await rawTarget((socket) => {
      socket.once('data', () => socket.write(answer(500) + answer(200)));
    });
    const { post } = testSender();

    assert.equal(summarizeOutcome(await post(target.url)), 'answered 500');
    assert.equal(summarizeOutcome(await post(target.url)), 'answered 500');
  });
});

describe('A target with TLS', () => {
  it('is delivered to when its certificate is good', async () => {
    const certificate = await certificateOf('good.localhost');
    trust(certificate);
    const { port } = await tlsTarget(certificate);

    const outcome = await testSender().post(`https://good.localhost:${port}/hook`);

    assert.equal(summarizeOutcome(outcome), 'answered 200');
  });

  it('fails when its certificate is of somebody unknown', async () => {
    const { port } = await tlsTarget(await certificateOf('unknown.localhost'));

    const outcome = await testSender().post(`https://unknown.localhost:${port}/hook`);

    assert.equal(summarizeOutcome(outcome), 'failed tls');
    assert.match(outcome.kind === 'failed' ? outcome.detail : '', /self-signed/);
  });

  it('fails when its certificate has another name, or has expired', async () => {
    const other = await certificateOf('other.localhost');
    const old = await certificateOf('old.localhost', new Date('2021-01-01T00:00:00Z'));
    trust(other);
    trust(old);
    const { post } = testSender();

    const { port } = await tlsTarget(other);
    assert.equal(summarizeOutcome(await post(`https://hook.localhost:${port}/hook`)), 'failed tls');
    const { port: oldPort } = await tlsTarget(old);
    assert.equal(
      summarizeOutcome(await post(`https://old.localhost:${oldPort}/hook`)),
      'failed tls',
    );
  });

  it('fails when there is no TLS behind the port', async () => {
    const plain = await httpTarget((_, response) => response.end());
    const rude = await rawTarget((socket) => socket.once('data', () => socket.end()));
    const { post } = testSender();

    for (const { port } of [plain, rude]) {
      assert.equal(summarizeOutcome(await post(`https://127.0.0.1:${port}/hook`)), 'failed tls');
    }
  });

  it('is left when the handshake takes too long', async () => {
    const { port } = await silentTarget();

    const outcome = await testSender({ connectTimeoutMs: 200 }).post(
      `https://127.0.0.1:${port}/hook`,
    );

    assert.equal(summarizeOutcome(outcome), 'failed timeout');
  });
});
