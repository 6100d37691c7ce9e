import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import GithubSlugger from 'github-slugger';
import { z } from 'zod';
import { logEvents } from '../../../server/telemetry/log-events.ts';
import { testApi } from '../harness.ts';

const root = join(import.meta.dirname, '../../..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const alerts = read('deploy/prometheus/alerts.yaml');
const Dashboard = z.object({
  panels: z.array(
    z.object({
      id: z.number(),
      title: z.string(),
      targets: z.array(z.object({ expr: z.string() })).default([]),
    }),
  ),
});
const promtool = 'promtool';
const promtoolMissing =
  spawnSync(promtool, ['--version']).status === 0
    ? false
    : 'promtool is not installed here (apt-get install prometheus)';

describe('the deployed monitoring', () => {
  it('uses only metrics and label values that the server exposes', async () => {
    const api = await testApi('sqlite');
    const text = await (await api.request('/metrics')).text();
    // Prometheus adds `up`, and histograms have no series before the first request.
    const exposed = new Set(['up']);
    for (const [, name = '', type] of text.matchAll(/^# TYPE (\S+) (\w+)$/gm)) {
      exposed.add(name);
      if (type === 'histogram')
        for (const end of ['bucket', 'count', 'sum']) exposed.add(`${name}_${end}`);
    }
    const { panels } = Dashboard.parse(JSON.parse(read('deploy/grafana/dashboard.json')));
    const expressions = [
      ...panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
      ...Array.from(alerts.matchAll(/expr: (\|\n(?: {10}.*\n)+|.*)/g), ([, expr = '']) => expr),
    ];
    assert.ok(expressions.length > 40);
    for (const expression of expressions) {
      const names = expression.match(/\b(?:svc|http|process|nodejs)_[a-z0-9_]+/g) ?? [];
      assert.ok(names.length > 0 || /\bup\{/.test(expression), expression);
      for (const name of names) assert.ok(exposed.has(name), `${name} in ${expression}`);
      for (const [, label, values = ''] of expression.matchAll(
        /(outcome|queue|event)[!=~]+"([^"]+)"/g,
      )) {
        for (const value of values.split('|')) {
          const isKnown =
            label === 'event' ? value in logEvents : text.includes(`${label}="${value}"`);
          assert.ok(isKnown, `${label}="${value}" in ${expression}`);
        }
      }
    }
    assert.equal(new Set(panels.map(({ id }) => id)).size, panels.length);
  });

  it('has a runbook for every alert, and no other', () => {
    const runbooks = read('docs/guides/runbooks.md');
    const slugger = new GithubSlugger();
    const sections = new Map(
      Array.from(
        runbooks.matchAll(/^## (.+)\n([^]*?)(?=^## |(?![^]))/gm),
        ([, title = '', body = '']) => [slugger.slug(title), { title, body }],
      ),
    );
    const names = Array.from(alerts.matchAll(/- alert: (\w+)/g), ([, name = '']) => name);
    const links = Array.from(alerts.matchAll(/runbook_url: (\S+)#(\S+)/g), ([, file, anchor]) => ({
      file,
      anchor,
    }));
    assert.deepEqual(
      links,
      names.map((name) => ({ file: 'docs/guides/runbooks.md', anchor: name.toLowerCase() })),
    );
    assert.deepEqual(
      [...sections.values()].map(({ title }) => title),
      names,
    );
    for (const { title, body } of sections.values()) {
      for (const part of ['**Meaning.**', '**Diagnosis.**', '**Fix.**']) {
        assert.ok(body.includes(part), `${title} lacks ${part}`);
      }
    }
    assert.ok(existsSync(join(root, 'docs/guides/runbooks.md')));
  });

  it('documents every metric and log event', async () => {
    const page = read('docs/reference/monitoring.md');
    const api = await testApi('sqlite');
    const text = await (await api.request('/metrics')).text();
    for (const [, name = ''] of text.matchAll(/^# TYPE ((?:svc|http)_\S+) /gm)) {
      assert.ok(page.includes(`| \`${name}\``), name);
    }
    const values = text.matchAll(/\b(?:outcome|decision|operation|queue|state)="([^"]+)"/g);
    const names = new Set(Array.from(values, ([, value = '']) => value));
    assert.ok(names.size > 20);
    assert.deepEqual(
      [...names].filter((value) => !page.includes(`\`${value}\``)),
      [],
    );
    const runbook =
      read('docs/guides/runbooks.md').split('## SvcQueueLate')[1]?.split('\n## ')[0] ?? '';
    const queues = Array.from(
      text.matchAll(/svc_queue_items\{queue="([^"]+)"/g),
      ([, name]) => name,
    );
    assert.deepEqual(
      queues.filter((name) => name !== 'deliveries' && !runbook.includes(`\`${name}\``)),
      [],
    );
    for (const [event, meaning] of Object.entries(logEvents)) {
      assert.ok(page.includes(`| \`${event}\` | ${meaning} |`), event);
    }
  });

  it('has rules that promtool accepts', { skip: promtoolMissing }, () => {
    const { status, stdout, stderr } = spawnSync(
      promtool,
      ['check', 'config', 'deploy/prometheus/prometheus.yaml'],
      { cwd: root, encoding: 'utf8' },
    );
    assert.equal(status, 0, stdout + stderr);
  });
});
