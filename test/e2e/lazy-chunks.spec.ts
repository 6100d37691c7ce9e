import { expect, test } from 'playwright/test';
import { chunkPattern } from './chunk-pattern.ts';

test('what the network does not bring is asked for again by the person, not by the reader', async ({
  page,
}) => {
  const refused: string[] = [];
  let isCut = true;
  for (const module of ['ui/panels/svc-contents.ts', 'ui/svc-snackbar.ts']) {
    await page.route(chunkPattern(module), (route) => {
      if (!isCut) return route.continue();
      refused.push(route.request().url());
      return route.abort();
    });
  }
  await page.goto('/demo/');
  const reader = page.locator('svc-reader');
  await expect(reader.getByRole('slider')).toBeVisible();

  // The way back from a jump is done without. Jumps are heard of soon after the first text.
  let fraction = 0.2;
  await expect
    .poll(async () => {
      fraction = 1 - fraction;
      await reader.evaluate((element, to) => {
        if ('goTo' in element && typeof element.goTo === 'function') element.goTo(to);
      }, fraction);
      return refused.length;
    })
    .toBeGreaterThan(0);
  await reader.getByRole('button', { name: 'Contents' }).click();
  await expect(reader.getByText('You’re offline')).toBeVisible();
  expect(refused.length).toBeLessThan(10);

  isCut = false;
  await reader.getByRole('button', { name: 'Try again' }).click();
  await expect(reader.getByRole('dialog', { name: 'Contents' })).toBeVisible();
});

for (const consent of ['granted', 'required']) {
  test(`an upgrade of the server is told apart from a lost network, and reloading goes on at the place: consent ${consent}`, async ({
    page,
  }) => {
    const contents = chunkPattern('ui/panels/svc-contents.ts');
    await page.route(contents, (route) => route.fulfill({ status: 404 }));
    await page.goto('/demo/');
    const reader = page.locator('svc-reader');
    await expect(reader.getByRole('slider')).toBeVisible();
    await reader.evaluate((element, word) => element.setAttribute('consent', word), consent);
    const place = () =>
      reader.evaluate((element) => JSON.stringify(Reflect.get(element, 'locator')?.locations));
    await reader.getByRole('button', { name: 'Next page' }).click();
    await reader.getByRole('button', { name: 'Next page' }).click();
    const left = await place();

    await reader.getByRole('button', { name: 'Contents' }).click();
    await expect(reader.getByText('The reader has been updated.')).toBeVisible();
    await expect(reader.getByRole('button', { name: 'Try again' })).toHaveCount(0);

    await page.unroute(contents);
    await Promise.all([
      page.waitForEvent('load'),
      reader.getByRole('button', { name: 'Reload' }).click(),
    ]);
    await expect(reader.getByRole('slider')).toBeVisible();
    expect(await place()).toBe(left);
    await reader.getByRole('button', { name: 'Contents' }).click();
    await expect(reader.getByRole('dialog', { name: 'Contents' })).toBeVisible();
  });
}

test('a page that comes without a network says so, and opens the book when that is back', async ({
  page,
  context,
}) => {
  // The page and its script as a browser has them from before; nothing else.
  const rest = /\/svc-reader\/[^/]+\.js$|\/v1\/reader\/embed/;
  await page.route(rest, (route) => route.abort('internetdisconnected'));
  await page.goto('/demo/snippet.html');
  const reader = page.locator('svc-reader');
  await expect(reader.getByRole('alert')).toContainText('You’re offline');
  await reader.getByRole('button', { name: 'Try again' }).click();
  await expect(reader.getByRole('alert')).toContainText('You’re offline');

  await context.setOffline(true);
  await page.unroute(rest);
  await context.setOffline(false);
  await expect(reader.getByRole('slider')).toBeVisible();
  await expect(reader.getByRole('alert')).toHaveCount(0);
});
