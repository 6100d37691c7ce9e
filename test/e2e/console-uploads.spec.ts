import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page, test } from 'playwright/test';
import { buildEpub } from '../server/epub/fixtures/build-epub.ts';
import { type ConsoleServer, startConsoleServer } from './console-server.ts';
import { visitConsole } from './console-visit.ts';

/** One file in six is broken, and one in six is a copy. */
const total = Number(process.env.SVC_E2E_UPLOADS ?? 12);

/** Size of the large file, just below the limit with `SVC_E2E_UPLOAD_MB=99`. */
const largeBytes = Number(process.env.SVC_E2E_UPLOAD_MB ?? 20) * 1_000_000;
/** Requests of an upload: one for each file, and one for each part of a file. */
const startUrl = /\/uploads$/;
const partUrl = /\/uploads\/[^/]+\/parts\/\d+$/;

/** Bytes that the server may need in addition. Imports hold the file and its resources. */
const maxGrowth = 150_000_000 + 5 * largeBytes;

let server: ConsoleServer;

test.beforeAll(async () => {
  server = await startConsoleServer();
});

test.afterAll(async () => {
  await server.stop();
});

/** Holds a page's requests after a number of them, so that some are unfinished at a time. */
async function holdRequests(page: Page, url: RegExp, allowed: number) {
  const held: (() => void)[] = [];
  const gate = {
    sent: 0,
    /** Sends the held requests and `more` further ones. */
    allow(more: number) {
      allowed += more;
      for (const send of held.splice(0)) send();
    },
  };
  await page.route(url, async (route) => {
    if (route.request().method() === 'GET') return route.continue();
    while (gate.sent >= allowed) await new Promise<void>((resolve) => held.push(resolve));
    gate.sent += 1;
    // A reload of the page aborts held requests.
    await route.continue().catch(() => {});
  });
  return gate;
}

test('every file of a queue has one outcome after a reload of the page and a crash of the server', async ({
  page,
}) => {
  test.setTimeout(600_000 + total * 3_000);
  const visit = await visitConsole(page, server);
  const epub = 'application/epub+zip';
  const files = [];
  for (let index = 0; index < total; index += 1) {
    const kind = index % 6;
    const name = `file-${index}.epub`;
    const title = `Book ${kind === 5 ? index - 1 : index}`;
    const identifier = `urn:example:${title}`;
    const buffer =
      kind === 0
        ? Buffer.from(`%PDF-1.7 ${index}`)
        : Buffer.from(await buildEpub({ metadata: { title, identifier } }));
    files.push({ name, mimeType: epub, buffer });
  }
  const copies = files.filter((_, index) => index % 6 === 5).length;
  const broken = files.filter((_, index) => index % 6 === 0).length;
  const list = page.locator('.uploads');
  const finished = async () => {
    const progress = await page.locator('#uploads-title + span').innerText();
    return Number(/[\d,]+/.exec(progress)?.[0].replace(',', ''));
  };

  await page.goto(`${server.url}/console/a/${visit.accountId}/books`);
  const gate = await holdRequests(page, startUrl, (total * 2) / 3);
  await page.getByLabel('Upload books').setInputFiles(files);
  await expect.poll(finished).toBeGreaterThanOrEqual(total / 6);
  await page.reload();
  // Includes files that finished before the reload.
  await expect.poll(finished).toBeGreaterThanOrEqual(total / 6);
  await expect.poll(finished).toBeGreaterThanOrEqual(total / 3);
  expect(await finished()).toBeLessThan(total);
  gate.allow(Infinity);
  await server.crash();
  await expect.poll(finished, { timeout: 60_000 + total * 2_000 }).toBe(total);
  await expect(list.locator('.failed')).toHaveCount(broken);
  await expect(list.locator('.failed').first()).toContainText('PDF');

  const titles: string[] = [];
  let cursor = '';
  do {
    const query = cursor && `?cursor=${encodeURIComponent(cursor)}`;
    const url = `${server.url}/console/api/accounts/${visit.accountId}/books${query}`;
    const response = await page.request.get(url);
    expect(response.ok(), await response.text()).toBe(true);
    const { data, nextCursor } = await response.json();
    titles.push(...data.map(({ title }: { title: string }) => title));
    cursor = nextCursor ?? '';
  } while (cursor);
  expect(titles).toHaveLength(total - broken - copies);
  expect(new Set(titles).size).toBe(titles.length);

  const heap = await page.evaluate(() => Reflect.get(performance, 'memory')?.usedJSHeapSize);
  const mb = (bytes: number) => `${Math.round(bytes / 1e6)} MB`;
  console.log(`${total} files: page ${mb(heap)}, server ${mb(server.memory())}`);
  await page.reload();
  await expect(list.locator('.failed')).toHaveCount(broken);
  await page.getByRole('button', { name: 'Clear finished' }).click();
  await expect(list).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Books', level: 1 })).toBeVisible();
  await expect(list).toHaveCount(0);
});

test('a large file is uploaded once after a reload of the page and a crash of the server', async ({
  browser,
}) => {
  const large = await startConsoleServer();
  const folder = mkdtempSync(join(tmpdir(), 'svc-large-'));
  try {
    const page = await browser.newPage();
    const visit = await visitConsole(page, large);
    const videos = Object.fromEntries(
      Array.from({ length: 10 }, (_, index) => [
        `video-${index}.mp4`,
        randomBytes((largeBytes - 20_000) / 10),
      ]),
    );
    const chapters = Object.keys(videos).map((name) => `<video src="${name}"></video><p>One.</p>`);
    const path = join(folder, 'large.epub');
    const epub = await buildEpub({ metadata: { title: 'Film' }, chapters, files: videos });
    writeFileSync(path, epub);
    await page.goto(`${large.url}/console/a/${visit.accountId}/books`);
    let peak = large.memory();
    const start = peak;
    const watch = setInterval(() => (peak = Math.max(peak, large.memory())), 20);
    const parts = await holdRequests(page, partUrl, 4);
    const startMs = performance.now();
    await page.getByLabel('Upload books').setInputFiles(path);
    await expect.poll(() => parts.sent).toBe(4);
    await page.reload();
    parts.allow(4);
    await expect.poll(() => parts.sent).toBe(8);
    parts.allow(Infinity);
    clearInterval(watch);
    await large.crash();
    const watchNext = setInterval(() => (peak = Math.max(peak, large.memory())), 20);
    await expect(page.locator('tbody').getByText('Film')).toBeVisible({ timeout: 200_000 });
    clearInterval(watchNext);
    const seconds = (performance.now() - startMs) / 1000;
    const mb = (bytes: number) => `${Math.round(bytes / 1e6)} MB`;
    console.log(
      `${mb(epub.length)} in ${seconds.toFixed(1)} s and ${parts.sent} requests: server ${mb(start)} before, at most ${mb(peak)}`,
    );
    // Stored parts are not sent again.
    expect(parts.sent).toBeLessThanOrEqual(Math.ceil(epub.length / (2 * 1024 * 1024)) + 12);
    expect(peak - start).toBeLessThan(maxGrowth);
  } finally {
    rmSync(folder, { recursive: true, force: true });
    await large.stop();
  }
});
