import type { LitElement } from 'lit';
import { expect, test } from 'playwright/test';
import { checkPage } from './check-console-page.ts';
import { type ConsoleServer, startConsoleServer } from './console-server.ts';
import { addPublicBook, visitConsole } from './console-visit.ts';

let server: ConsoleServer;

test.beforeAll(async () => {
  server = await startConsoleServer();
});

test.afterAll(async () => {
  await server.stop();
});

test('an owner designs a deployment with the real reader beside the form', async ({ page }) => {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (line) => /polic|trusted/i.test(line.text()) && errors.push(line.text()));
  const visit = await visitConsole(page, server);
  await addPublicBook(visit);
  await page.goto(`${server.url}/console/`);
  await page.getByRole('link', { name: 'Appearance' }).click();
  await expect(page.getByText('No deployments yet')).toBeVisible();
  await page.getByRole('button', { name: 'Create deployment' }).click();
  await page.getByLabel('Name').fill('Salt Books');
  await page.getByRole('dialog').getByRole('button', { name: 'Create deployment' }).click();
  await expect(page.getByRole('heading', { name: 'Salt Books' })).toBeVisible();

  const reader = page.frameLocator('reader-preview iframe').locator('svc-reader');
  await expect(reader.getByText('One salt road').first()).toBeVisible();
  await page.getByLabel('Links and progress', { exact: true }).fill('#dddd00');
  await expect(page.getByText(/Contrast 1\.\d+ with/)).toBeVisible();
  await checkPage(page, 'appearance-contrast');
  await page.getByRole('button', { name: /^Use #/ }).click();
  await expect(page.getByText(/Contrast \d/)).toHaveCount(0);
  const accent = await page.getByLabel('Links and progress', { exact: true }).inputValue();
  await expect(reader).toHaveAttribute('style', new RegExp(`--svc-accent: ${accent}`));
  await page.getByLabel('Page background', { exact: true }).fill('blurple');
  await expect(page.getByText('Must be a single color')).toBeVisible();
  await page.getByLabel('Page background', { exact: true }).fill('#ffffff');
  await expect(reader).toHaveAttribute('style', /--svc-background: #ffffff/);
  for (const theme of ['Dark', 'Sepia', 'High contrast'] as const) {
    await page.getByRole('button', { name: theme, exact: true }).click();
    await expect(reader).toHaveAttribute(
      'theme',
      theme === 'High contrast' ? 'contrast' : theme.toLowerCase(),
    );
  }
  await page.getByRole('button', { name: /Phone/ }).click();
  await expect(page.locator('reader-preview iframe')).toHaveCSS('width', '390px');

  await page.getByRole('heading', { name: 'Name, logo and fonts' }).click();
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="120" height="40"><rect width="120" height="40" fill="#9a1b1b"/></svg>';
  await page
    .getByLabel('Choose a logo')
    .setInputFiles({ name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(svg) });
  await expect(reader.locator('img[slot=logo]')).toBeVisible();
  await page.getByRole('heading', { name: 'Controls' }).click();
  await page.getByLabel('Search').uncheck();
  await page.getByRole('heading', { name: 'Language, links and consent' }).click();
  await page.getByLabel('Home page').fill('http://insecure.example/');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByLabel('Home page')).toHaveAttribute('aria-invalid', 'true');
  await page.getByLabel('Home page').fill('https://salt.example/');
  await page.getByRole('heading', { name: 'Books and pages' }).click();
  await page.getByLabel('Books on its domains').selectOption('Books with certain subjects');
  await page.getByLabel('Subjects').fill('Sea stories\nRoads');
  // Typed text is kept when the page changes in the meantime.
  await page.evaluate(() =>
    (document.querySelector('deployment-page') as LitElement | null)?.requestUpdate(),
  );
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.locator('#main').getByText('Saved.')).toBeVisible();

  await page.getByRole('heading', { name: 'Domains' }).click();
  await page.getByLabel('Domain', { exact: true }).fill('books.salt.example');
  await page.getByRole('button', { name: 'Add domain' }).click();
  await expect(page.getByText('_svc-reader.books.salt.example')).toBeVisible();
  await checkPage(page, 'appearance');
  await page.reload();
  await expect(page.getByLabel('Links and progress', { exact: true })).toHaveValue(accent);
  await page.getByLabel('Language', { exact: true }).selectOption('العربية');
  await expect(page.getByRole('heading', { name: 'الألوان' })).toBeVisible();
  await checkPage(page, 'appearance-arabic');
  await page.getByRole('button', { name: 'احذف النشر' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'احذف النشر' }).click();
  await expect(page.getByText('لا عمليات نشر بعد')).toBeVisible();
  expect(errors).toEqual([]);
});
