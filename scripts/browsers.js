// Finds or installs Chromium for tests and benchmarks, and Firefox for the component's tests.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from 'playwright';
import { programFromEnvironment, findProgram, installPackages } from './programs.js';
import { environment, root } from './setup.js';

const shell = 'chromium-headless-shell';
const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'msedge'];

/**
 * Pages of the address bar. Chromium would load their 600 scripts for every window, which takes as
 * much processor time as a short test.
 */
const addressBarFeatures = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'WebUIOmniboxFullPopup'];

/** Features that Playwright disables. Chromium uses only the last list, which is the one below. */
const playwrightFeatures = [
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
];

/**
 * Disables background traffic, and also the sandbox because tests load only local pages and may run
 * as root.
 */
export function chromiumFlags() {
  return [
    `--disable-features=${[...addressBarFeatures, ...playwrightFeatures].join()}`,
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
 * Returns the Chromium executable from `CHROME_PATH`, Playwright or the PATH, or a newly installed
 * one.
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

/**
 * Returns Chromium's headless shell, or Chromium if the shell is not installed. The shell has no
 * browser window, whose scripts take a fifth of the processor time of short tests. It does not
 * intercept requests of windows that links open, and sends no beacons of pages that are closed.
 *
 * @throws {Error} None was found or installed.
 *
 * @returns {string}
 */
export function headlessChromiumPath() {
  return programFromEnvironment('CHROME_PATH') ?? findProgram(shell) ?? chromiumPath();
}

/** Installs Debian's package of the headless shell, if possible. */
export function installHeadlessShell() {
  if (!programFromEnvironment('CHROME_PATH') && !findProgram(shell)) installPackages(shell);
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
 * Returns the Firefox executable from `FIREFOX_PATH`, the PATH or Debian's package, which is
 * installed if needed. Returns null if it is unavailable.
 *
 * @returns {string | null}
 */
export function firefoxPath() {
  const find = () =>
    programFromEnvironment('FIREFOX_PATH') ?? findProgram('firefox', 'firefox-esr');
  return find() ?? (installPackages('firefox-esr'), find()) ?? null;
}

/** Returns why the Firefox tests are skipped, or null if they run. */
export function firefoxMissingReason() {
  return firefoxPath()
    ? null
    : 'Firefox is not installed. Install it, or set FIREFOX_PATH to its executable';
}
