import { spawnSync } from 'node:child_process';
import { startNginx } from './nginx.ts';
import type { RunningCache } from './start-cache.ts';
import { startVarnish } from './varnish.ts';

export interface Cache {
  /** Reason why it is not available, or null if it is. */
  missing: string | null;
  /** @param folder - An empty folder for its files. */
  start(folder: string, server: string): Promise<RunningCache>;
}

/** Caches with a configuration in deploy/. */
export const caches: Record<string, Cache> = {
  nginx: { missing: missing('nginx', '-v', 'nginx'), start: startNginx },
  varnish: { missing: missing('varnishd', '-V', 'varnish'), start: startVarnish },
};

function missing(program: string, versionOption: string, packageName: string): string | null {
  return spawnSync(program, [versionOption]).status === 0
    ? null
    : `${program} is not installed here (apt-get install ${packageName})`;
}
