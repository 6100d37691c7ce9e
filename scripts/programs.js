import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { spawnSync } from 'node:child_process';

/**
 * Returns the path of the first named program found on the PATH.
 *
 * @returns {string | undefined}
 */
export function findProgram(...names) {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return folders.flatMap((folder) => names.map((name) => join(folder, name))).find(isExecutable);
}

/**
 * Returns the program that an environment variable names, or null if it is unset.
 *
 * @returns {string | null}
 * @throws {Error} The variable names no executable.
 */
export function programFromEnvironment(variable) {
  const chosen = process.env[variable];
  if (!chosen) return null;
  if (isExecutable(chosen)) return chosen;
  throw new Error(`${variable} must be the path of an executable, got ${chosen}.`);
}

function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * Installs system packages if possible, that is, on Debian as root. Prints to standard error only.
 */
export function installPackages(...packages) {
  if (process.getuid?.() !== 0 || !findProgram('apt-get')) return;
  console.error(`Installing ${packages.join(', ')} (once) …`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  for (const args of [
    ['update', '-qq'],
    ['install', '-y', '-qq', ...packages],
  ]) {
    // Another suite may be installing packages at the same time.
    spawnSync('apt-get', ['-o', 'DPkg::Lock::Timeout=300', ...args], {
      env,
      stdio: ['ignore', 'ignore', 2],
    });
  }
}
