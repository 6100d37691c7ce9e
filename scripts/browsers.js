// Finds a Chromium for the tests and benches, or installs one.
// Finds a Firefox for the component's tests, or installs one.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from 'playwright';
import { programFromEnvironment, findProgram, installPackages } from './programs.js';
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
    '--autoplay-policy=no-user-gesture-required',
  ];
}

/**
 * The executable: `CHROME_PATH`, Playwright's own, one on the PATH, or one installed now.
 *
 * @returns {string}
 */
export function chromiumPath() {
  const chosen = programFromEnvironment('CHROME_PATH');
  if (chosen) return chosen;
  const found = find() ?? (installOwn(), find()) ?? (installPackages('chromium'), find());
  if (found) return found;
  throw new Error('There is no Chromium: install one, or set CHROME_PATH to its executable.');
}

function find() {
  const own = chromium.executablePath();
  if (own && existsSync(own)) return own;
  return findProgram(...names);
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

/**
 * The executable: `FIREFOX_PATH`, one on the PATH, or Debian's, installed now; null where there is none.
 *
 * @returns {string | null}
 */
export function firefoxPath() {
  const find = () =>
    programFromEnvironment('FIREFOX_PATH') ?? findProgram('firefox', 'firefox-esr');
  return find() ?? (installPackages('firefox-esr'), find()) ?? null;
}

/** Why there are no tests in Firefox here; null when there are. */
export function firefoxMissingReason() {
  return firefoxPath()
    ? null
    : 'Firefox is not installed: install one, or set FIREFOX_PATH to its executable';
}
