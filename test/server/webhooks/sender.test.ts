import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { describe, it } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { generateSecret, signatureHeaders } from '../../../server/webhooks/signature.ts';
import { httpTarget, rawTarget } from './targets.ts';
import { summarizeOutcome, testSender } from './test-sender.ts';

describe('A delivery', () => {
  it('arrives as one POST with the bytes that were signed', async () => {
    const got: { request: IncomingMessage; body: Buffer }[] = [];
    const target = await httpTarget(async (request, response) => {
      got.push({ request, body: await buffer(request) });
      response.end('thanks');
    });
    const secret = generateSecret(randomBytes);
    const body = JSON.stringify({ text: 'naïve 本 📚 \u2028' });
    const headers = signatureHeaders([secret], 'evt_1', new Date(), body);

    const outcome = await testSender().send(`${target.url}/a%20b?c=d&e`, headers, body);

    assert.deepEqual(
      { ...outcome, durationMs: 0 },
      {
        kind: 'answered',
        status: 200,
        durationMs: 0,
        retryAfterMs: null,
        body: 'thanks',
      },
    );
    const [only, ...others] = got;
    assert.ok(only && others.length === 0);
    assert.equal(only.request.method, 'POST');
    assert.equal(only.request.url, '/hook/a%20b?c=d&e');
    assert.equal(only.request.headers['content-type'], 'application/json');
    assert.equal(only.request.headers['user-agent'], 'svc-reader-webhooks');
    assert.equal(only.request.headers['content-length'], String(Buffer.byteLength(body)));
    assert.deepEqual(only.body, Buffer.from(body));
    const {
      'webhook-id': id,
      'webhook-timestamp': time,
      'webhook-signature': signature,
    } = only.request.headers;
    const received = {
      'webhook-id': id,
      'webhook-timestamp': time,
      'webhook-signature': signature,
    };
    new Webhook(secret).verify(
      only.body,
      Object.fromEntries(Object.entries(received).map(([name, value]) => [name, String(value)])),
    );
  });

  it('measures its duration with the given clock', async () => {
    const target = await httpTarget((_, response) => response.end());
    const times = ['2026-11-21T12:00:00Z', '2026-11-21T12:00:00.250Z'];

    const outcome = await testSender({
      now: () => new Date(times.shift() ?? '2026-11-21T12:00:00.250Z'),
    }).post(target.url);

    assert.equal(outcome.durationMs, 250);
  });

  it('returns the status and Retry-After', async () => {
    const target = await httpTarget((request, response) => {
      response.writeHead(Number(request.url?.slice(-3)), { 'Retry-After': '7' }).end();
    });
    const { send } = testSender();

    for (const status of [201, 204, 304, 400, 410, 429, 500, 503]) {
      const outcome = await send(`${target.url}/${status}`, {}, '{}');
      assert.deepEqual(outcome.kind === 'answered' && [outcome.status, outcome.retryAfterMs], [
        status,
        7000,
      ]);
    }
  });

  it('follows no redirect', async () => {
    const beyond = await httpTarget((_, response) => response.end());
    const target = await httpTarget((request, response) => {
      response.writeHead(Number(request.url?.slice(-3)), { Location: beyond.url }).end();
    });
    const { send } = testSender();

    for (const status of [300, 301, 302, 303, 307, 308]) {
      assert.equal(
        summarizeOutcome(await send(`${target.url}/${status}`, {}, '{}')),
        `answered ${status}`,
      );
    }
    assert.equal(beyond.connections(), 0);
  });

  it('reuses a connection', async () => {
    const target = await httpTarget((_, response) => response.end('thanks'));
    const { post } = testSender();

    for (let count = 0; count < 50; count += 1) await post(target.url);

    // The previous connection may not be free yet.
    assert.ok(target.connections() <= 2, String(target.connections()));
  });

  it('is sent once per attempt, even if a reused connection is closed', async () => {
    const served = new Set<Socket>();
    const refused: string[] = [];
    const target = await rawTarget((socket) => {
      socket.on('data', (bytes) => {
        if (served.has(socket)) {
          refused.push(bytes.toString().split('\r\n\r\n')[1] ?? '');
          return socket.resetAndDestroy();
        }
        served.add(socket);
        return socket.write('HTTP/1.1 204 No Content\r\n\r\n');
      });
    });
    const { send } = testSender();

    const outcomes: string[] = [];
    // The previous connection may not be free yet.
    for (let number = 0; refused.length === 0; number += 1) {
      outcomes.push(summarizeOutcome(await send(target.url, {}, `{"number":${number}}`)));
    }
    assert.equal(outcomes.pop(), 'failed closed');
    assert.deepEqual(refused, [`{"number":${outcomes.length}}`]);
    assert.ok(outcomes.every((outcome) => outcome === 'answered 204'));
  });

  it('does not use a connection that was idle for a second', async () => {
    const target = await httpTarget((_, response) => {
      response.setHeader('Keep-Alive', 'timeout=60').end('thanks');
    });
    const { post } = testSender();
    await post(target.url);
    await target.deserted();
    assert.equal(summarizeOutcome(await post(target.url)), 'answered 200');
    assert.equal(target.connections(), 2);
  });

  it('is not repeated if a new connection is closed', async () => {
    let count = 0;
    const target = await rawTarget((socket) => {
      socket.on('data', () => {
        count += 1;
        socket.end();
      });
    });

    assert.equal(summarizeOutcome(await testSender().post(target.url)), 'failed closed');
    assert.equal(count, 1);
  });

  it('does not wait for another delivery to the same target', async () => {
    const waiting: (() => void)[] = [];
    const target = await httpTarget((_, response) => {
      waiting.push(() => response.end());
      if (waiting.length === 20) waiting.forEach((answer) => answer());
    });
    const { post } = testSender();

    const outcomes = await Promise.all(Array.from({ length: 20 }, () => post(target.url)));

    assert.deepEqual(new Set(outcomes.map(summarizeOutcome)), new Set(['answered 200']));
  });

  it('returns the first 8 KiB of the response, as text that every database can store', async () => {
    const answers: Record<string, Buffer> = {
      long: Buffer.from('é'.repeat(20_000)),
      odd: Buffer.from(`x${'é'.repeat(20_000)}`),
      nul: Buffer.from('a\0b'),
      bytes: Buffer.alloc(20_000, 0xff),
    };
    const target = await httpTarget((request, response) =>
      response.end(answers[request.url?.split('/').pop() ?? '']),
    );
    const { send } = testSender();
    const kept = async (name: string) => {
      const outcome = await send(`${target.url}/${name}`, {}, '{}');
      return outcome.kind === 'answered' ? outcome.body : null;
    };

    assert.equal(await kept('long'), 'é'.repeat(4096));
    assert.equal(await kept('odd'), `x${'é'.repeat(4095)}`);
    assert.equal(await kept('nul'), 'a\uFFFDb');
    assert.equal(await kept('bytes'), '\uFFFD'.repeat(2730));
    assert.equal(await kept('none'), '');
  });

  it('never decompresses a response', async () => {
    const packed = Buffer.from([0x1f, 0x8b, 8, 0]);
    const target = await httpTarget((_, response) =>
      response.writeHead(200, { 'Content-Encoding': 'gzip' }).end(packed),
    );

    const outcome = await testSender().post(target.url);

    assert.equal(outcome.kind === 'answered' && outcome.body, '\u001F\uFFFD\b\uFFFD');
  });

  it('is aborted by its signal before or while it runs', async () => {
    const target = await httpTarget(() => stop.abort());
    const stop = new AbortController();
    const { send } = testSender();

    assert.equal(summarizeOutcome(await send(target.url, {}, '{}', stop.signal)), 'failed other');
    assert.equal(
      summarizeOutcome(await send(target.url, {}, '{}', AbortSignal.abort())),
      'failed other',
    );
    assert.equal(target.connections(), 1);
  });

  it('fails after the sender is closed, which waits for attempts in flight', async () => {
    const { post, close } = testSender();
    const closing: Promise<void>[] = [];
    const target = await httpTarget((_, response) => {
      closing.push(close());
      setImmediate(() => response.end());
    });

    assert.equal(summarizeOutcome(await post(target.url)), 'answered 200');
    await Promise.all(closing);
    assert.equal(closing.length, 1);
    assert.equal(summarizeOutcome(await post(target.url)), 'failed other');
  });
});
