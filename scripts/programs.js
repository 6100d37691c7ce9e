import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { spawnSync } from 'node:child_process';

/**
 * The first of the names that is a program on the PATH.
 *
 * @returns {string | undefined}
 */
export function findProgram(...names) {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return folders.flatMap((folder) => names.map((name) => join(folder, name))).find(isExecutable);
}

/** @returns {string | null} What the variable names, which must be a program then. */
export function programFromEnvironment(variable) {
  const chosen = process.env[variable];
  if (!chosen) return null;
  if (isExecutable(chosen)) return chosen;
  throw new Error(`${variable} is ${chosen}, which cannot be run.`);
}

function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Installs the system's packages where that is possible: on Debian, as root. Talks on standard error only. */
export function installPackages(...packages) {
  if (process.getuid?.() !== 0 || !findProgram('apt-get')) return;
  console.error(`Installing ${packages.join(', ')} (once) …`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  for (const args of [
    ['update', '-qq'],
    ['install', '-y', '-qq', ...packages],
  ]) {
    // Another process of the run may be installing something.
    spawnSync('apt-get', ['-o', 'DPkg::Lock::Timeout=300', ...args], {
      env,
      stdio: ['ignore', 'ignore', 2],
    });
  }
}
