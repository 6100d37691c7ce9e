import { spawnSync } from 'node:child_process';
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'playwright/test';
import { run } from '../../scripts/setup.js';
import { startFolderSite } from '../e2e/sites/folder-site.ts';
import {
  buyThrough,
  createSellingPublisher,
  type SellingPublisher,
} from '../e2e/selling-publisher.ts';

const root = join(import.meta.dirname, '../..');

interface Site {
  /** Folder of the built site. */
  output: string;
  /** Pages in that folder. */
  pages: string[];
  /** Whether the pages contain the element before scripts run. */
  isPrerendered: boolean;
}

const index = { pages: ['index.html'], isPrerendered: true };
const sites: Record<string, Site> = {
  next: { output: 'out', ...index },
  nuxt: { output: '.output/public', ...index },
  sveltekit: { output: 'build', ...index },
  astro: { output: 'dist', ...index },
  vite: {
    output: 'dist',
    pages: ['react.html', 'vue.html', 'svelte.html'],
    isPrerendered: false,
  },
};

let archive = '';
test.beforeAll(() => {
  run('scripts/pack.js');
  const archives = globSync('packages/svc-reader-[0-9]*.tgz', { cwd: root });
  archive = join(root, archives.toSorted().at(-1) ?? '');
});

for (const [name, { output, pages, isPrerendered }] of Object.entries(sites)) {
  test(`the ${name} site builds, opens the book, turns pages and sells`, async ({
    browser,
    request,
    baseURL,
  }) => {
    const server = baseURL ?? '';
    const folder = mkdtempSync(join(tmpdir(), `svc-${name}-`));
    const site = await startFolderSite(join(folder, output));
    const publisher = await createSellingPublisher(request, server, name, [site.origin]);
    cpSync(join(import.meta.dirname, 'sites', name), folder, { recursive: true });
    fillIn(folder, server, publisher);
    build(folder, archive);

    for (const path of pages) {
      const html = readFileSync(join(folder, output, path), 'utf8');
      expect(html.includes('<svc-reader')).toBe(isPrerendered);
      // Another visitor, because a returning one continues on the last page.
      const page = await browser.newPage();
      await page.goto(`${site.origin}/${path === 'index.html' ? '' : path}`);
      const reader = page.locator('svc-reader');
      const text = reader.getByText('The whale surfaced').filter({ visible: true }).first();
      await expect(text).toBeVisible();
      expect((await reader.boundingBox())?.height).toBeGreaterThan(400);
      await page.getByRole('button', { name: /^Next \(0/ }).click();
      await expect(page.getByRole('button', { name: /^Next \((?!0\))/ })).toBeVisible();
      await buyThrough(page, publisher, reader);
      await page.close();
    }
    await site.close();
    rmSync(folder, { recursive: true });
  });
}

/** Replaces the example values in a site's source files. */
function fillIn(folder: string, server: string, { book, key, affiliate }: SellingPublisher): void {
  for (const file of globSync('**/*.{tsx,vue,svelte,astro}', { cwd: folder })) {
    const path = join(folder, file);
    const source = readFileSync(path, 'utf8')
      .replaceAll('https://books.example', server)
      .replaceAll('svc_pro_pub', key)
      .replaceAll('bk_01KAJ0Q1V4T2M8Y6ZP3W5X7E9R', book)
      .replaceAll('affiliate="blog"', `affiliate="${affiliate}"`);
    writeFileSync(path, source);
  }
}

/** Installs the site's packages and the packed element, and builds the site. */
function build(folder: string, element: string): void {
  const commands = [
    ['install', '--no-audit', '--no-fund', '--loglevel=error', element],
    ['run', 'build'],
  ];
  const env = { ...process.env, NEXT_TELEMETRY_DISABLED: '1', ASTRO_TELEMETRY_DISABLED: '1' };
  for (const command of commands) {
    const { status, stdout, stderr } = spawnSync('npm', command, {
      cwd: folder,
      env,
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(`npm ${command.join(' ')} failed:\n${stdout}\n${stderr}`);
  }
}
