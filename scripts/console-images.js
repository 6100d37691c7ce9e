// Takes the screenshots of the console in docs/images from the demo's sample data, in light and
// dark.
//
// node scripts/console-images.js [name …]   only the pictures with these names
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { chromium } from 'playwright';
import sharp from 'sharp';
import { chromiumFlags, chromiumPath } from './browsers.js';
import { environment, node, root } from './setup.js';

/**
 * Pictures by name. `path` is the page's path below the account's. `prepare` runs before the
 * picture is taken. Pages that the console does not have are skipped.
 *
 * @type {Record<string, { path: string, prepare?: (page: import('playwright').Page) =>
 * Promise<unknown> }>}
 */
const pictures = {
  books: { path: 'books' },
  book: {
    path: 'books',
    prepare: async (page) => {
      const main = page.getByRole('main');
      await main.getByRole('link', { name: 'The Lamplighter’s Daughter' }).click();
      await page.getByRole('heading', { level: 1, name: 'The Lamplighter’s Daughter' }).waitFor();
      await page.getByLabel('Share of the book').scrollIntoViewIfNeeded();
    },
  },
  analytics: { path: 'analytics' },
  sales: { path: 'sales' },
  appearance: {
    path: 'appearance',
    prepare: (page) => page.getByRole('main').getByRole('link', { name: 'Website' }).click(),
  },
  webhooks: { path: 'webhooks' },
};

const size = { width: 1280, height: 800 };
const sampleEmail = 'demo@example.com';

const chosen = process.argv.slice(2);
const unknown = chosen.filter((name) => !Object.hasOwn(pictures, name));
if (unknown.length > 0) {
  console.error(
    `No picture is named ${unknown.join(', ')}. Names: ${Object.keys(pictures).join(', ')}.`,
  );
  process.exit(2);
}

const folder = mkdtempSync(join(tmpdir(), 'svc-images-'));
const port = await freePort();
const origin = `http://127.0.0.1:${port}`;
const server = spawn(node, ['demo/start.ts'], {
  cwd: root,
  env: { ...environment, PORT: String(port), SVC_DATA: folder, LOG_LEVEL: 'error' },
  stdio: ['ignore', 'ignore', 'inherit'],
});
try {
  await untilFilled();
  const executablePath = chromiumPath();
  const browser = await chromium.launch({ executablePath, args: chromiumFlags() });
  try {
    await takePictures(browser);
  } finally {
    await browser.close();
  }
} finally {
  const ended = once(server, 'exit');
  server.kill('SIGTERM');
  await ended;
  rmSync(folder, { recursive: true, force: true });
}

/** @param {import('playwright').Browser} browser */
async function takePictures(browser) {
  const context = await browser.newContext({
    viewport: size,
    locale: 'en-GB',
    reducedMotion: 'reduce',
    baseURL: origin,
  });
  const accountId = await signIn(context);
  const page = await context.newPage();
  for (const [name, { path, prepare }] of Object.entries(pictures)) {
    if (chosen.length > 0 && !chosen.includes(name)) continue;
    for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
      await page.emulateMedia({ colorScheme });
      await page.goto(`/console/a/${accountId}/${path}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await settle(page);
      if ((await page.title()).startsWith('Not found') || (await isMissing(page))) {
        console.log(`${name}: the console has no page ${path}`);
        break;
      }
      await prepare?.(page);
      await settle(page);
      const picture = await page.screenshot();
      const file = join(root, `docs/images/console-${name}-${colorScheme}.webp`);
      const { size: bytes } = await sharp(picture).webp({ quality: 78, effort: 6 }).toFile(file);
      console.log(`${file.slice(root.length)}: ${Math.round(bytes / 1024)} kB`);
    }
  }
}

/** @param {import('playwright').Page} page */
async function isMissing(page) {
  return (
    (await page.getByRole('link', { name: 'Home', exact: true, includeHidden: true }).count()) === 0
  );
}

/** Waits until nothing is loading. @param {import('playwright').Page} page */
async function settle(page) {
  await page.waitForLoadState('load');
  await page.locator('.loading').first().waitFor({ state: 'detached' });
  // Does not wait until the network is idle, because readers in previews keep a connection open.
  await delay(1500);
}

/** @param {import('playwright').BrowserContext} context */
async function signIn({ request }) {
  const { consolePassword: password } = JSON.parse(readFileSync(join(folder, 'demo.json'), 'utf8'));
  const headers = { Origin: origin };
  const data = { email: sampleEmail, password };
  const response = await request.post('/console/api/sign-in', { data, headers });
  if (!response.ok()) throw new Error(`The sign-in failed: ${await response.text()}`);
  const session = await (await request.get('/console/api/session')).json();
  return session.data.accounts[0].id;
}

/** Waits until the demo is ready and its sample data is stored. */
async function untilFilled() {
  for (let left = 600; left > 0; left -= 1) {
    await delay(200);
    if (server.exitCode !== null) throw new Error('The demo ended.');
    if (await hasSampleBooks()) return;
  }
  throw new Error('The demo stored no sample data within two minutes.');
}

async function hasSampleBooks() {
  try {
    const { secretKey } = JSON.parse(readFileSync(join(folder, 'demo.json'), 'utf8'));
    const headers = { Authorization: `Bearer ${secretKey}` };
    const response = await fetch(`${origin}/v1/books?q=Lamplighter`, { headers });
    return response.ok && (await response.json()).data.length > 0;
  } catch {
    return false;
  }
}

async function freePort() {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  if (typeof address !== 'object' || !address) throw new Error('No free port.');
  return address.port;
}
