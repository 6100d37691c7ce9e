import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../../free-port.ts';

/** Reason why nginx is not available, or null if it is. */
export const nginxMissing =
  spawnSync('nginx', ['-v']).status === 0
    ? null
    : 'nginx is not installed here (apt-get install nginx)';

const configurations = join(import.meta.dirname, '../../../deploy');

export interface Nginx {
  url: string;
  process: ChildProcess;
}

/**
 * Starts nginx with the documented cache configuration in front of a server.
 *
 * @param folder - An empty folder for its files.
 */
export async function startNginx(folder: string, server: string): Promise<Nginx> {
  const port = await freePort();
  mkdirSync(join(folder, 'cache'));
  const read = (name: string) => readFileSync(join(configurations, name), 'utf8');
  const cache = read('nginx-cache.conf').replace(
    '/var/cache/nginx/svc-reader',
    join(folder, 'cache'),
  );
  writeFileSync(join(folder, 'cache.conf'), cache);
  writeFileSync(join(folder, 'locations.conf'), read('nginx-cache-locations.conf'));
  const config = join(folder, 'nginx.conf');
  writeFileSync(
    config,
    `daemon off; user root; worker_processes 1; pid ${folder}/pid; error_log ${folder}/error.log;
events { worker_connections 1024; }
http {
  access_log off;
  client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy; fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi; scgi_temp_path ${folder}/scgi;
  upstream svc_reader { server ${new URL(server).host}; keepalive 32; }
  include cache.conf;
  server {
    listen 127.0.0.1:${port};
    include locations.conf;
    location / {
      proxy_pass http://svc_reader; proxy_http_version 1.1; proxy_set_header Connection ""; proxy_set_header Host $host;
    }
  }
}
`,
  );
  const child = spawn('nginx', ['-p', folder, '-c', config, '-e', join(folder, 'error.log')], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const url = `http://127.0.0.1:${port}`;
  for (;;) {
    const response = await fetch(`${url}/healthz`).catch(() => null);
    await response?.text();
    if (response?.ok) return { url, process: child };
    if (child.exitCode !== null) throw new Error(`nginx ended with ${child.exitCode}.`);
    await delay(50);
  }
}
