import { expect, test } from 'playwright/test';
import { catalogues } from '../../server/embed-page/messages.ts';
import { accessibilityProblems } from './accessibility-problems.ts';

test.describe('the playground', () => {
  test('shows the effect of each setting and the embed code for it', async ({ page }) => {
    await page.goto('/demo/playground/');
    const reader = page.locator('svc-reader');
    await expect(reader.getByRole('slider')).toBeVisible();

    await page.getByLabel('theme').selectOption('sepia');
    await page.getByLabel('--svc-accent').last().fill('#a03010');

    await expect(page.locator('#snippet')).toContainText('theme="sepia"');
    await expect(page.locator('#snippet')).toContainText('--svc-accent: #a03010;');
    await expect(reader.getByRole('slider')).toBeVisible();
    await expect(page.locator('#events')).toContainText('svc-open');
    const accent = await reader.evaluate((element) =>
      getComputedStyle(element).getPropertyValue('--svc-accent'),
    );
    expect(accent).toBe('#a03010');
  });

  test('opens with a brand, and copies the whole code for a page, React or WordPress', async ({
    page,
  }) => {
    await page.goto('/demo/playground/');
    const snippet = page.locator('#snippet');
    await expect(
      page.getByRole('button', { name: 'Trade publisher', pressed: true }),
    ).toBeVisible();
    await expect(snippet).toContainText('--svc-title-font-style: italic;');

    await page.getByRole('button', { name: 'Manga' }).click();
    await expect(page.locator('svc-reader')).toHaveAttribute('page-turn', 'slide');
    await expect(page.getByLabel('theme', { exact: false }).first()).toHaveValue('dark');
    await expect(snippet).not.toContainText('italic');
    await page.getByRole('button', { name: 'React' }).click();
    await expect(snippet).toContainText("import 'svc-reader/define';");
    await expect(snippet).toContainText('"--svc-accent": "#ff5c7a"');
    await page.getByRole('button', { name: 'WordPress' }).click();
    await expect(snippet).toContainText('<!-- wp:html -->');
    const clipped = await page
      .locator('pre:has(#snippet)')
      .evaluate((element) => element.scrollWidth - element.clientWidth);
    expect(clipped).toBe(0);
  });

  test('keeps the reader in view while a field far below is changed', async ({ page }) => {
    await page.goto('/demo/playground/');
    const last = page.getByLabel('--svc-mark-purple').last();
    await last.fill('#d8c8f0');

    await expect(last).toBeInViewport();
    await expect(page.locator('svc-reader').getByRole('slider')).toBeInViewport();
  });

  test('has the right kind of field for each attribute', async ({ page }) => {
    await page.goto('/demo/playground/');
    const snippet = page.locator('#snippet');
    await page.getByLabel('deep-links').check();
    await expect(snippet).toContainText(' deep-links>');
    await page.getByLabel('deep-links').uncheck();
    await expect(snippet).not.toContainText('deep-links');

    const offline = page.getByLabel('offline');
    await offline.selectOption('set');
    await expect(snippet).toContainText(' offline>');
    await offline.selectOption('auto');
    await expect(snippet).toContainText(' offline="auto"');
    await offline.selectOption('not set');
    await expect(snippet).not.toContainText('offline');

    for (const name of ['deployment', 'token', 'api']) {
      await expect(page.getByRole('textbox', { name: new RegExp(`^${name} `) })).toBeVisible();
    }
    await page.getByRole('textbox', { name: /^deployment / }).fill('dep_mine');
    await page.keyboard.press('Tab');
    await expect(snippet).toContainText(' deployment="dep_mine"');

    const languages = await page.getByLabel('locale').locator('option').allTextContents();
    const known = ['not set', ...Object.keys(catalogues)];
    expect(languages.map((one) => one.toLowerCase()).toSorted()).toEqual(known.toSorted());
  });

  test("fits the phone's width and has no accessibility violations", async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/demo/playground/');
    await expect(page.locator('svc-reader').getByRole('slider')).toBeVisible();

    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    expect(await accessibilityProblems(page)).toEqual([]);
  });
});
