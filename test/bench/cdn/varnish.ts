import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../../free-port.ts';
import { type RunningCache, startCache } from './start-cache.ts';

const vcl = join(import.meta.dirname, '../../../deploy/varnish.vcl');

/**
 * Starts Varnish with the documented configuration in front of a server.
 *
 * @param folder - An empty folder for its files.
 */
export async function startVarnish(folder: string, server: string): Promise<RunningCache> {
  const port = await freePort();
  const file = join(folder, 'varnish.vcl');
  const backend = `.port = "${new URL(server).port}"`;
  writeFileSync(file, readFileSync(vcl, 'utf8').replace('.port = "8787"', backend));
  const listen = ['-a', `127.0.0.1:${port}`, '-j', 'none', '-n', join(folder, 'work')];
  return startCache('varnishd', ['-F', '-f', file, ...listen, '-s', 'malloc,1g'], port);
}
