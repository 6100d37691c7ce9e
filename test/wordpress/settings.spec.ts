import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'playwright/test';
import { logIn } from './block-editor.ts';
import { saveSettings } from './site-settings.ts';
import {
  createWordpressPublisher,
  server,
  type WordpressPublisher,
} from './wordpress-publisher.ts';

let publisher: WordpressPublisher;

test.beforeAll(async ({ playwright, baseURL }) => {
  publisher = await createWordpressPublisher(playwright, 'Settings', baseURL);
});

test('the settings reject unsafe values and report what is wrong', async ({ page }) => {
  const { key } = publisher;
  await logIn(page, 'administrator');
  await saveSettings(page, { server, key });

  const rejected: [
    { server: string; key: string; deployment?: string; affiliate?: string },
    RegExp,
  ][] = [
    [{ server: 'javascript:alert(1)', key }, /https URL/],
    [{ server: 'http://169.254.169.254/latest/meta-data', key }, /https URL/],
    [{ server: 'https://user:word@books.example', key }, /https URL/],
    [{ server: 'https://books.example/?x=1#y', key }, /https URL/],
    [{ server: 'https://books.example"><script>alert(1)</script>', key }, /https URL/],
    [{ server, key: 'svc_pro_0123456789012345678901234567' }, /publishable key/],
    [{ server, key: '"><script>alert(1)</script>' }, /publishable key/],
    [{ server, key, deployment: "dep_' OR 1=1" }, /deployment/],
    [{ server, key, affiliate: '<b>' }, /affiliate/],
  ];
  for (const [settings, message] of rejected) {
    const notices = await saveSettings(page, settings);
    expect(notices.join('\n'), JSON.stringify(settings)).toMatch(message);
    await expect(page.getByLabel('Server')).toHaveValue(server);
    await expect(page.getByLabel('Publishable key')).toHaveValue(key);
  }

  const unknownKey = `${key.slice(0, -1)}${key.endsWith('x') ? 'y' : 'x'}`;
  expect((await saveSettings(page, { server, key: unknownKey })).join()).toMatch(
    /does not accept the key/,
  );
  const deployment = `dep_${'0'.repeat(26)}`;
  expect((await saveSettings(page, { server, key, deployment })).join()).toMatch(
    /no such deployment/,
  );
  const closed = 'https://localhost:9';
  expect((await saveSettings(page, { server: closed, key })).join()).toMatch(/connection failed/);
  expect((await saveSettings(page, { server, key })).join()).toMatch(/Connected/);
});

test('only users with the permission reach the settings and the search', async ({
  page,
  request,
}) => {
  const path = '/index.php?rest_route=/svc-reader/v1/books&search=whale';
  expect((await request.get(path)).status()).toBe(401);
  await logIn(page, 'editor');
  // Without the nonce, WordPress treats the request as anonymous.
  expect((await page.request.get(path)).status()).toBe(401);
  const response = await page.goto('/wp-admin/options-general.php?page=svc-reader');
  expect(response?.status()).toBe(403);
  await page.goto('/wp-admin/profile.php');
  await expect(page.locator('#your-profile')).toBeVisible();
});

test('the plugin causes no PHP warnings', () => {
  const log = readFileSync(
    join(process.env.SVC_WORDPRESS_DATA ?? '', 'site/wp-content/debug.log'),
    'utf8',
  );
  expect(log.split('\n').filter((line) => line.includes('plugins/svc-reader'))).toEqual([]);
});
