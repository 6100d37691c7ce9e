import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, it } from 'node:test';
import { createFastify } from '../../../server/http/create-fastify.ts';
import { traceRequests } from '../../../server/http/trace-hooks.ts';
import { createMetrics } from '../../../server/telemetry/metrics.ts';
import { installTracing, type Span } from '../../../server/telemetry/tracing.ts';
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

it('a request whose client closes the connection ends its span', async () => {
  const ends: (string | null)[] = [];
  const span: Span = {
    traceId: clientTrace,
    spanId: clientSpan,
    traceparent: '',
    set: () => undefined,
    run: (work) => work(),
    end: (problem) => void ends.push(problem),
  };
  installTracing({ start: () => span, current: () => null, stop: async () => undefined });
  const app = createFastify({
    publicUrl: 'http://svc.test',
    newId: (prefix) => prefix,
    trustProxy: null,
    logLevel: 'silent',
    metrics: createMetrics(),
  });
  traceRequests(app);
  app.get('/slow', async () => delay(60_000, null, { ref: false }));
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.write('GET /slow HTTP/1.1\r\nHost: x\r\n\r\n');
  await delay(100);
  socket.destroy();
  while (ends.length === 0) await delay(10);
  assert.deepEqual(ends, ['The client closed the connection.']);
  installTracing(null);
  await app.close();
});
