import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, it } from 'node:test';
import { runSvc } from '../cli/run-svc.ts';
import { newDatabaseLocation, temporaryFolder } from '../harness.ts';
import { endProcess, startProcess, toEnvironment } from '../server-process.ts';
import { receiver } from '../webhooks/receiver.ts';
import { startCollector } from './collector.ts';

const clientTrace = '0af7651916cd43dd8448eb211c80319c';
const clientSpan = 'b7ad6b7169203331';

describe('a traced server', () => {
  it('exports a request, its SQL and the delivery that follows as one trace, without sensitive values', async () => {
    const collector = await startCollector();
    const target = await receiver();
    const environment = toEnvironment(await newDatabaseLocation('sqlite'), temporaryFolder());
    const server = await startProcess({
      ...environment,
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      SVC_WEBHOOK_LOOPBACK: 'on',
    });
    const lines: string[] = [];
    if (!server.process.stdout) throw new Error('The process has no output.');
    createInterface({ input: server.process.stdout }).on('line', (line) => lines.push(line));
    const created = await runSvc(environment, 'keys', 'create', '--tier', 'pro', '--json');
    const { key } = JSON.parse(created.stdout) as { key: string };
    const send = async (path: string, body?: object) => {
      const response = await fetch(server.url + path, {
        method: body ? 'POST' : 'GET',
        headers: {
          Authorization: `Bearer ${key}`,
          'Content-Type': 'application/json',
          traceparent: `00-${clientTrace}-${clientSpan}-01`,
        },
        ...(body && { body: JSON.stringify(body) }),
      });
      return { status: response.status, text: await response.text() };
    };
    const hook = await send('/v1/webhooks', {
      url: `${target.url}?token=hidden-in-url`,
      events: ['*'],
    });
    assert.equal(hook.status, 201, hook.text);

    const book = await send('/v1/books', { title: 'A Traced Book', languages: ['en'] });
    assert.equal(book.status, 201, book.text);
    await target.count(1);
    await send(`/v1/books/reader%40example.com?key=${key}&cursor=hidden-in-query`);
    await fetch(`${server.url}/readyz`);
    while (!lines.some((line) => line.includes('/v1/books/'))) await delay(20);
    assert.equal(await endProcess(server, 'SIGTERM'), 0);

    const { spans } = collector;
    const post = spans.find(({ name }) => name === 'POST /v1/books');
    assert.equal(post?.traceId, clientTrace);
    assert.equal(post.parentSpanId, clientSpan);
    const insert = spans.find(({ name }) => name === 'insert books');
    assert.equal(insert?.traceId, clientTrace);
    assert.equal(insert.parentSpanId, post.spanId);
    const delivery = spans.find(({ name }) => name === 'webhook delivery');
    assert.equal(delivery?.traceId, clientTrace);
    assert.equal(delivery.parentSpanId, post.spanId);
    assert.equal(
      target.received[0]?.headers['traceparent'],
      `00-${clientTrace}-${delivery.spanId}-01`,
    );
    for (const { startTimeUnixNano, endTimeUnixNano } of spans) {
      assert.ok(BigInt(endTimeUnixNano) >= BigInt(startTimeUnixNano));
    }
    assert.deepEqual([...collector.services], ['svc-reader']);
    assert.ok(!spans.some(({ name }) => name.includes('readyz')));

    const logged = lines.flatMap((line) => (line.startsWith('{') ? [JSON.parse(line)] : []));
    const line = logged.find(({ method, path }) => method === 'POST' && path === '/v1/books');
    assert.equal(line.event, 'request.completed');
    assert.equal(line.traceId, clientTrace);
    const everything = [...collector.bodies, ...lines].join('\n');
    for (const value of [key, 'hidden-in', 'reader%40example.com', 'A Traced Book', 'whsec_']) {
      assert.ok(!everything.includes(value), value);
    }
  });
});

it('OpenTelemetry is loaded only when tracing starts, so that the default start is no slower', () => {
  const root = join(import.meta.dirname, '../../..');
  const importers = globSync('server/**/*.ts', { cwd: root }).filter((file) =>
    /from '(?:@opentelemetry\/|.*\/start-tracing\.ts')/.test(
      readFileSync(join(root, file), 'utf8'),
    ),
  );
  assert.deepEqual(importers, ['server/telemetry/start-tracing.ts']);
});
