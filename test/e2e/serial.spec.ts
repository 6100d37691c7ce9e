import { expect, test } from 'playwright/test';
import { accessibilityProblems } from './accessibility-problems.ts';
import { createSerialPublisher } from './serial-publisher.ts';
import { visibleText } from './visible-text.ts';

const shapes = {
  phone: { width: 390, height: 844 },
  desk: { width: 1280, height: 900 },
};
const paragraph =
  '<p>The harbour lay quiet under a sky of beaten tin, and the boats turned on their lines as if ' +
  'they were listening; somebody had left a lantern burning on the mole.</p>';

for (const [shape, viewport] of Object.entries(shapes)) {
  for (const colorScheme of ['light', 'dark'] as const) {
    test.describe(`serial fiction, ${shape}, ${colorScheme}`, () => {
      test.use({ viewport, colorScheme, contextOptions: { reducedMotion: 'reduce' } });

      test('announces a chapter published while the book is open, and opens it on request', async ({
        page,
        request,
        baseURL,
      }) => {
        const shop = await createSerialPublisher(
          request,
          baseURL ?? '',
          `The Mole, ${shape} ${colorScheme}`,
        );
        await shop.publish('One: The lantern', `<h2>The lantern</h2>${paragraph.repeat(20)}`);
        const follows = page.waitForResponse(
          (answer) => answer.url().endsWith('/changes') && answer.status() === 200,
        );
        await shop.open(page);
        await follows;
        await expect.poll(() => visibleText(page)).toContain('The lantern');
        const before = await visibleText(page);

        await shop.publish('Two: The swell', `<h2>The swell</h2>${paragraph.repeat(3)}`);

        const reader = page.locator('svc-reader');
        const news = reader.getByRole('status').filter({ hasText: 'New chapter' });
        await expect(news).toHaveText(/New chapter: .Two: The swell/);
        await expect(reader.getByRole('button', { name: 'Read', exact: true })).toBeVisible();
        expect(await visibleText(page)).toBe(before);
        await test.info().attach('news', {
          body: await page.screenshot({
            path: test.info().outputPath(`news-${shape}-${colorScheme}.png`),
          }),
          contentType: 'image/png',
        });
        expect(await accessibilityProblems(page)).toEqual([]);

        await reader.getByRole('button', { name: 'Read', exact: true }).focus();
        await page.keyboard.press('Enter');

        await expect.poll(() => visibleText(page)).toContain('The swell');
        await expect(news).toHaveCount(0);
        await reader.getByRole('button', { name: 'Contents' }).click();
        await expect(reader.getByRole('button', { name: 'Two: The swell' })).toBeVisible();
      });
    });
  }
}

test('a deep link opens the chapter it names', async ({ page, request, baseURL }) => {
  const shop = await createSerialPublisher(request, baseURL ?? '', 'Deep link');
  await shop.publish('One', `<p>The first.</p>${paragraph}`);
  const second = await shop.publish('Two', `<p>The second.</p>${paragraph}`);

  await shop.open(page, `start="${second}"`);

  await expect.poll(() => visibleText(page)).toContain('The second.');
});
