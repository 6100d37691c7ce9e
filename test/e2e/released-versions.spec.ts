import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, type Page } from 'playwright/test';
import {
  createPublishableKey,
  findDemoBook,
  startThirdPartySite,
  type ThirdPartySite,
} from './sites/third-party-site.ts';

const root = new URL('../..', import.meta.url).pathname;
const { version: current } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const released = execFileSync('git', ['tag', '--list', 'v*'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter((tag) => /^v\d+\.\d+\.\d+$/.test(tag))
  .map((tag) => tag.slice(1));

let site: ThirdPartySite;
let embed = '';

test.beforeAll(async ({ baseURL }) => {
  const server = baseURL ?? '';
  site = await startThirdPartySite();
  const key = createPublishableKey(site.origin);
  embed = `<svc-reader book="${await findDemoBook(server)}" key="${key}" style="display:block;height:500px"></svc-reader>`;
});
test.afterAll(() => site.close());

/**
 * Opens the book with a released version of the script, turns a page, and uses a control that loads
 * another chunk.
 */
async function readWith(page: Page, server: string, version: string): Promise<void> {
  const { data } = await (await page.request.get(`${server}/svc-reader.json`)).json();
  const { path, integrity } = data.find((one: { version: string }) => one.version === version);
  const scripts: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (/svc-reader.*\.js$/.test(pathname)) scripts.push(pathname);
  });
  const script = `<script type="module" src="${server}${path}" integrity="${integrity}" crossorigin></script>`;
  site.pages.set('/', `<!doctype html><html lang="en"><body>${embed}${script}</body></html>`);

  await page.goto(site.origin);
  const reader = page.locator('svc-reader');
  await expect(reader.getByRole('slider')).toBeVisible();
  await reader.getByRole('button', { name: 'Next page' }).click();
  await expect
    .poll(() => reader.evaluate((one) => Reflect.get(one, 'locator') !== null))
    .toBe(true);
  await reader.getByRole('button', { name: 'Contents' }).click();
  await expect(reader.getByRole('dialog', { name: 'Contents' })).toBeVisible();
  // No file comes from a newer build.
  expect(scripts.filter((one) => !one.startsWith(`/svc-reader@${version}`))).toEqual([]);
  expect(scripts.length).toBeGreaterThan(2);
}

test('the current version works under its permanent URL with its published hash', async ({
  page,
  baseURL,
}) => {
  await readWith(page, baseURL ?? '', current);
});

test('no version is released yet', () => {
  test.skip(released.length > 0, 'Each released version has a test of its own.');
  test.skip(true, 'No tag v1.2.3 exists, so there is no released version to open.');
});

for (const version of released) {
  test(`version ${version} works with the current server`, async ({ page, baseURL }) => {
    const archive = join(root, 'test/releases', `${version}.tgz`);
    expect(existsSync(archive), `${archive} is missing. See docs/background/releasing.md.`).toBe(
      true,
    );
    execFileSync(process.execPath, ['test/e2e/sites/publish-release.ts', archive, version], {
      cwd: root,
      env: { ...process.env, SVC_DATA: process.env.SVC_E2E_DATA },
    });
    await readWith(page, baseURL ?? '', version);
  });
}
