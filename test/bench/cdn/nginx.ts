import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../../free-port.ts';
import { type RunningCache, startCache } from './start-cache.ts';

const configurations = join(import.meta.dirname, '../../../deploy');

/**
 * Starts nginx with the documented cache configuration in front of a server.
 *
 * @param folder - An empty folder for its files.
 */
export async function startNginx(folder: string, server: string): Promise<RunningCache> {
  const port = await freePort();
  mkdirSync(join(folder, 'cache'));
  const read = (name: string) => readFileSync(join(configurations, name), 'utf8');
  const cache = read('nginx-cache.conf').replace('/var/cache/svc-reader', join(folder, 'cache'));
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
  const args = ['-p', folder, '-c', config, '-e', join(folder, 'error.log')];
  return startCache('nginx', args, port);
}
