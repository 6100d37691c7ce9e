import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { Decimal } from 'decimal.js';
import { expect, test, type APIRequestContext, type Locator, type Page } from 'playwright/test';
import { Webhook } from 'standardwebhooks';
import { accessibilityProblems } from './accessibility-problems.ts';

// The trace is evidence, so it is recorded regardless of the outcome.
test.use({ trace: 'on', viewport: { width: 1280, height: 900 } });

interface Money {
  amount: string;
  currency: string;
}

/** An event as a shop receives it. */
interface SaleEvent {
  id: string;
  type: string;
  data: { object: { id: string; traceId: string; conversion: Conversion | null } };
}
interface Conversion {
  code: string;
  campaign: string;
  sub: string;
  commission: Money;
  state: string;
}
interface Figures {
  impressions: number;
  opens: number;
  samplesFinished: number;
  clicks: number;
  conversions: number;
  sales: Money[];
  refunds: Money[];
  net: Money[];
  commission: Money[];
}

test('a blog reader buys a book, the blogger earns a commission, and loses it when the book is returned', async ({
  page,
  context,
  request,
}) => {
  const shop = shopKeys();
  const api = asShop(request, shop.secretKey);
  const receiver = await startReceiver(api);
  const before = await reportOf(api, shop.affiliateId);

  // The blog with its affiliate attributes, and the sample to its end.
  await page.goto('/demo/blog/');
  const reader = page.locator('svc-reader').first();
  await expect(reader).toHaveAttribute('affiliate', 'marginalia');
  await readToTheEnd(page, reader);

  // The buy button opens the shop's checkout.
  const opened = context.waitForEvent('page');
  await reader.getByRole('link', { name: /^Buy for €12.90/ }).click();
  const checkout = await opened;
  await checkout.waitForURL(/\/demo\/checkout\/\?/);
  const arrival = new URL(checkout.url()).searchParams;
  const traceId = arrival.get('trace') ?? '';
  const clickId = arrival.get('click') ?? '';
  expect(traceId).toMatch(/^trc_/);
  expect(clickId).toMatch(/^clk_/);

  // The shop's server reports the sale.
  await checkout.getByRole('button', { name: 'Buy' }).click();
  await checkout.waitForURL(/\/demo\/thanks\//);
  const saleId = new URL(checkout.url()).searchParams.get('sale') ?? '';
  const sale = await api.get(`/v1/sales/${saleId}`);
  expect(sale).toMatchObject({
    clickId,
    traceId,
    total: { amount: '12.90', currency: 'EUR' },
    state: 'completed',
    conversion: {
      code: 'marginalia',
      campaign: 'autumn-reading',
      sub: postSlug,
      rate: '0.08',
      commission: { amount: '1.03', currency: 'EUR' },
      state: 'pending',
      reason: null,
    },
  });

  // The official library verifies the event over its raw bytes.
  const completed = await receiver.next('sale.completed');
  expect(completed.data.object).toMatchObject({ id: saleId, traceId });
  expect(completed.data.object.conversion?.commission.amount).toBe('1.03');

  // The page that shows every step.
  await checkout.getByRole('link', { name: 'Follow this sale' }).click();
  await expect(checkout.locator('#trace')).toHaveText(traceId);
  await expect(checkout.locator('[data-step="delivered"]')).toHaveClass('done');
  await expect(checkout.locator('[data-step="earned"]')).toContainText('€1.03');
  expect(await accessibilityProblems(checkout)).toEqual([]);

  // Analytics events are sent when the reader leaves the blog.
  await page.goto('/demo/shop/');
  const steps = ['impression', 'opened', 'finished-sample', 'buy-clicked', 'click', 'sale'];
  await expect.poll(() => stepsOf(api, traceId)).toEqual(expect.arrayContaining(steps));
  const known = await stepsOf(api, traceId);
  expect(known).toEqual(expect.arrayContaining(['conversion', 'commission', 'event', 'delivery']));
  expect(await stepsOf(api, saleId)).toEqual(known);
  expect(await stepsOf(api, clickId)).toEqual(known);

  const sold = await reportOf(api, shop.affiliateId);
  expect(changeSince(before, sold)).toEqual({
    impressions: 1,
    opens: 1,
    samplesFinished: 1,
    clicks: 1,
    conversions: 1,
    sales: '12.90',
    refunds: '0.00',
    net: '12.90',
    commission: '1.03',
  });

  // A second order follows from the same click, and the first order is returned.
  await page.goto(`/demo/checkout/?${arrival}`);
  await page.getByRole('combobox', { name: /Quantity/ }).selectOption('3');
  await page.getByRole('button', { name: 'Buy' }).click();
  await page.waitForURL(/\/demo\/thanks\//);
  await receiver.next('sale.completed');
  await checkout.getByRole('button', { name: 'Refund' }).click();
  await expect(checkout.locator('[data-step="refunded"]')).toHaveClass('done refund');
  await expect(checkout.locator('[data-step="reversed"]')).toHaveClass('done');
  const refunded = await receiver.next('sale.refunded');
  expect(refunded.data.object).toMatchObject({ id: saleId, traceId });
  expect(await api.get(`/v1/sales/${saleId}`)).toMatchObject({
    state: 'refunded',
    traceId,
    conversion: { state: 'reversed', commission: { amount: '0.00' } },
  });

  const after = changeSince(before, await reportOf(api, shop.affiliateId));
  expect(after).toMatchObject({ sales: '51.60', refunds: '12.90', net: '38.70' });
  const rate = new Decimal('0.08');
  const due = rate.times(after.net).toFixed(2, Decimal.ROUND_HALF_EVEN);
  expect(after.commission).toBe(due);
  await receiver.close();
});

async function readToTheEnd(page: Page, reader: Locator): Promise<void> {
  await expect(reader.getByRole('slider')).toBeVisible();
  const end = reader.getByRole('region', { name: 'The sample ends here' });
  await reader.evaluate((element: HTMLElement) => element.focus());
  await expect(async () => {
    await page.keyboard.press('ArrowRight');
    await expect(end).toBeVisible({ timeout: 300 });
  }).toPass();
}

/** The shop's data as written by the seed. */
function shopKeys(): { secretKey: string; affiliateId: string } {
  const file = join(process.env.SVC_E2E_DATA ?? '', 'demo.json');
  return JSON.parse(readFileSync(file, 'utf8')).shop;
}

type ShopApi = ReturnType<typeof asShop>;

function asShop(request: APIRequestContext, secretKey: string) {
  const headers = { Authorization: `Bearer ${secretKey}` };
  return {
    async get(path: string) {
      const answer = await request.get(path, { headers });
      if (!answer.ok()) throw new Error(await answer.text());
      return (await answer.json()).data;
    },
    async post(path: string, data: object) {
      const answer = await request.post(path, { headers, data });
      if (!answer.ok()) throw new Error(await answer.text());
      return (await answer.json()).data;
    },
  };
}

/** A receiver for this test, in addition to the shop's. */
async function startReceiver(api: ShopApi) {
  let webhook: Webhook | null = null;
  const arrived: SaleEvent[] = [];
  const server = createServer(async (request, response) => {
    const body = await text(request);
    const signed = ['webhook-id', 'webhook-timestamp', 'webhook-signature'];
    const headers = signed.map((name) => [name, String(request.headers[name])]);
    try {
      const event = webhook?.verify(body, Object.fromEntries(headers));
      if (event) arrived.push(asEvent(event));
      response.writeHead(204).end();
    } catch {
      response.writeHead(400).end();
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const events = ['sale.completed', 'sale.refunded'];
  const { secret } = await api.post('/v1/webhooks', { url: `http://127.0.0.1:${port}/`, events });
  webhook = new Webhook(secret);
  return {
    /** Returns the next event of a type once it has arrived and is verified. */
    async next(type: string): Promise<SaleEvent> {
      await expect.poll(() => arrived.some((event) => event.type === type)).toBe(true);
      const [event] = arrived.splice(
        arrived.findIndex((one) => one.type === type),
        1,
      );
      if (!event) throw new Error(`No ${type} event has arrived.`);
      return event;
    },
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

function asEvent(verified: unknown): SaleEvent {
  return verified as SaleEvent;
}

async function stepsOf(api: ShopApi, id: string): Promise<string[]> {
  const { steps } = await api.get(`/v1/affiliates/traces/${id}`);
  return steps.map(({ type }: { type: string }) => type);
}

/** Results of the blog post. */
async function reportOf(api: ShopApi, affiliateId: string): Promise<Figures> {
  const { rows }: { rows: (Figures & { key: string | null })[] } = await api.get(
    `/v1/affiliates/${affiliateId}/report?groupBy=sub`,
  );
  return rows.find(({ key }) => key === postSlug) ?? nothing;
}

const postSlug = 'forty-one-clocks';
const nothing: Figures = {
  impressions: 0,
  opens: 0,
  samplesFinished: 0,
  clicks: 0,
  conversions: 0,
  sales: [],
  refunds: [],
  net: [],
  commission: [],
};

/** Change of a report's figures, in euros. */
function changeSince(before: Figures, after: Figures) {
  const euros = (amounts: Money[]) =>
    new Decimal(amounts.find(({ currency }) => currency === 'EUR')?.amount ?? 0);
  const money = (name: 'sales' | 'refunds' | 'net' | 'commission') =>
    euros(after[name]).minus(euros(before[name])).toFixed(2);
  return {
    impressions: after.impressions - before.impressions,
    opens: after.opens - before.opens,
    samplesFinished: after.samplesFinished - before.samplesFinished,
    clicks: after.clicks - before.clicks,
    conversions: after.conversions - before.conversions,
    sales: money('sales'),
    refunds: money('refunds'),
    net: money('net'),
    commission: money('commission'),
  };
}
