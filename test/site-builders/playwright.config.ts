import { defineConfig } from 'playwright/test';
import ofE2e from '../e2e/playwright.config.ts';

/** Builds sites with the packed element in fresh folders, and opens them with a real server. */
export default defineConfig({
  ...ofE2e,
  testDir: '.',
  projects: [{ name: 'site builders' }],
});
