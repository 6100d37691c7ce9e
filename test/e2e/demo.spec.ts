import { expect, test, type Page } from 'playwright/test';
import { accessibilityProblems } from './accessibility-problems.ts';
import { visibleText } from './visible-text.ts';

/** Number of readers on each demo page. */
const pages = {
  '/demo/shop/': 0,
  '/demo/shop/hollis-wren/': 1,
  '/demo/shop/zap-alley/': 1,
  '/demo/shop/northmoor/': 1,
  '/demo/blog/': 2,
  '/demo/sale/': 1,
  '/demo/checkout/': 0,
};
const widths = [390, 1280];

for (const [address, readers] of Object.entries(pages)) {
  for (const width of widths) {
    test(`${address} works and is accessible at ${width} pixels, light and dark`, async ({
      page,
    }) => {
      const faults = faultsOf(page);
      await page.setViewportSize({ width, height: 844 });
      await page.goto(address);
      const sliders = page.locator('svc-reader').getByRole('slider');
      await expect(sliders).toHaveCount(readers);
      for (const slider of await sliders.all()) await expect(slider).toBeVisible();

      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        expect(await accessibilityProblems(page)).toEqual([]);
      }
      const excess = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(excess).toBeLessThanOrEqual(0);
      // The checkout without a book responds with 404.
      expect(faults.filter((fault) => !fault.includes('404'))).toEqual([]);
    });
  }
}

test('each publisher has its own theme, price and logo', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  const branding: { [publisher: string]: (string | null)[] } = {};
  for (const publisher of ['hollis-wren', 'zap-alley', 'northmoor']) {
    await page.goto(`/demo/shop/${publisher}/`);
    const reader = page.locator('svc-reader');
    await expect(reader.getByRole('slider')).toBeVisible();
    const paper = await reader.evaluate((element) =>
      getComputedStyle(element).getPropertyValue('--svc-background'),
    );
    const price = await reader.getByRole('link', { name: /Buy/ }).first().textContent();
    const logo = await reader.getByRole('img').first().getAttribute('alt');
    branding[publisher] = [paper, price?.match(/[€$£][\d.]+/)?.[0] ?? null, logo];
  }

  expect(branding).toEqual({
    'hollis-wren': ['#fbf6ec', '€12.90', 'Hollis & Wren'],
    'zap-alley': ['#ffd93b', '$4.99', 'Zap Alley'],
    northmoor: ['#ffffff', '£38.00', 'Northmoor University Press'],
  });
});

test('the same book is on two domains, each with its publisher’s theme', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto('/demo/');
  const papers: string[] = [];
  for (const host of ['hollis-wren.localhost', 'zap-alley.localhost']) {
    await page.goto('/demo/');
    await page.getByRole('link', { name: host }).click();
    await expect(page).toHaveURL(new RegExp(`^http://${host}:`));
    await expect(page.locator('svc-reader').getByRole('slider')).toBeVisible();
    await expect.poll(() => visibleText(page)).toContain('The eleven minutes');
    papers.push(
      await page
        .locator('svc-reader')
        .evaluate((element) => getComputedStyle(element).getPropertyValue('--svc-background')),
    );
  }

  expect(papers).toEqual(['#fbf6ec', '#ffd93b']);
});

test('the demo start page links to every demo, including by keyboard', async ({ page }) => {
  for (const [name, heading] of [
    ['A shop with three publishers', 'One shop, three publishers'],
    ['An affiliate’s blog', 'Forty-one clocks, and not one of them right'],
    ['A sale, end to end', 'A sale, end to end'],
  ] as const) {
    await page.goto('/demo/');
    await page.getByRole('link', { name }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
  }
});

test('the checkout works by keyboard and sells only the publishers’ books', async ({ page }) => {
  await page.goto('/demo/shop/northmoor/');
  const book = await page.locator('svc-reader').getAttribute('book');
  await page.goto(`/demo/checkout/?book=${book}`);
  await page.getByRole('combobox', { name: /Quantity, £38.00 each/ }).focus();
  await page.keyboard.press('2');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible();
  expect(await accessibilityProblems(page)).toEqual([]);

  const answer = await page.goto('/demo/checkout/?book=bk_01JD4Y0G8W6T0T3M5N9QZK7R2V');
  expect(answer?.status()).toBe(404);
  await expect(page.getByRole('heading', { name: 'Not sold here' })).toBeVisible();
});

function faultsOf(page: Page): string[] {
  const faults: string[] = [];
  page.on('pageerror', ({ message }) => faults.push(message));
  page.on('console', (line) => line.type() === 'error' && faults.push(line.text()));
  return faults;
}
