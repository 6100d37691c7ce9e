// Runs on any Node version before packages are installed. Must be plain JavaScript and import only
// Node's modules.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));

const nodeMajor = 24;

/** Node 24, in the version that the lock file specifies. */
export const node = join(root, 'node_modules/.bin/node');

/**
 * Environment for the project's programs. Puts the installed tools first on the PATH and caches
 * compiled code.
 */
export const environment = {
  NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/compiled'),
  ...process.env,
  PATH: `${join(root, 'node_modules/.bin')}:${process.env.PATH}`,
};

/**
 * Installs the packages in a folder's lock file if `node_modules` does not match it. Prints to
 * standard error only.
 */
export function install(folder = root) {
  if (isInstalled(folder)) return;
  console.error('Installing packages (once) …');
  // Not `npm ci`, which rejects a lock file written where packages for other platforms were
  // unavailable.
  const args = ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error'];
  // Retry a stalled connection sooner than npm does by default.
  args.push('--fetch-timeout=60000', '--fetch-retries=4');
  const runNpm = (env) => {
    const { status } = spawnSync('npm', args, { cwd: folder, stdio: ['ignore', 2, 2], env });
    if (status === 0) return;
    console.error('npm install failed. Check the network and try again.');
    process.exit(1);
  };
  runNpm(process.env);
  // On an older Node, npm omits the native parts of packages that need a newer one. It adds them
  // when it runs on the Node that it has just installed.
  if (Number.parseInt(process.versions.node) < nodeMajor) runNpm(environment);
}

/** Runs a script on the project's Node and exits with its status if it fails. */
export function run(...args) {
  const { status } = spawnSync(node, args, { cwd: root, env: environment, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}

/**
 * Compares the lock file with npm's record of installed packages, which omits those for other
 * platforms.
 */
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
