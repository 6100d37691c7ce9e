import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { request } from 'node:https';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { createInterface } from 'node:readline';
import { after } from 'node:test';
import { temporaryFolder } from '../harness.ts';

const configuration = join(import.meta.dirname, '../../../server/deploy/Caddyfile');

/** Why there is no Caddy to test with; null when there is. Root has it installed from Debian's packages. */
export const caddyUnavailable =
  isInstalled() || install() ? null : 'Caddy is not here (apt-get install caddy)';

/**
 * A real Caddy with the configuration of this package and certificates of its own; stopped when the tests
 * around it are done.
 *
 * @param upstream - `host:port` of the server behind it.
 */
export async function startCaddy(upstream: string, ownHost: string) {
  const folder = temporaryFolder();
  const [http, https] = await freePorts();
  const caddy = spawn('caddy', ['run', '--config', configuration, '--adapter', 'caddyfile'], {
    cwd: folder,
    env: {
      ...process.env,
      HOME: folder,
      SVC_UPSTREAM: upstream,
      SVC_HOST: ownHost,
      CADDY_OPTIONS: [
        'local_certs',
        'skip_install_trust',
        'admin off',
        'default_bind 127.0.0.1',
        `http_port ${http}`,
        `https_port ${https}`,
        `storage file_system ${folder}/storage`,
      ].join('\n'),
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const exited = once(caddy, 'exit');
  after(async () => {
    caddy.kill('SIGKILL');
    await exited;
  });
  const said = await waitUntilServing(createInterface({ input: caddy.stderr }));
  if (said !== null) throw new Error(`Caddy did not start: ${said}`);
  const authority = readFileSync(join(folder, 'storage/pki/authorities/local/root.crt'), 'utf8');

  return {
    httpPort: http,
    /** Where its certificates are. */
    certificates: join(folder, 'storage/certificates/local'),

    /** Asks as a browser does that finds the host on this machine. Rejects without a good certificate. */
    async get(host: string, path: string, headers: Record<string, string> = {}) {
      const asked = request({
        host: '127.0.0.1',
        port: https,
        servername: host,
        path,
        headers: { Host: host, ...headers },
        ca: authority,
        agent: false,
      });
      asked.end();
      const [response] = await once(asked, 'response');
      return { status: Number(response.statusCode), body: await text(response) };
    },
  };
}

/** Null once it serves; else the last that it said. */
async function waitUntilServing(lines: AsyncIterable<string>): Promise<string | null> {
  let last = '';
  for await (const line of lines) {
    if (line.includes('serving initial configuration')) return drain(lines);
    last = line;
  }
  return last;
}

/** Goes on to read, so that it never waits for a reader. */
function drain(lines: AsyncIterable<string>): null {
  void (async () => {
    for await (const _ of lines);
  })();
  return null;
}

async function freePorts(): Promise<[number, number]> {
  const servers = [createServer().listen(0, '127.0.0.1'), createServer().listen(0, '127.0.0.1')];
  const ports = await Promise.all(
    servers.map(async (server) => {
      await once(server, 'listening');
      const address = server.address();
      return typeof address === 'object' && address ? address.port : 0;
    }),
  );
  await Promise.all(servers.map((server) => once(server.close(), 'close')));
  const [first = 0, second = 0] = ports;
  return [first, second];
}

function isInstalled(): boolean {
  return spawnSync('caddy', ['version']).status === 0;
}

function install(): boolean {
  if (process.getuid?.() !== 0) return false;
  spawnSync('apt-get', ['install', '-y', '--no-install-recommends', 'caddy'], { timeout: 120_000 });
  return isInstalled();
}
