import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createMetrics } from '../../../server/telemetry/metrics.ts';
import { registerStateMetrics } from '../../../server/telemetry/state-metrics.ts';
import { forEachEngine, testApi } from '../harness.ts';
import { apiWithWorker } from '../webhooks/api-with-worker.ts';

forEachEngine('/metrics', (engine) => {
  it('shows opens, quotas, searches, queues, rates and the database, with few label values', async () => {
    const api = await apiWithWorker(engine);
    const { text: key } = await api.newKey();
    const read = async () => {
      const response = await api.request('/metrics');
      return parse(await response.text());
    };
    const before = await read();
    assert.equal(before.get('svc_reader_opens_total{outcome="opened"}'), 0);

    await api.addWebhook('http://127.0.0.1:9999/hook');
    await api.happen();
    api.clock.advance(90);
    await api.request('/v1/books?q=anything', { key });
    await api.request('/v1/reader/embed?book=bk_missing', { key });
    await api.request('/v1/keys/me', { key });
    // Malicious names must not create series.
    for (let at = 0; at < 30; at += 1) {
      await api.request(`/v1/books/made-up-${at}?x=${at}`, { key });
      await api.request(`/made-up-${at}`, { headers: { 'X-Made-Up': `${at}` } });
    }
    const after = await read();

    assert.equal(after.get('svc_reader_opens_total{outcome="refused"}'), 1);
    assert.ok(Number(after.get('svc_quota_decisions_total{decision="granted"}')) >= 32);
    assert.equal(after.get('svc_quota_decisions_total{decision="burst"}'), 0);
    assert.equal(after.get('svc_search_duration_seconds_count'), 1);
    assert.equal(after.get('svc_queue_items{queue="deliveries"}') ?? 0, 0, 'kept for ten seconds');
    assert.equal(after.get('svc_database_answers'), 1);
    assert.ok(Number(after.get('svc_database_bytes')) > 100_000);
    assert.ok(Number(after.get('svc_database_waits_total')) > 0);
    const added = [...after.keys()].filter((name) => !before.has(name));
    assert.ok(added.length < 120, `${added.length} series: ${added.join('\n')}`);
    assert.ok(!added.some((name) => name.includes('made-up')));
  });

  it('shows how long the oldest due delivery waits', async () => {
    const api = await apiWithWorker(engine);
    await api.addWebhook('http://127.0.0.1:9999/hook');
    await api.happen();
    api.clock.advance(90);

    const metrics = parse(await (await api.request('/metrics')).text());

    assert.equal(metrics.get('svc_queue_items{queue="deliveries"}'), 1);
    assert.equal(metrics.get('svc_queue_oldest_seconds{queue="deliveries"}'), 90);
    assert.equal(metrics.get('svc_queue_oldest_seconds{queue="beacons"}'), 0);
  });
});

it('/healthz and /metrics work without a database, apart from the metrics that are read from it', async () => {
  const api = await testApi('sqlite');
  await api.db.close();

  assert.equal((await fetch(`${api.url}/healthz`)).status, 200);
  const metrics = parse(await (await fetch(`${api.url}/metrics`)).text());

  assert.equal(metrics.get('svc_database_answers'), 0);
  assert.ok(metrics.has('process_resident_memory_bytes'));
  assert.ok(!metrics.has('svc_database_bytes'));
  assert.ok(!metrics.has('svc_rates_age_seconds'));
  assert.ok(![...metrics.keys()].some((name) => name.startsWith('svc_queue_items')));
});

it('a scrape does not wait for a database that hangs', { timeout: 60_000 }, async () => {
  const { registry } = createMetrics();
  const problems: unknown[] = [];
  registerStateMetrics(registry, {
    databaseLoad: () => ({ used: 1, idle: 0, waiting: 3, waits: 5, waitedMs: 2500 }),
    readState: () => new Promise(() => undefined),
    now: () => new Date(),
    onError: (error) => problems.push(error),
  });
  const [first, second] = await Promise.all([registry.metrics(), registry.metrics()]);
  const metrics = parse(first ?? '');

  assert.equal(metrics.get('svc_database_answers'), 0);
  assert.equal(parse(second ?? '').get('svc_database_answers'), 0);
  assert.equal(metrics.get('svc_database_waiting'), 3);
  assert.equal(metrics.get('svc_database_wait_seconds_total'), 2.5);
  assert.equal(problems.length, 1);
});

/** Series with their values. */
function parse(text: string): Map<string, number> {
  return new Map(
    text
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line) => {
        const at = line.lastIndexOf(' ');
        return [line.slice(0, at), Number(line.slice(at + 1))];
      }),
  );
}
