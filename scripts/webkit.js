// Finds WebKitGTK for the component's tests, or installs it, and runs its driver.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import { createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { findProgram, installPackages } from './programs.js';

/**
 * What a run needs: the driver, the browser that it drives, and a screen without a monitor; null
 * where they are not to be had.
 *
 * @returns {{ driver: string; browser: string; screen: string } | null}
 */
export function findWebkitPrograms() {
  // The dictionary is what WebKitGTK hyphenates English with.
  const packages = ['webkit2gtk-driver', 'xvfb', 'hyphen-en-us'];
  return find() ?? (installPackages(...packages), find());
}

/** Why there are no tests in WebKit here; null when there are. */
export function webkitMissingReason() {
  return findWebkitPrograms()
    ? null
    : 'WebKitGTK is not installed (apt-get install webkit2gtk-driver xvfb hyphen-en-us)';
}

/**
 * Starts the driver on a screen of its own. Both end, with every browser they opened, when `stop` is
 * called or when this process ends, however it does.
 *
 * @returns {Promise<{ browser: string; port: number; stop: () => void }>}
 */
export async function startWebkitDriver() {
  const programs = findWebkitPrograms();
  if (!programs) throw new Error(webkitMissingReason() ?? '');
  const port = await freePort();
  const child = spawn('sh', ['-c', script, 'sh', programs.screen, programs.driver, String(port)], {
    // A process group of its own, which is what the script ends.
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
    env: {
      ...process.env,
      // Its sandbox needs rights that a container lacks; it shows our own pages only.
      WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
      // Composed by the processor it takes twice the time, and its driver has crashed.
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

/** The pipe to this process closes when it ends, also when it is killed. */
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
  throw new Error(`WebKit’s driver ended with ${child.exitCode}.`);
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
  // The last is the one with the newest interface.
  const browser = globSync('/usr/lib/*/webkit2gtk-4.*/MiniBrowser').sort().at(-1);
  return driver && screen && browser ? { driver, browser, screen } : null;
}
