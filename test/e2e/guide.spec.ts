import { expect, test } from 'playwright/test';
import { accessibilityProblems } from './accessibility-problems.ts';

const pages = [
  '/docs/guide/',
  '/docs/guide/reference/http-api',
  '/docs/guide/search?q=webhook',
  '/docs/guide/search?q=xylophone',
];

for (const [width, colorScheme] of [
  [390, 'dark'],
  [1280, 'light'],
] as const) {
  test(`the guide is accessible and fits ${width} pixels, ${colorScheme}`, async ({ page }) => {
    const errors: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error') errors.push(message.text());
    });
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 800 });
    for (const url of pages) {
      await page.goto(url);
      expect(await accessibilityProblems(page), url).toEqual([]);
      const excess = await page.evaluate(
        () => document.documentElement.scrollWidth - window.innerWidth,
      );
      expect(excess).toBeLessThanOrEqual(0);
    }
    expect(errors).toEqual([]);
  });
}

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 390, height: 800 } });

  test('the guide is searched and navigated by keyboard', async ({ page }) => {
    await page.goto('/docs/guide/');
    await page.keyboard.press('Tab');
    await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();

    await page.getByRole('searchbox', { name: 'Search the documentation' }).focus();
    await page.keyboard.type('error codes');
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'Error codes', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Error codes' })).toBeInViewport();

    await page.getByRole('button', { name: 'Pages' }).focus();
    await page.keyboard.press('Enter');
    const navigation = page.getByRole('navigation', { name: 'Documentation' });
    await expect(navigation).toBeVisible();
    await expect(navigation.locator('[aria-current=page]')).toHaveText('HTTP API');
    await page.keyboard.press('Escape');
    await expect(navigation).toBeHidden();
  });
});
