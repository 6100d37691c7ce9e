import { expect, test } from 'playwright/test';
import { checkPage } from './check-console-page.ts';
import { type ConsoleServer, startConsoleServer } from './console-server.ts';
import { visitConsole } from './console-visit.ts';

let server: ConsoleServer;

test.beforeAll(async () => {
  server = await startConsoleServer();
});

test.afterAll(async () => {
  await server.stop();
});

test('an owner follows the request log and sees usage, and the operator limits the account', async ({
  page,
}) => {
  const visit = await visitConsole(page, server);
  const keys = `/accounts/${visit.accountId}/keys`;
  const order = { label: 'Shop', kind: 'secret', tier: 'pro', environment: 'live' };
  const { text } = await visit.send<{ text: string }>('post', keys, order);
  const call = (path: string) =>
    page.request.get(server.url + path, { headers: { Authorization: `Bearer ${text}` } });
  await page.goto(`${server.url}/console/`);
  await page.getByRole('link', { name: 'Request log' }).click();
  await expect(page.getByText('No requests', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Follow live' }).click();
  await call('/v1/books?limit=1');
  await call('/v1/books/bk_01KAJ0Q1V4T2M8Y6ZP3W5X7E9R');
  await expect(page.getByRole('row', { name: /book_not_found/ })).toBeVisible();
  await checkPage(page, 'requests');
  await page.getByLabel('Status').selectOption('Successful (2xx)');
  await expect(page.getByRole('row', { name: /book_not_found/ })).toHaveCount(0);
  await expect(page.getByRole('row', { name: /Shop/ })).toBeVisible();

  await page.getByRole('link', { name: 'API keys' }).click();
  await expect(page.getByText('Requests: 2')).toBeVisible();
  await page.getByLabel('Period').selectOption('13 months');
  await page.getByText('Show as a table').or(page.locator('key-usage summary')).first().click();
  await expect(page.locator('key-usage tbody tr').last()).toContainText('2');
  await expect(page.locator('key-usage canvas')).toBeVisible();
  await checkPage(page, 'usage');

  await visit.signIn('op');
  await page.goto(`${server.url}/console/system`);
  await expect(page.getByText(/SQLite \d/)).toBeVisible();
  await expect(page.getByText('No errors.')).toBeVisible();
  await checkPage(page, 'system');
  await page.getByRole('link', { name: 'Accounts' }).click();
  await page.getByRole('button', { name: 'Limits Hollis & Wren' }).click();
  for (const tier of ['Unlimited', 'Developer', 'Pro']) await page.getByLabel(tier).uncheck();
  await page.getByLabel('Largest sale').fill('0.5');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect(page.locator('#maxSaleAmount-error')).not.toBeEmpty();
  await page.getByLabel('Largest sale').fill('5000');
  await checkPage(page, 'account-limits');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.getByLabel('Language', { exact: true }).selectOption('Deutsch');
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  await page.goto(`${server.url}/console/system`);
  await expect(page.getByRole('heading', { name: 'Wartende Aufgaben' })).toBeVisible();
  await checkPage(page, 'system-german');

  await visit.signIn('owner');
  const refused = await page.request.post(`${server.url}/console/api${keys}`, {
    data: order,
    headers: { Origin: server.url },
  });
  expect(refused.status()).toBe(403);
});
