import { expect, test } from 'playwright/test';

test('what the network does not bring is asked for again by the person, not by the reader', async ({
  page,
}) => {
  await page.goto('/demo/');
  const reader = page.locator('svc-reader');
  await expect(reader.getByRole('slider')).toBeVisible();
  await page.waitForLoadState('networkidle');
  const refused: string[] = [];
  let isCut = true;
  await page.route(/\/svc-reader\/[^/]+\.js/, (route) => {
    if (!isCut) return route.continue();
    refused.push(route.request().url());
    return route.abort();
  });

  // The way back from a jump is done without.
  await reader.evaluate((element: HTMLElement & { goTo: (fraction: number) => void }) =>
    element.goTo(0.5),
  );
  await expect.poll(() => refused.some((url) => url.includes('way-line'))).toBe(true);
  await reader.getByRole('button', { name: 'Contents' }).click();
  await expect(reader.getByText('You seem to be offline')).toBeVisible();
  expect(refused.filter((url) => url.includes('way-line'))).toHaveLength(1);

  isCut = false;
  await reader.getByRole('button', { name: 'Try again' }).click();
  await expect(reader.getByRole('dialog', { name: 'Contents' })).toBeVisible();
});
