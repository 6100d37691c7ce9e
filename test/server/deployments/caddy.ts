import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { request } from 'node:https';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { createInterface } from 'node:readline';
import { after } from 'node:test';
import { freePort } from '../../free-port.ts';
import { temporaryFolder } from '../harness.ts';

const configuration = join(import.meta.dirname, '../../../deploy/Caddyfile');

/**
 * Reason why Caddy is unavailable, or null. Installs Caddy from Debian packages if the user is
 * root.
 */
export const caddyUnavailable =
  isInstalled() || install() ? null : 'Caddy is not installed (apt-get install caddy)';

/**
 * Starts a real Caddy with this package's configuration and self-issued certificates. Caddy stops
 * after the tests.
 *
 * @param upstream - `host:port` of the proxied server.
 */
export async function startCaddy(upstream: string, ownHost: string) {
  const folder = temporaryFolder();
  const [http, https] = [await freePort(), await freePort()];
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
  const failure = await waitUntilServing(createInterface({ input: caddy.stderr }));
  if (failure !== null) throw new Error(`Caddy did not start: ${failure}`);
  const authority = readFileSync(join(folder, 'storage/pki/authorities/local/root.crt'), 'utf8');

  return {
    httpPort: http,
    /** Folder of Caddy's certificates. */
    certificates: join(folder, 'storage/certificates/local'),

    /**
     * Sends a request to a host that resolves to this machine. Rejects without a valid certificate.
     */
    async get(host: string, path: string, headers: Record<string, string> = {}) {
      const outgoing = request({
        host: '127.0.0.1',
        port: https,
        servername: host,
        path,
        headers: { Host: host, ...headers },
        ca: authority,
        agent: false,
      });
      outgoing.end();
      const [response] = await once(outgoing, 'response');
      return { status: Number(response.statusCode), body: await text(response) };
    },
  };
}

/** Null once Caddy is serving, otherwise its last log line. */
async function waitUntilServing(lines: AsyncIterable<string>): Promise<string | null> {
  let last = '';
  for await (const line of lines) {
    if (line.includes('serving initial configuration')) return drain(lines);
    last = line;
  }
  return last;
}

/** Keeps reading so that Caddy never blocks on a full pipe. */
function drain(lines: AsyncIterable<string>): null {
  void (async () => {
    for await (const _ of lines);
  })();
  return null;
}

function isInstalled(): boolean {
  return spawnSync('caddy', ['version']).status === 0;
}

function install(): boolean {
  if (process.getuid?.() !== 0) return false;
  spawnSync('apt-get', ['install', '-y', '--no-install-recommends', 'caddy'], { timeout: 120_000 });
  return isInstalled();
}
