import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, type Page } from 'playwright/test';
import { buildEpub } from '../server/epub/fixtures/build-epub.ts';
import { narratedBook } from '../server/epub/fixtures/narrated-book.ts';
import { documentedPolicy } from './documented-policy.ts';
import { createPublishableKey } from './sites/third-party-site.ts';

let book = '';

test.beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'svc-policy-'));
  const file = join(folder, 'spoken.epub');
  await writeFile(file, await buildEpub(narratedBook()));
  const printed = execFileSync(
    process.execPath,
    ['server/cli.js', 'import', '--public', file, '--json'],
    {
      cwd: join(import.meta.dirname, '../..'),
      env: { ...process.env, SVC_DATA: process.env.SVC_E2E_DATA },
      encoding: 'utf8',
    },
  );
  book = /bk_\w+/.exec(printed)?.[0] ?? '';
  await rm(folder, { recursive: true });
});

/** Opens a page with this policy and starts read-aloud. */
async function startReadAloud(page: Page, baseURL: string, policy: string): Promise<string[]> {
  const faults: string[] = [];
  page.on('console', (line) => /polic/i.test(line.text()) && faults.push(line.text()));
  const address = `${baseURL}/spoken`;
  await page.route(address, (route) =>
    route.fulfill({
      contentType: 'text/html',
      headers: { 'Content-Security-Policy': policy },
      body: `<!doctype html><html lang="en"><title>Spoken</title>
        <svc-reader book="${book}" key="${createPublishableKey(baseURL)}"></svc-reader>
        <script type="module" src="/svc-reader.js"></script></html>`,
    }),
  );
  await page.goto(address);
  const reader = page.locator('svc-reader');
  await reader.getByRole('button', { name: 'More' }).click();
  await reader.getByRole('menuitem', { name: 'Read aloud' }).click();
  return faults;
}

test('a recording plays under the documented policy', async ({ page, baseURL }) => {
  const sound = page.waitForResponse(/one\.wav/);
  const faults = await startReadAloud(page, String(baseURL), documentedPolicy(String(baseURL)));
  expect((await sound).ok()).toBe(true);
  expect(faults).toEqual([]);
});

test('if a policy blocks audio, the player shows the reason', async ({ page, baseURL }) => {
  await startReadAloud(
    page,
    String(baseURL),
    documentedPolicy(String(baseURL)).replace('media-src', 'frame-src'),
  );
  await expect(page.locator('svc-reader')).toContainText('doesn’t allow audio playback');
});
