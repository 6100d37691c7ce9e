// Runs under whatever Node is on the PATH, before anything is installed: plain JavaScript, no imports but Node's own.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));

/** Node 24, as the lock file pins it. */
export const node = join(root, 'node_modules/.bin/node');

/** Environment for the project's own programs: its pinned tools come first; what is read is read once. */
export const environment = {
  NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/compiled'),
  ...process.env,
  PATH: `${join(root, 'node_modules/.bin')}:${process.env.PATH}`,
};

/** Installs the packages of a folder's lock file when `node_modules` does not match it. Talks on standard error only. */
export function install(folder = root) {
  if (isInstalled(folder)) return;
  console.error('Installing packages (once) …');
  // Not `npm ci`: it refuses a lock file that was made where other platforms' packages are not to be had.
  const args = ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error'];
  // A connection that says nothing more is begun anew, not waited for as long as npm would.
  args.push('--fetch-timeout=60000', '--fetch-retries=4');
  const { status } = spawnSync('npm', args, { cwd: folder, stdio: ['ignore', 2, 2] });
  if (status !== 0) {
    console.error('npm install failed: check the network and try again.');
    process.exit(1);
  }
}

/** Runs a script of the project on its own Node and ends with it when it fails. */
export function run(...args) {
  const { status } = spawnSync(node, args, { cwd: root, env: environment, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}

/** npm keeps a copy of what it installed; packages for other platforms are missing there. */
function isInstalled(folder) {
  const installed = join(folder, 'node_modules/.package-lock.json');
  if (!existsSync(installed) || !existsSync(node)) return false;
  const have = JSON.parse(readFileSync(installed, 'utf8')).packages;
  const want = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')).packages;
  return Object.entries(want).every(
    ([path, entry]) =>
      path === '' || (have[path] ? have[path].version === entry.version : entry.optional),
  );
}

if (import.meta.main ?? process.argv[1] === fileURLToPath(import.meta.url)) install();
