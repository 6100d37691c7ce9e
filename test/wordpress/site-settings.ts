import type { Page } from 'playwright/test';

/** Enters the plugin's settings, and returns the notices that WordPress shows. */
export async function saveSettings(
  page: Page,
  settings: Record<'server' | 'key', string> & { deployment?: string; affiliate?: string },
): Promise<string[]> {
  await page.goto('/wp-admin/options-general.php?page=svc-reader');
  const { server, key, deployment = '', affiliate = '' } = settings;
  await page.getByLabel('Server').fill(server);
  await page.getByLabel('Publishable key').fill(key);
  await page.getByLabel('Deployment').fill(deployment);
  await page.getByLabel('Default affiliate').fill(affiliate);
  // Check the notice, because WordPress removes `settings-updated` from the URL.
  const saved = page.waitForEvent('domcontentloaded');
  await page.getByRole('button', { name: 'Save and test' }).click();
  await saved;
  return page.locator('.notice').allInnerTexts();
}
