import { expect, test } from 'playwright/test';
import { accessibilityProblems } from './accessibility-problems.ts';

for (const [width, colorScheme] of [
  [390, 'light'],
  [1280, 'dark'],
] as const) {
  test(`the API reference is complete at ${width} pixels, ${colorScheme}`, async ({
    page,
    baseURL,
  }) => {
    const foreign: string[] = [];
    const errors: string[] = [];
    page.on('request', (request) => {
      if (!/^(data|blob):/.test(request.url()) && !request.url().startsWith(baseURL ?? '?')) {
        foreign.push(request.url());
      }
    });
    page.on('pageerror', ({ message }) => errors.push(message));
    page.on('console', (message) => {
      if (message.type() === 'error') errors.push(message.text());
    });
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 800 });

    await page.goto('/docs');
    await expect(page.getByRole('heading', { name: 'Digital Publishing API' })).toBeVisible();
    const operation = page.getByRole('heading', { name: 'List and search books' });
    await operation.scrollIntoViewIfNeeded();
    await expect(operation).toBeVisible();

    expect(await accessibilityProblems(page)).toEqual([]);
    expect(foreign).toEqual([]);
    expect(errors).toEqual([]);
    const tooWide = await page.evaluate(
      () => document.documentElement.scrollWidth - window.innerWidth,
    );
    expect(tooWide).toBeLessThanOrEqual(0);
  });
}

test('the API reference can be searched by keyboard', async ({ page }) => {
  await page.goto('/docs');
  await expect(page.getByRole('heading', { name: 'Digital Publishing API' })).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('Convert an amount');
  await expect(page.getByRole('option', { name: /Convert an amount/ }).first()).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page.getByRole('heading', { name: 'Convert an amount' })).toBeInViewport();
});
