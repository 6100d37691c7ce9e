// Finds a Chromium for the tests and benches, or installs one.
import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from 'playwright';
import { environment, root } from './setup.js';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'msedge'];

/** Quiet and without a sandbox: it shows our own pages only, also as root and on a closed network. */
export function chromiumFlags() {
  return [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--disable-dev-shm-usage',
  ];
}

/**
 * The executable: `CHROME_PATH`, Playwright's own, one on the PATH, or one installed now.
 *
 * @returns {string}
 */
export function chromiumPath() {
  const chosen = process.env.CHROME_PATH;
  if (chosen) {
    if (isExecutable(chosen)) return chosen;
    throw new Error(`CHROME_PATH is ${chosen}, which cannot be run.`);
  }
  const found = find() ?? (installOwn(), find()) ?? (installSystem(), find());
  if (found) return found;
  throw new Error('There is no Chromium: install one, or set CHROME_PATH to its executable.');
}

function find() {
  const own = chromium.executablePath();
  if (own && existsSync(own)) return own;
  const folders = (process.env.PATH ?? '').split(delimiter);
  return folders.flatMap((folder) => names.map((name) => join(folder, name))).find(isExecutable);
}

function installOwn() {
  console.error('No Chromium found; Playwright installs its own (once) …');
  spawnSync('playwright', ['install', 'chromium'], {
    cwd: root,
    env: environment,
    stdio: 'ignore',
    timeout: 120_000,
  });
}

function installSystem() {
  if (process.getuid?.() !== 0) return;
  console.error('Installing the system’s Chromium (once) …');
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  for (const args of [
    ['update', '-qq'],
    ['install', '-y', '-qq', 'chromium'],
  ]) {
    spawnSync('apt-get', args, { env, stdio: ['ignore', 2, 2] });
  }
}

function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
