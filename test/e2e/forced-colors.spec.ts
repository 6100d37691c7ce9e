import { expect, test, type Locator } from 'playwright/test';

// The reader is so narrow that the search panel closes when a result is chosen.
const viewport = { width: 800, height: 800 };
test.use({ contextOptions: { forcedColors: 'active' }, colorScheme: 'dark', viewport });

const colorOf = (one: Locator) => one.evaluate((element) => getComputedStyle(element).color);

test.describe('when the system forces dark colors on a reader with a light theme', () => {
  test('font samples and the chosen search result are legible, and the chosen result differs from the others', async ({
    page,
  }) => {
    await page.goto('/demo/snippet.html');
    const reader = page.locator('svc-reader');
    await expect(reader.getByRole('slider')).toBeVisible();
    await reader.evaluate((element) => element.setAttribute('theme', 'light'));

    await reader.getByRole('button', { name: 'Appearance' }).click();
    const sample = reader.locator('.font-sample.serif .label');
    await expect(sample).toBeVisible();
    expect(await colorOf(sample)).toBe(await colorOf(reader.locator('svc-settings .panel')));
    await page.keyboard.press('Escape');

    await reader.getByRole('button', { name: 'Search' }).click();
    await reader.getByRole('searchbox').fill('page');
    await reader.locator('svc-search .item').first().click();
    await reader.locator('svc-hits .list').click();
    const lines = await reader
      .locator('svc-page .leaf p')
      .first()
      .evaluate((text) =>
        ['hit', 'hit-current'].map(
          (name) => getComputedStyle(text, `::highlight(svc-${name})`).textDecorationLine,
        ),
      );
    expect(lines).toEqual(['none', 'underline']);
    const snippet = reader.locator('svc-search .item[aria-current] .snippet');
    await expect(snippet).toBeVisible();
    const legible = await page.evaluate(() => {
      document.body.style.color = 'HighlightText';
      return getComputedStyle(document.body).color;
    });
    expect(await colorOf(snippet)).toBe(legible);
  });
});
