import { expect, test } from 'playwright/test';
import { checkPage } from './check-console-page.ts';
import { type ConsoleServer, startConsoleServer } from './console-server.ts';
import { addPublicBook, visitConsole } from './console-visit.ts';

let server: ConsoleServer;

test.beforeAll(async () => {
  server = await startConsoleServer();
});

test.afterAll(async () => {
  await server.stop();
});

test('an owner invites a partner, sees the readers and sales of the link, and pays the partner', async ({
  page,
  browser,
}) => {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (line) => /polic|trusted/i.test(line.text()) && errors.push(line.text()));
  const visit = await visitConsole(page, server);
  const account = `/accounts/${visit.accountId}`;
  const bookId = await addPublicBook(visit);
  await visit.send('patch', `${account}/books/${bookId}`, {
    buyUrl: 'https://shop.example/{bookId}?click={clickId}',
    price: { amount: '9.99', currency: 'EUR' },
  });
  const { text: key } = await visit.send<{ text: string }>('post', `${account}/keys`, {
    label: 'Shop',
    kind: 'secret',
    tier: 'unlimited',
    environment: 'live',
  });

  await page.goto(`${server.url}/console/`);
  await page.getByRole('link', { name: 'Analytics' }).first().click();
  await expect(page.getByText('No readings yet')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Breakdown' })).toHaveCount(0);
  await page.getByLabel('Period').selectOption('Custom period');
  // A first day after the last day moves the last day.
  await page.getByLabel('Last day').fill('2026-03-01');
  await page.getByLabel('First day').fill('2026-03-09');
  await expect(page.getByLabel('Last day')).toHaveValue('2026-03-09');
  await page.getByLabel('First day').fill('0026-03-09');
  await expect(page).toHaveURL(/from=2026-03-09/);
  await expect(page.getByText('No readings yet')).toBeVisible();
  await page.getByLabel('Period').selectOption('Last 30 days');
  await checkPage(page, 'analytics-empty');
  await page.getByRole('link', { name: 'Affiliates' }).click();
  await expect(page.getByText('No partners yet')).toBeVisible();
  await page.getByRole('button', { name: 'Create partner' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Books Weekly');
  await dialog.getByLabel('Code', { exact: true }).fill('weekly');
  await dialog.getByLabel('Commission in percent').fill('a lot');
  await dialog.getByText('Terms').click();
  await dialog.getByLabel('Approval after').fill('0');
  await dialog.getByLabel('Other rates').fill(`Sea stories = 7\n${bookId} = 12.5`);
  await dialog.getByRole('button', { name: 'Create partner' }).click();
  await expect(page.locator('#rate-error')).toBeVisible();
  await checkPage(page, 'affiliate-form');
  await dialog.getByLabel('Commission in percent').fill('8');
  await dialog.getByRole('button', { name: 'Create partner' }).click();
  await page.getByRole('link', { name: 'Books Weekly' }).click();
  await page.getByRole('button', { name: 'Invite partner' }).click();
  await dialog.getByLabel('Email address').fill('pat@weekly.example');
  await dialog.getByRole('button', { name: 'Create invitation link' }).click();
  const invitation = await page.getByLabel('Invitation link').inputValue();
  await page.getByRole('button', { name: 'Done' }).click();

  // Readings of crawlers and of headless browsers are not counted.
  const userAgent = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0.0.0';
  const context = await browser.newContext({ userAgent });
  const partner = await context.newPage();
  await partner.goto(invitation);
  await partner.getByLabel('Name').fill('Pat');
  await partner.getByLabel('Password').fill('seven grey herons waiting');
  await partner.getByRole('button', { name: 'Join' }).click();
  await expect(partner.getByText('You earn 8% of sales')).toBeVisible();
  await partner.getByRole('link', { name: 'Links and embed codes' }).first().click();
  await partner.getByLabel('Your campaign').fill('autumn');
  await partner.getByLabel('Your campaign').blur();
  await expect(partner.getByText('12.5% commission')).toBeVisible();
  await expect(partner.getByLabel('Link to the reader')).toHaveCount(0);
  const { text: publishable } = await visit.send<{ text: string }>('post', `${account}/keys`, {
    label: 'Books Weekly',
    kind: 'publishable',
    tier: 'basic',
    environment: 'live',
    allowedOrigins: ['https://weekly.example'],
  });
  await partner.getByLabel('Publishable key').fill(publishable);
  await partner.getByLabel('Publishable key').blur();
  await expect(partner.getByLabel('Code for your page')).toHaveValue(/affiliate="weekly"/);
  await checkPage(partner, 'partner-links');

  // A reader opens the partner's link and buys the book.
  const reader = await context.newPage();
  const beacon = reader.waitForRequest((one) => one.url().endsWith('/v1/reader/events'));
  await reader.goto(await partner.getByLabel('Link to the reader').inputValue());
  await expect(reader.getByText('One salt road').filter({ visible: true }).first()).toBeVisible();
  await beacon;
  await reader.close();
  const clickPage = await partner.getByLabel('Link to the shop').inputValue();
  const shop = await fetch(clickPage, {
    redirect: 'manual',
    headers: { 'User-Agent': userAgent },
  });
  const clickId = new URL(shop.headers.get('Location') ?? '').searchParams.get('click');
  const sale = await fetch(`${server.url}/v1/sales`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({
      orderId: 'order-1',
      bookId,
      clickId,
      quantity: 1,
      unitPrice: { amount: '9.99', currency: 'EUR' },
      occurredAt: new Date().toISOString(),
    }),
  });
  expect(sale.status, await sale.text()).toBe(201);

  await expect(async () => {
    await page.goto(`${server.url}/console/a/${visit.accountId}/analytics?by=affiliate`);
    const row = page.getByRole('row', { name: /Books Weekly/ });
    await expect(row).toBeVisible({ timeout: 2000 });
  }).toPass();
  await page.getByRole('button', { name: 'Books Weekly' }).click();
  await page.getByLabel('Break down by').selectOption('Campaign');
  await expect(page.getByRole('button', { name: 'autumn' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('button', { name: /Books Weekly Remove filter/ })).toBeVisible();
  await page.getByRole('button', { name: 'What does “Sessions” mean?' }).click();
  await expect(page.getByText('read for ten seconds or more')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByText('Show as a table').first().click();
  await expect(page.locator('line-chart canvas').first()).toBeVisible();
  await checkPage(page, 'analytics');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'CSV of this table' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^analytics-campaign-/);

  await page.getByRole('link', { name: 'Sales', exact: true }).click();
  await expect(page.getByRole('row', { name: /order-1.*Books Weekly/ })).toContainText('€1.25');
  // Narrow screens show the titles of columns, without their definitions.
  await expect(page.locator('main td[data-label*="?"]')).toHaveCount(0);
  await checkPage(page, 'sales');
  await page.getByRole('link', { name: 'weekly' }).click();
  await page.getByRole('button', { name: 'Record payout' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Record payout' }).click();
  await expect(page.getByRole('table', { name: 'List of payouts' })).toContainText('€1.25');
  await checkPage(page, 'affiliate');

  await partner.getByRole('link', { name: 'Home' }).click();
  await expect(partner.getByRole('table', { name: 'List of payouts' })).toContainText('€1.25');
  await checkPage(partner, 'partner');
  await partner.goto(`${server.url}/console/a/${visit.accountId}/affiliates`);
  await expect(partner.getByText('Page not found')).toBeVisible();
  await page.getByRole('link', { name: 'Home' }).click();
  await expect(page.getByRole('heading', { name: 'API usage' })).toBeVisible();
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.getByLabel('Language').selectOption('العربية');
  await expect(page.getByRole('heading', { name: 'آخر 30 يومًا' })).toBeVisible();
  await checkPage(page, 'home-arabic');
  expect(errors).toEqual([]);
  await context.close();
});
