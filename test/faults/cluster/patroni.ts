import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { chmodSync, closeSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { z } from 'zod';
import { freePort } from '../../free-port.ts';
import { fastTemporaryFolder } from '../../server/fast-temporary-folder.ts';
import { findBinaries } from '../../server/postgres-cluster.ts';
import type { FaultyDatabase } from './faulty-database.ts';
import { kill, startDatabaseProxy } from './servers.ts';

/** Reason why Patroni is not available, or null if it is. */
export function patroniMissing(): string | null {
  const hasPrograms = ['patroni', 'etcd'].every(
    (program) => spawnSync(program, ['--version']).status === 0,
  );
  if (!hasPrograms) {
    return 'Patroni is not installed here (apt-get install patroni etcd-server python3-etcd)';
  }
  return process.getuid?.() === 0 ? null : 'Patroni is tested only by root';
}

const configuration = join(import.meta.dirname, '../../../deploy/patroni.yml');
/** Of all users in the configuration. */
const password = 'CHANGE';

const Members = z.object({
  members: z.array(z.object({ name: z.string(), role: z.string(), state: z.string() })),
});

interface Node {
  name: string;
  port: number;
  rest: number;
  data: string;
  config: string;
  /** File with the output of Patroni and PostgreSQL. */
  log: string;
  agent: ChildProcess | null;
}

/**
 * Two PostgreSQL servers that Patroni and etcd manage, behind HAProxy, which connects clients to
 * the primary.
 */
export async function startPatroni(folder: string): Promise<FaultyDatabase> {
  const root = join(fastTemporaryFolder(), `svc-patroni-${process.pid}`);
  for (const path of [folder, root]) {
    mkdirSync(path, { recursive: true });
    chmodSync(path, 0o777);
  }
  const [client, peer, front] = [await freePort(), await freePort(), await freePort()];
  const peerUrl = `http://127.0.0.1:${peer}`;
  const clientUrl = `http://127.0.0.1:${client}`;
  const etcdOptions = [
    `--data-dir=${join(root, 'etcd')}`,
    '--log-level=error',
    `--listen-client-urls=${clientUrl}`,
    `--advertise-client-urls=${clientUrl}`,
    `--listen-peer-urls=${peerUrl}`,
    `--initial-advertise-peer-urls=${peerUrl}`,
    `--initial-cluster=default=${peerUrl}`,
  ];
  const startEtcd = () => spawn('etcd', etcdOptions, { stdio: 'ignore' });
  let etcd = startEtcd();
  const nodes: Node[] = [];
  for (const name of ['a', 'b']) {
    const [port, rest] = [await freePort(), await freePort()];
    const [data, log] = [join(root, name), join(folder, `patroni-${name}.log`)];
    const node = { name, port, rest, data, log, config: '', agent: null };
    nodes.push({ ...node, config: writeConfig(folder, node, client) });
  }
  const startAgent = (node: Node) => {
    const user = ['--reuid=postgres', '--regid=postgres', '--init-groups'];
    const log = openSync(node.log, 'a');
    node.agent = spawn('setpriv', [...user, '--', 'patroni', node.config], {
      stdio: ['ignore', log, log],
    });
    closeSync(log);
  };
  for (const node of nodes) startAgent(node);
  const proxy = startDatabaseProxy(
    folder,
    front,
    nodes.map(({ port, rest }) => `127.0.0.1:${port} port ${rest}`),
  );

  /** Returns the members' roles by name, as far as an agent answers. */
  const roles = async (): Promise<Record<string, string>> => {
    for (const { rest } of nodes) {
      const signal = AbortSignal.timeout(2000);
      const response = await fetch(`http://127.0.0.1:${rest}/cluster`, { signal }).catch(
        () => null,
      );
      if (!response?.ok) continue;
      const { members } = Members.parse(await response.json());
      const running = members.filter(({ state }) => /^(running|streaming)$/.test(state));
      return Object.fromEntries(running.map(({ name, role }) => [name, role]));
    }
    return {};
  };
  const until = async (isReached: (found: Record<string, string>) => boolean, what: string) => {
    for (const deadline = Date.now() + 180_000; Date.now() < deadline; await delay(250)) {
      if (isReached(await roles())) return;
    }
    const logs = nodes.map(({ name, log }) => `${name}:\n${lastLines(log)}`);
    const found = JSON.stringify(await roles());
    throw new Error([`${what}: not within three minutes. ${found}`, ...logs].join('\n'));
  };
  /** Waits for a primary with a synchronous standby. */
  const settle = () =>
    until(
      (found) => Object.values(found).toSorted().join() === 'leader,sync_standby',
      'A primary with a synchronous standby',
    );
  const primary = async (): Promise<Node> => {
    const found = await roles();
    const node = nodes.find(({ name }) => found[name] === 'leader');
    if (!node) throw new Error('There is no primary.');
    return node;
  };
  const leaves = (name: string) =>
    until(
      (found) => nodes.some((one) => one.name !== name && found[one.name] === 'leader'),
      'A new primary',
    );

  await settle();
  const url = `postgres://postgres:${password}@127.0.0.1:${front}/postgres`;
  await acceptsConnections(url);
  return {
    url,
    faults: {
      'machine of the primary lost': async () => {
        const node = await primary();
        node.agent?.kill('SIGKILL');
        killPostgres(node.data);
        await leaves(node.name);
        startAgent(node);
        await settle();
      },
      'PostgreSQL of the primary killed': async () => {
        killPostgres((await primary()).data);
        await delay(5000);
        await settle();
      },
      'Patroni of the primary frozen for 30 s': async () => {
        const node = await primary();
        node.agent?.kill('SIGSTOP');
        await delay(30_000);
        node.agent?.kill('SIGCONT');
        await delay(5000);
        await settle();
      },
      switchover: async () => {
        const node = await primary();
        await fetch(`http://127.0.0.1:${node.rest}/switchover`, {
          method: 'POST',
          body: JSON.stringify({ leader: node.name }),
        });
        await leaves(node.name);
        await settle();
      },
      'standby lost': async () => {
        const { name } = await primary();
        const standby = nodes.find((node) => node.name !== name);
        if (!standby) return;
        standby.agent?.kill('SIGKILL');
        killPostgres(standby.data);
        await delay(20_000);
        startAgent(standby);
        await settle();
      },
      'etcd stopped for 20 s': async () => {
        await kill(etcd);
        await delay(20_000);
        etcd = startEtcd();
        await settle();
      },
    },
    async stop() {
      await kill(proxy);
      for (const { agent, data } of nodes) {
        if (agent) await kill(agent);
        killPostgres(data);
      }
      await kill(etcd);
      spawnSync('rm', ['-rf', root]);
    },
  };
}

/** Writes the documented configuration with the addresses of this run. */
function writeConfig(folder: string, { name, port, rest, data }: Node, etcd: number): string {
  const documented = readFileSync(configuration, 'utf8');
  const local = documented
    .replaceAll('10.0.0.21:8008', `127.0.0.1:${rest}`)
    .replaceAll('10.0.0.21:5432', `127.0.0.1:${port}`)
    .replaceAll('10.0.0.0/24', '127.0.0.1/32')
    .replace('local all all peer', 'local all all trust')
    .replace(/^name: .*$/m, `name: ${name}`)
    .replace(/^ {2}hosts: .*$/m, `  hosts: [127.0.0.1:${etcd}]`)
    .replace(/^ {2}data_dir: .*$/m, `  data_dir: ${data}`)
    .replace(/^ {2}bin_dir: .*$/m, `  bin_dir: ${findBinaries()}`)
    .replace(/^ {2}pgpass: .*$/m, `  pgpass: ${data}.pgpass`);
  const file = join(folder, `patroni-${name}.yml`);
  writeFileSync(file, `${local}  parameters: { unix_socket_directories: ${folder} }\n`);
  return file;
}

function lastLines(file: string): string {
  return readFileSync(file, 'utf8').trimEnd().split('\n').slice(-60).join('\n');
}

async function acceptsConnections(url: string): Promise<void> {
  for (const deadline = Date.now() + 30_000; ; await delay(250)) {
    const client = new Client({ connectionString: url });
    client.on('error', () => {});
    try {
      await client.connect();
      await client.query('select 1');
      return;
    } catch (error) {
      if (Date.now() > deadline) throw error;
    } finally {
      await client.end().catch(() => {});
    }
  }
}

/** Kills all processes of a PostgreSQL server simultaneously, like a power loss. */
function killPostgres(data: string): void {
  let main: number;
  try {
    main = Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0]);
    const children = readFileSync(`/proc/${main}/task/${main}/children`, 'utf8');
    for (const pid of [main, ...children.trim().split(' ').map(Number)])
      process.kill(pid, 'SIGKILL');
  } catch {
    // The server is not running.
  }
}
