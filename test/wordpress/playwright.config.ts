import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'playwright/test';
import { chromiumFlags, chromiumPath } from '../../scripts/browsers.js';

const root = new URL('../..', import.meta.url).pathname;

// Commands use this data folder even if the developer has signed in to a server with `svc login`.
process.env.SVC_SERVER = 'local';
// Playwright loads this file again in every worker, so the first process chooses the values.
process.env.SVC_E2E_DATA ??= mkdtempSync(join(tmpdir(), 'svc-wordpress-data-'));
process.env.SVC_E2E_PORT ??= String(12_000 + (process.pid % 8_000));
process.env.SVC_WORDPRESS_DATA ??= mkdtempSync(join(tmpdir(), 'svc-wordpress-'));
process.env.SVC_WORDPRESS_PORT ??= String(22_000 + (process.pid % 8_000));
const server = `https://localhost:${process.env.SVC_E2E_PORT}`;
const site = `http://127.0.0.1:${process.env.SVC_WORDPRESS_PORT}`;
const gracefulShutdown = { signal: 'SIGTERM', timeout: 10_000 } as const;

/** Runs a real WordPress with the plugin, and the server on another origin. */
export default defineConfig({
  testDir: '.',
  outputDir: join(root, 'test-results'),
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_NAME ? [['list'], ['json']] : [['list']],
  workers: 1,
  timeout: 90_000,
  expect: { timeout: 30_000 },
  use: {
    baseURL: site,
    ignoreHTTPSErrors: true,
    locale: 'en-GB',
    actionTimeout: 30_000,
    navigationTimeout: 60_000,
    viewport: { width: 1280, height: 900 },
    launchOptions: { executablePath: chromiumPath(), args: chromiumFlags() },
  },
  webServer: [
    {
      command: 'node test/wordpress/start-server.ts',
      cwd: root,
      ignoreHTTPSErrors: true,
      url: `${server}/readyz`,
      timeout: 120_000,
      reuseExistingServer: true,
      stdout: 'ignore',
      gracefulShutdown,
      env: { SVC_DATA: process.env.SVC_E2E_DATA, LOG_LEVEL: 'warn' },
    },
    {
      command: 'node test/wordpress/start-site.ts',
      cwd: root,
      url: `${site}/wp-login.php`,
      timeout: 300_000,
      reuseExistingServer: true,
      gracefulShutdown,
    },
  ],
});
