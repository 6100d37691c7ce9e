// Finds or installs WebKitGTK for the component's tests and runs its driver.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import { createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { findProgram, installPackages } from './programs.js';

/**
 * Returns the programs that the tests need (driver, browser and virtual display), or null if they
 * are unavailable.
 *
 * @returns {{ driver: string; browser: string; screen: string } | null}
 */
function findWebkitPrograms() {
  // WebKitGTK needs the dictionary to hyphenate English.
  const packages = ['webkit2gtk-driver', 'xvfb', 'hyphen-en-us'];
  return find() ?? (installPackages(...packages), find());
}

/** Returns why the WebKit tests are skipped, or null if they run. */
export function webkitMissingReason() {
  return findWebkitPrograms()
    ? null
    : 'WebKitGTK is not installed (apt-get install webkit2gtk-driver xvfb hyphen-en-us)';
}

/**
 * Starts the driver on a virtual display. Both end, together with every browser that they started,
 * when `stop` is called or this process ends for any reason.
 *
 * @returns {Promise<{ browser: string; port: number; stop: () => void }>}
 */
export async function startWebkitDriver() {
  const programs = findWebkitPrograms();
  if (!programs) throw new Error(webkitMissingReason() ?? '');
  const port = await freePort();
  const child = spawn('sh', ['-c', script, 'sh', programs.screen, programs.driver, String(port)], {
    // A separate process group, which the script kills.
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
    env: {
      ...process.env,
      // The sandbox needs privileges that containers lack, and tests load only local pages.
      WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
      // Software compositing doubles the run time and has crashed the driver.
      WEBKIT_DISABLE_COMPOSITING_MODE: '1',
    },
  });
  const ended = once(child, 'exit');
  await waitForDriver(port, child);
  return {
    browser: programs.browser,
    port,
    async stop() {
      child.stdin.end();
      await ended;
    },
  };
}

/** Kills the process group when its standard input closes, that is, when this process ends. */
const script = `
  shown=$(mktemp -d)
  mkfifo "$shown/number"
  "$1" -displayfd 3 -screen 0 1280x1024x24 -nolisten tcp 3>"$shown/number" &
  read -r number <"$shown/number"
  rm -r "$shown"
  DISPLAY=":$number" "$2" --port="$3" &
  cat >/dev/null
  kill -KILL 0
`;

async function waitForDriver(port, child) {
  while (child.exitCode === null) {
    const answer = await fetch(`http://127.0.0.1:${port}/status`).catch(() => null);
    if (answer?.ok) return;
    await delay(50);
  }
  throw new Error(`The WebKit driver exited with code ${child.exitCode}.`);
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}

function find() {
  const driver = findProgram('WebKitWebDriver');
  const screen = findProgram('Xvfb');
  // The last path has the newest API version.
  const browser = globSync('/usr/lib/*/webkit2gtk-4.*/MiniBrowser').sort().at(-1);
  return driver && screen && browser ? { driver, browser, screen } : null;
}
