// npm run site-builders: builds Next, Nuxt, SvelteKit and Astro sites with the packed element, in
// fresh folders.
// Downloads several hundred megabytes, so `npm test` does not run it. To build only some sites,
// pass their names as arguments.
import { spawnSync } from 'node:child_process';
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { environment, root, run } from './setup.js';

/** The built page of each site. It must contain the tag even though the servers have no DOM. */
const pages = {
  next: '.next/server/app/index.html',
  nuxt: '.output/public/index.html',
  sveltekit: 'build/index.html',
  astro: 'dist/index.html',
};

const wanted = process.argv.slice(2);
run('scripts/pack.js');
const [archive] = globSync('packages/svc-reader-[0-9]*.tgz', { cwd: root }).toSorted().slice(-1);

for (const [name, page] of Object.entries(pages)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  const folder = mkdtempSync(join(tmpdir(), `svc-${name}-`));
  cpSync(join(root, 'test/site-builders', name), folder, { recursive: true });
  const commands = [
    ['npm', 'install', '--no-audit', '--no-fund', '--loglevel=error', join(root, archive)],
    ['npm', 'run', 'build'],
  ];
  const failed = commands.find(([program, ...args]) => {
    const env = { ...environment, NEXT_TELEMETRY_DISABLED: '1', ASTRO_TELEMETRY_DISABLED: '1' };
    return spawnSync(program, args, { cwd: folder, env, stdio: ['ignore', 2, 2] }).status !== 0;
  });
  const isRendered = !failed && readFileSync(join(folder, page), 'utf8').includes('<svc-reader');
  console.log(`${isRendered ? '✔' : '✘'} a ${name} site`);
  if (!isRendered) process.exitCode = 1;
  rmSync(folder, { recursive: true });
}
