import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { expect, test } from 'playwright/test';
import { checkPage } from './check-console-page.ts';
import { type ConsoleServer, startConsoleServer } from './console-server.ts';
import { addPublicBook, visitConsole } from './console-visit.ts';

let server: ConsoleServer;
let receiver: Server;
let status = 500;

test.beforeAll(async () => {
  process.env.SVC_WEBHOOK_LOOPBACK = 'on';
  server = await startConsoleServer();
  delete process.env.SVC_WEBHOOK_LOOPBACK;
  receiver = createServer((_request, response) => {
    response.writeHead(status).end(status === 500 ? 'the shop is closed' : 'thanks');
  }).listen(0, '127.0.0.1');
  await once(receiver, 'listening');
});

test.afterAll(async () => {
  receiver.close();
  await server.stop();
});

test('an owner repairs a webhook, and a customer manages webhooks in the portal', async ({
  page,
  browser,
}) => {
  const visit = await visitConsole(page, server);
  const bookId = await addPublicBook(visit);
  const address = receiver.address();
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/hooks`;
  await page.goto(`${server.url}/console/`);
  await page.getByRole('link', { name: 'Webhooks' }).click();
  await expect(page.getByText('No webhooks yet')).toBeVisible();
  await page.getByRole('button', { name: 'Create webhook' }).click();
  await page.getByLabel('URL').fill('http://169.254.169.254/');
  await page.getByRole('dialog').getByRole('button', { name: 'Create webhook' }).click();
  await expect(page.locator('#url-error')).not.toBeEmpty();
  await page.getByLabel('URL').fill(url);
  await page.getByRole('radio', { name: 'Only these events' }).check();
  await page.getByLabel('sale.completed').check();
  await checkPage(page, 'webhook-form');
  await page.getByRole('dialog').getByRole('button', { name: 'Create webhook' }).click();
  await expect(page.getByRole('textbox', { name: 'Secret' })).toHaveValue(/^whsec_/);
  await page.getByRole('button', { name: 'I have stored the secret' }).click();

  await page.getByRole('button', { name: 'Send test event' }).click();
  await expect(page.getByText('the shop is closed')).toBeVisible();
  await checkPage(page, 'webhook-delivery');

  // A dialog that is closed while it loads again stays closed.
  const delivery = /\/deliveries\/[^/]+$/;
  let answer = () => {};
  const held = new Promise<void>((resolve) => (answer = resolve));
  await page.route(delivery, async (route) => {
    await held;
    await route.fallback();
  });
  await page.waitForRequest(delivery);
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  const answered = page.waitForResponse(delivery);
  answer();
  await (await answered).finished();
  await page.waitForTimeout(500);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  // A delivery that cannot be loaded has an error.
  await page.route(delivery, (route) => route.abort());
  const opener = page.locator('webhook-deliveries tbody button').first();
  await opener.click();
  await expect(page.getByRole('alert').getByText('The server didn’t respond')).toBeVisible();
  await page.unroute(delivery);
  await opener.click();

  status = 204;
  await page.getByRole('button', { name: 'Send again' }).click();
  // The automatic attempt after a failure may be due at the same time.
  await expect(page.getByRole('dialog').getByText('204').first()).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('cell', { name: 'Delivered' })).toBeVisible();
  await page.getByRole('button', { name: 'Disable' }).click();
  await expect(page.getByText('Events are held while')).toBeVisible();
  await page.getByRole('button', { name: 'Enable' }).click();
  await checkPage(page, 'webhook');
  await page.getByRole('button', { name: 'All webhooks' }).click();
  await page.getByText('sale.refunded', { exact: true }).click();
  await checkPage(page, 'webhooks');

  const key = await visit.send<{ text: string }>('post', `/accounts/${visit.accountId}/keys`, {
    kind: 'secret',
    tier: 'pro',
    environment: 'live',
  });
  const response = await page.request.post(`${server.url}/v1/webhooks/portal-link`, {
    data: { name: 'Quill & Co', bookIds: [bookId] },
    headers: { Authorization: `Bearer ${key.text}` },
  });
  expect(response.status()).toBe(200);
  const link = (await response.json()).data.url;
  const customer = await (await browser.newContext({ locale: 'en-GB' })).newPage();
  await customer.goto(new URL(link).href.replace(new URL(link).origin, server.url));
  await expect(customer.getByText('Quill & Co')).toBeVisible();
  // The account's own webhook receives events about all books.
  await expect(customer.getByText('No webhooks yet')).toBeVisible();
  await customer.getByRole('button', { name: 'Create webhook' }).click();
  await customer.getByLabel('URL').fill(url);
  await customer.getByRole('dialog').getByRole('button', { name: 'Create webhook' }).click();
  await customer.getByRole('button', { name: 'I have stored the secret' }).click();
  await expect(customer.getByText(bookId)).toBeVisible();
  await customer.reload();
  await expect(customer.getByRole('button', { name: url })).toBeVisible();
  await checkPage(customer, 'webhook-portal');
  await customer.goto('about:blank');
  await customer.goto(new URL(link).href.replace(new URL(link).origin, server.url));
  await expect(customer.getByText('already used')).toBeVisible();
  await checkPage(customer, 'webhook-portal-used');
  await customer.close();
});
