import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { describe, it } from 'node:test';
import { certificateOf, httpTarget, rawTarget, silentTarget, tlsTarget, trust } from './targets.ts';
import { summarizeOutcome, testSender } from './test-sender.ts';

const hasten = { attemptTimeoutMs: 300, connectTimeoutMs: 200 };
const mebibyte = Buffer.alloc(1024 * 1024, 'x');

/** A port without a listener. */
async function deadPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' ? (address?.port ?? 0) : 0;
}

describe('A target', () => {
  it('that refuses connections fails the attempt', async () => {
    const port = await deadPort();
    const { post } = testSender();

    assert.equal(summarizeOutcome(await post(`http://127.0.0.1:${port}/`)), 'failed connect');
    const byName = await post(`http://localhost:${port}/`);
    assert.equal(summarizeOutcome(byName), 'failed connect');
    assert.match(byName.kind === 'failed' ? byName.detail : '', /ECONNREFUSED/);
  });

  it('that hangs times out, and its connection is closed', async () => {
    const target = await silentTarget();

    const outcome = await testSender(hasten).post(target.url);

    assert.equal(summarizeOutcome(outcome), 'failed timeout');
    await target.deserted();
  });

  it('that responds byte by byte times out', async () => {
    const answer = `HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n${'x'.repeat(1000)}`;
    const target = await rawTarget((socket) => {
      let sent = 0;
      const timer = setInterval(() => socket.write(answer.charAt(sent++)), 5);
      socket.on('close', () => clearInterval(timer));
    });

    assert.equal(summarizeOutcome(await testSender(hasten).post(target.url)), 'failed timeout');
  });

  it('that never ends its headers times out, or fails when the headers are too large', async () => {
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

  it('that sends interim responses forever times out', async () => {
    const target = await rawTarget((socket) => {
      const timer = setInterval(() => socket.write('HTTP/1.1 103 Early Hints\r\n\r\n'), 5);
      socket.on('close', () => clearInterval(timer));
    });

    assert.equal(summarizeOutcome(await testSender(hasten).post(target.url)), 'failed timeout');
  });

  it('that streams slowly forever times out', async () => {
    const target = await httpTarget((_, response) => {
      const timer = setInterval(() => response.write('x'), 5);
      response.on('close', () => clearInterval(timer));
    });

    assert.equal(summarizeOutcome(await testSender(hasten).post(target.url)), 'failed timeout');
  });

  it('that streams fast forever keeps its status and is cut off', async () => {
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
    // The socket buffers hold a few megabytes.
    assert.ok(written < 20 * 1024 * 1024, String(written));
  });

  it('that sends 10 MB keeps its status and is cut off', async () => {
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

  it('that closes the connection at any point fails the attempt', async () => {
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

  it('that does not speak HTTP fails the attempt', async () => {
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

  it('cannot inject a second response into the next delivery', async () => {
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
  it('receives deliveries if its certificate is valid', async () => {
    const certificate = await certificateOf('good.localhost');
    trust(certificate);
    const { port } = await tlsTarget(certificate);

    const outcome = await testSender().post(`https://good.localhost:${port}/hook`);

    assert.equal(summarizeOutcome(outcome), 'answered 200');
  });

  it('fails if its certificate has an unknown issuer', async () => {
    const { port } = await tlsTarget(await certificateOf('unknown.localhost'));

    const outcome = await testSender().post(`https://unknown.localhost:${port}/hook`);

    assert.equal(summarizeOutcome(outcome), 'failed tls');
    assert.match(outcome.kind === 'failed' ? outcome.detail : '', /self-signed/);
  });

  it('fails if its certificate has another name or has expired', async () => {
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

  it('fails if the port does not speak TLS', async () => {
    const plain = await httpTarget((_, response) => response.end());
    const rude = await rawTarget((socket) => socket.once('data', () => socket.end()));
    const { post } = testSender();

    for (const { port } of [plain, rude]) {
      assert.equal(summarizeOutcome(await post(`https://127.0.0.1:${port}/hook`)), 'failed tls');
    }
  });

  it('times out if the handshake takes too long', async () => {
    const { port } = await silentTarget();

    const outcome = await testSender({ connectTimeoutMs: 200 }).post(
      `https://127.0.0.1:${port}/hook`,
    );

    assert.equal(summarizeOutcome(outcome), 'failed timeout');
  });
});
