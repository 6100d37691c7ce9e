import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'playwright/test';
import { chromiumFlags, headlessChromiumPath } from '../../scripts/browsers.js';

const root = new URL('../..', import.meta.url).pathname;

// Commands use this data folder even if the developer has signed in to a server with `svc login`.
process.env.SVC_SERVER = 'local';
// Playwright loads this file again in every worker, so the first process chooses the values.
process.env.SVC_E2E_DATA ??= mkdtempSync(join(tmpdir(), 'svc-e2e-'));
process.env.SVC_E2E_PORT ??= String(12_000 + (process.pid % 8_000));
const port = process.env.SVC_E2E_PORT;
/** Runs `npm start` on a new data folder, as a new user would. */
export default defineConfig({
  testDir: '.',
  outputDir: join(root, 'test-results'),
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_NAME ? [['list'], ['json']] : [['list']],
  workers: 1,
  // Of similar length, so that they can run at the same time.
  projects: [
    { name: 'console', testMatch: /console-(?!states).*\.spec\.ts$/ },
    { name: 'console states', testMatch: /console-states\.spec\.ts$/ },
    { name: 'reader', testIgnore: /console-/ },
  ],
  // Generous because other suites run at the same time. Single steps have shorter limits.
  timeout: 600_000,
  expect: { timeout: 30_000 },
  use: {
    baseURL: `http://127.0.0.1:${port}`,
    locale: 'en-GB',
    actionTimeout: 60_000,
    navigationTimeout: 60_000,
    // Has no window, and takes a third less time. Other suites use complete browsers.
    launchOptions: { args: chromiumFlags(), executablePath: headlessChromiumPath() },
  },
  webServer: {
    command: 'npm start',
    cwd: root,
    url: `http://127.0.0.1:${port}/readyz`,
    timeout: 120_000,
    stdout: 'ignore',
    gracefulShutdown: { signal: 'SIGTERM', timeout: 5_000 },
    env: { PORT: port, SVC_DATA: process.env.SVC_E2E_DATA, LOG_LEVEL: 'warn' },
  },
});
