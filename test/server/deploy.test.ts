import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';

const root = join(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const chart = 'deploy/helm/svc-reader';
const missing = (program: string, packageName: string, ...args: string[]) =>
  spawnSync(program, args).status === 0
    ? false
    : `${program} is not installed here (${packageName})`;

describe('the Helm chart', () => {
  const skip = missing('helm', 'go install helm.sh/helm/v3/cmd/helm@v3.19.0', 'version');
  const template = (...values: string[]) =>
    spawnSync(
      'helm',
      [
        'template',
        'demo',
        chart,
        ...['image.repository=example.com/svc', 'publicUrl=https://books.example.com']
          .concat('existingSecret=svc', values)
          .flatMap((value) => ['--set', value]),
      ],
      { cwd: root, encoding: 'utf8' },
    );

  it('has the alert rules of deploy/prometheus', () => {
    assert.equal(read(`${chart}/files/alerts.yaml`), read('deploy/prometheus/alerts.yaml'));
  });

  it('runs one replica with a volume on SQLite, and rejects more', { skip }, () => {
    const { stdout } = template();
    assert.match(stdout, /^kind: StatefulSet$/m);
    assert.match(stdout, /volumeClaimTemplates/);
    assert.doesNotMatch(stdout, /PodDisruptionBudget|DATABASE_URL/);

    for (const value of ['replicas=2', 'workers=1']) {
      const { status, stderr } = template(value);
      assert.equal(status, 1);
      assert.match(stderr, /maximum/);
    }
  });

  it('runs replicas, a worker, probes, a budget and alerts on PostgreSQL', { skip }, () => {
    const { status, stdout, stderr } = template(
      'database.engine=postgres',
      'replicas=3',
      'workers=1',
      'drainSeconds=30',
      'ingress.enabled=true',
      'ingress.host=books.example.com',
      'monitoring.enabled=true',
    );
    assert.equal(status, 0, stderr);
    const kinds = Array.from(stdout.matchAll(/^kind: (\w+)$/gm), ([, kind]) => kind).sort();
    assert.deepEqual(kinds, [
      'Deployment',
      'Deployment',
      'Ingress',
      'PodDisruptionBudget',
      'PodMonitor',
      'PrometheusRule',
      'Service',
      'Service',
    ]);
    assert.match(stdout, /SVC_ROLE, value: api/);
    assert.match(stdout, /SVC_ROLE, value: worker/);
    assert.match(stdout, /SVC_DRAIN_SECONDS, value: "30"/);
    assert.match(stdout, /terminationGracePeriodSeconds: 50/);
    assert.match(stdout, /livenessProbe:\n +httpGet: \{ path: \/healthz/);
    assert.match(stdout, /readinessProbe:\n +httpGet: \{ path: \/readyz/);
    assert.match(stdout, /summary: The database does not answer \{\{ \$labels.instance \}\}\./);
    assert.doesNotMatch(stdout, /kind: Secret/);
  });
});

it('the Compose file, the systemd unit and the chart leave time to drain and finish requests', () => {
  assert.match(read('deploy/compose.yaml'), /stop_grace_period: 30s/);
  assert.match(read('deploy/svc-reader.service'), /TimeoutStopSec=30/);
  assert.match(read(`${chart}/templates/_helpers.tpl`), /add \$root\.Values\.drainSeconds 20/);
});

it(
  'systemd accepts the unit',
  { skip: missing('systemd-analyze', 'apt-get install systemd', '--version') },
  () => {
    const { stderr } = spawnSync('systemd-analyze', ['verify', 'deploy/svc-reader.service'], {
      cwd: root,
      encoding: 'utf8',
    });
    // The program and the settings exist only where the server is installed.
    const problems = stderr
      .split('\n')
      .filter((line) => line.includes('svc-reader.service'))
      .filter((line) => !/not executable|No such file|not exist/i.test(line));
    assert.deepEqual(problems, []);
  },
);
