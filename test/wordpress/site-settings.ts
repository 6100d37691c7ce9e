import type { Page } from 'playwright/test';
import { logIn } from './block-editor.ts';

/** Enters the plugin's settings as an administrator, and returns the notices that WordPress shows. */
export async function saveSettings(
  page: Page,
  settings: Record<'server' | 'key', string> & { deployment?: string; affiliate?: string },
): Promise<string[]> {
  await logIn(page, 'administrator');
  await page.goto('/wp-admin/options-general.php?page=svc-reader');
  const { server, key, deployment = '', affiliate = '' } = settings;
  await page.getByLabel('Server').fill(server);
  await page.getByLabel('Publishable key').fill(key);
  await page.getByLabel('Deployment').fill(deployment);
  await page.getByLabel('Default affiliate').fill(affiliate);
  await page.getByRole('button', { name: 'Save and test' }).click();
  await page.waitForURL(/settings-updated/);
  return page.locator('.notice').allInnerTexts();
}
