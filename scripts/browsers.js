// Finds or installs Chromium for tests and benchmarks, and Firefox for the component's tests.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from 'playwright';
import { programFromEnvironment, findProgram, installPackages } from './programs.js';
import { environment, root } from './setup.js';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'msedge'];

/** No background traffic and no sandbox: tests load only local pages, also as root. */
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
 * The Chromium executable: `CHROME_PATH`, Playwright's, one on the PATH, or a newly installed one.
 *
 * @throws {Error} None was found or installed.
 *
 * @returns {string}
 */
export function chromiumPath() {
  const chosen = programFromEnvironment('CHROME_PATH');
  if (chosen) return chosen;
  const found = find() ?? (installOwn(), find()) ?? (installPackages('chromium'), find());
  if (found) return found;
  throw new Error('Chromium was not found. Install it, or set CHROME_PATH to its executable.');
}

function find() {
  const own = chromium.executablePath();
  if (own && existsSync(own)) return own;
  return findProgram(...names);
}

function installOwn() {
  console.error('Chromium was not found. Installing it with Playwright (once) …');
  spawnSync('playwright', ['install', 'chromium'], {
    cwd: root,
    env: environment,
    stdio: 'ignore',
    timeout: 120_000,
  });
}

/**
 * The Firefox executable: `FIREFOX_PATH`, one on the PATH, or Debian's package, installed now; null if unavailable.
 *
 * @returns {string | null}
 */
export function firefoxPath() {
  const find = () =>
    programFromEnvironment('FIREFOX_PATH') ?? findProgram('firefox', 'firefox-esr');
  return find() ?? (installPackages('firefox-esr'), find()) ?? null;
}

/** The reason why the Firefox tests are skipped; null if they run. */
export function firefoxMissingReason() {
  return firefoxPath()
    ? null
    : 'Firefox is not installed. Install it, or set FIREFOX_PATH to its executable';
}
