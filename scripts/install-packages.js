import { spawnSync } from 'node:child_process';
import { findProgram } from './find-program.js';

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
