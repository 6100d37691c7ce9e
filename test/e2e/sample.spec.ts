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
  test.describe(`a sample, ${shape}`, () => {
    test.use({ viewport, contextOptions: { reducedMotion: 'reduce' } });

    test('can be read to its end and links to the shop with the affiliate’s link', async ({
      page,
      context,
      request,
      baseURL,
    }) => {
      const shop = await createSerialPublisher(request, baseURL ?? '', `The Swell, ${shape}`);
      for (const title of ['One', 'Two', 'Three', 'Four']) {
        await shop.publish(title, `<h2>${title}</h2>${paragraph.repeat(60)}`);
      }
      await shop.change({
        access: { mode: 'sample', share: 0.35 },
        price: { amount: '9.90', currency: 'EUR' },
        buyUrl: 'https://shop.example/basket?book={bookId}&click={clickId}',
      });
      await shop.post('/v1/affiliates', { code: 'blog', name: 'A blog', rate: '0.08' });
      await context.route('https://shop.example/**', (route) =>
        route.fulfill({ contentType: 'text/html', body: '<title>Shop</title>' }),
      );
      const refused: string[] = [];
      page.on('response', (answer) => {
        if (answer.status() >= 400) refused.push(`${answer.status()} ${answer.url()}`);
      });
      const embed = page.waitForResponse((answer) => answer.url().includes('/v1/reader/embed?'));
      await shop.open(page, 'affiliate="blog" campaign="spring" consent="granted"');
      const { traceId, affiliate } = (await (await embed).json()).data;
      const reader = page.locator('svc-reader');
      await expect(reader.getByRole('link', { name: 'Buy' })).toBeVisible();

      await reader.getByRole('button', { name: 'Contents' }).click();
      await expect(reader.getByRole('button', { name: 'Two', exact: true })).toBeVisible();
      await expect(
        reader.getByRole('button', { name: 'Four Not included in the sample' }),
      ).toBeVisible();
      await reader.getByRole('button', { name: 'Two', exact: true }).click();
      await expect.poll(() => visibleText(page)).toContain('Two');
      const end = reader.getByRole('heading', { name: 'The sample ends here' });
      await reader.evaluate((element) => element.focus());
      await page.keyboard.press('End');
      await page.keyboard.press('PageDown');
      await expect(end).toBeVisible();
      await expect(reader.getByText(/You’ve read 3\d% of the book/)).toBeVisible();
      expect(await accessibilityProblems(page)).toEqual([]);
      await test.info().attach('end', {
        body: await page.screenshot({ path: test.info().outputPath(`end-${shape}.png`) }),
        contentType: 'image/png',
      });

      // The shop does not exist, so its page never loads.
      const opening = context.waitForEvent('request', (one) => one.url().includes('shop.example'));
      await reader.getByRole('link', { name: /^Buy for €9.90/ }).click();
      const address = new URL((await opening).url());
      expect(address.searchParams.get('book')).toBe(shop.book);
      expect(address.searchParams.get('click')).toBe(affiliate.clickId);
      await page.close({ runBeforeUnload: false });

      await expect
        .poll(async () => {
          const { steps } = await shop.get<{ steps: { type: string }[] }>(
            `/v1/affiliates/traces/${traceId}`,
          );
          return steps.map(({ type }) => type);
        })
        .toEqual(expect.arrayContaining(['impression', 'opened', 'finished-sample', 'click']));
      expect(refused).toEqual([]);
    });
  });
}
