import { expect, test } from 'playwright/test';
import { chunkPattern } from './chunk-pattern.ts';

test('a chunk that fails to load is not requested endlessly, and a button retries it', async ({
  page,
}) => {
  const requests = { contents: 0, snackbar: 0 };
  let isOffline = true;
  for (const [name, module] of [
    ['contents', 'ui/panels/svc-contents.ts'],
    ['snackbar', 'ui/svc-snackbar.ts'],
  ] as const) {
    await page.route(chunkPattern(module), (route) => {
      if (!isOffline) return route.continue();
      requests[name] += 1;
      return route.abort();
    });
  }
  await page.goto('/demo/');
  const reader = page.locator('svc-reader');
  await expect(reader.getByRole('slider')).toBeVisible();

  // The snackbar with the link back from a jump fails to load. Jumps are observed only some time
  // after the first text, so the test repeats them.
  let fraction = 0.2;
  await expect
    .poll(async () => {
      fraction = 1 - fraction;
      await reader.evaluate((element, to) => {
        if ('goTo' in element && typeof element.goTo === 'function') element.goTo(to);
      }, fraction);
      return requests.snackbar;
    })
    .toBeGreaterThan(0);
  const contents = reader.getByRole('button', { name: 'Contents' });
  const offline = reader.getByText('You’re offline');
  await contents.click();
  await expect(offline).toBeVisible();
  // Loading is attempted in advance and on the click, and each attempt tries a few times.
  expect(requests.contents).toBeLessThan(10);

  isOffline = false;
  const dialog = reader.getByRole('dialog', { name: 'Contents' });
  const retry = reader.getByRole('button', { name: 'Try again' });
  // The message may be that of the snackbar, and the last jump removes it when its page is shown.
  await expect(async () => {
    if (!(await dialog.isVisible()))
      await ((await retry.isVisible()) ? retry : contents).click({ timeout: 1000 });
    await expect(dialog).toBeVisible({ timeout: 2000 });
  }).toPass();
});

for (const consent of ['granted', 'required']) {
  test(`a server upgrade is distinguished from a lost network, and a reload keeps the reading position: consent ${consent}`, async ({
    page,
  }) => {
    const contents = chunkPattern('ui/panels/svc-contents.ts');
    await page.route(contents, (route) => route.fulfill({ status: 404 }));
    await page.goto('/demo/');
    const reader = page.locator('svc-reader');
    await expect(reader.getByRole('slider')).toBeVisible();
    await reader.evaluate((element, word) => element.setAttribute('consent', word), consent);
    const locations = () =>
      reader.evaluate((element) => JSON.stringify(Reflect.get(element, 'locator')?.locations));
    await reader.getByRole('button', { name: 'Next page' }).click();
    await reader.getByRole('button', { name: 'Next page' }).click();
    const before = await locations();

    await reader.getByRole('button', { name: 'Contents' }).click();
    await expect(reader.getByText('The reader has been updated.')).toBeVisible();
    await expect(reader.getByRole('button', { name: 'Try again' })).toHaveCount(0);

    await page.unroute(contents);
    await Promise.all([
      page.waitForEvent('load'),
      reader.getByRole('button', { name: 'Reload' }).click(),
    ]);
    await expect(reader.getByRole('slider')).toBeVisible();
    expect(await locations()).toBe(before);
    await reader.getByRole('button', { name: 'Contents' }).click();
    await expect(reader.getByRole('dialog', { name: 'Contents' })).toBeVisible();
  });
}

test('a page opened without a network shows a message and opens the book once the network is back', async ({
  page,
  context,
}) => {
  // Only the page and its script come from the browser's cache.
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

test('controls and input that fail to load with the first text follow when the network recovers', async ({
  page,
}) => {
  const failures: string[] = [];
  for (const module of ['session/start-session.ts', 'rendition/input/listen-for-input.ts']) {
    const pattern = chunkPattern(module);
    await page.route(pattern, async (route) => {
      failures.push(module);
      await route.abort('internetdisconnected');
      await page.unroute(pattern);
    });
  }
  await page.goto('/demo/snippet.html');
  const reader = page.locator('svc-reader');
  await expect(reader.getByRole('slider')).toBeVisible();
  expect(failures.length).toBeGreaterThan(0);

  const locations = () =>
    reader.evaluate((element) => JSON.stringify(Reflect.get(element, 'locator')?.locations));
  const before = await locations();
  await reader.evaluate((element) => {
    if (element instanceof HTMLElement) element.focus();
  });
  await page.keyboard.press('ArrowRight');
  await expect.poll(locations).not.toBe(before);
});
