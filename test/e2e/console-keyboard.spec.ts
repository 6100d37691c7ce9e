import { expect, type Locator, type Page, test } from 'playwright/test';
import { type ConsoleServer, startConsoleServer } from './console-server.ts';
import { visitConsole } from './console-visit.ts';

let server: ConsoleServer;

test.beforeAll(async () => {
  server = await startConsoleServer();
});

test.afterAll(async () => {
  await server.stop();
});

/** Presses Tab until the element has focus. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let presses = 0; presses < 60; presses += 1) {
    await page.keyboard.press('Tab');
    if (await target.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`Tab does not reach ${target}.`);
}

test('a person works by keyboard alone, and forms say in German what to correct', async ({
  page,
}) => {
  await visitConsole(page, server);
  await page.addInitScript(() => localStorage.setItem('svc-console-language', 'de'));
  await page.goto(`${server.url}/console/`);
  const title = page.getByRole('heading', { level: 1 });
  await expect(title).toHaveText('Start');
  await expect(title).toBeFocused();

  await tabTo(page, page.getByRole('link', { name: 'API-Schlüssel', exact: true }).first());
  await page.keyboard.press('Enter');
  await expect(title).toHaveText('API-Schlüssel');
  await expect(title).toBeFocused();
  await expect(page).toHaveTitle('API-Schlüssel · Konsole');

  const create = page.locator('main .title button.primary');
  await tabTo(page, create);
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(create).toBeFocused();

  await page.keyboard.press('Enter');
  await tabTo(page, dialog.locator('[name=kind]:checked'));
  await page.keyboard.press('ArrowDown');
  const origins = dialog.locator('[name=allowedOrigins]');
  await tabTo(page, origins);
  await page.keyboard.type('not an origin');
  await tabTo(page, dialog.locator('[type=submit]'));
  await page.keyboard.press('Enter');
  await expect(origins).toBeFocused();
  await expect(origins).toHaveAttribute('aria-invalid', 'true');
  const message = 'Geben Sie einen Ursprung ohne Pfad ein, zum Beispiel https://shop.example.';
  await expect(origins).toHaveAccessibleDescription(new RegExp(message));
  await expect(dialog.getByRole('alert')).toHaveText('Prüfen Sie das markierte Feld.');

  await page.keyboard.press('Control+A');
  await page.keyboard.type('https://shop.example');
  await page.keyboard.press('Tab');
  await tabTo(page, dialog.locator('[type=submit]'));
  await page.keyboard.press('Enter');
  const done = dialog.locator('footer button');
  await expect(done).toHaveCount(1);
  await tabTo(page, done);
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(create).toBeFocused();
  const table = page.getByRole('table', { name: 'API-Schlüssel' });
  await expect(table.getByRole('row')).toHaveCount(2);

  // On a phone, rows are lists that are still a table for screen readers.
  await page.setViewportSize({ width: 390, height: 800 });
  await expect(table.getByRole('row')).toHaveCount(2);
  await expect(table.getByRole('rowheader')).toHaveCount(1);
  await expect(table.getByRole('cell').first()).toHaveAttribute('data-label', 'Art');
});
