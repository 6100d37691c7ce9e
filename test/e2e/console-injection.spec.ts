import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { parse } from 'csv-parse/sync';
import { type APIResponse, expect, type Page, test } from 'playwright/test';
import { accountPages } from '../../console/app/pages.ts';
import { buildEpub } from '../server/epub/fixtures/build-epub.ts';
import { watchErrors } from './check-console-page.ts';
import { type ConsoleServer, startConsoleServer } from './console-server.ts';
import { checkState, openIn, untilLoaded } from './console-states.ts';
import { addPublicBook, visitConsole } from './console-visit.ts';

/** A formula in a spreadsheet that also closes attributes, elements and templates. */
const payload = '=1+1;@A1"\'><img src=x onerror=svcRan=1>${svcRan=1}';
const escaped = payload.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

let server: ConsoleServer;
let receiver: Server;

test.beforeAll(async () => {
  server = await startConsoleServer('127.0.0.1', { SVC_WEBHOOK_LOOPBACK: 'on' });
  receiver = createServer((_request, response) => {
    response.writeHead(500, { 'Content-Type': 'text/html' }).end(payload);
  }).listen(0, '127.0.0.1');
  await once(receiver, 'listening');
});

test.afterAll(async () => {
  receiver.close();
  await server.stop();
});

test('text of accounts, partners, shops, readers, books and other servers never runs', async ({
  page,
}) => {
  const { accountId, send, signIn } = await visitConsole(page, server);
  const account = `/accounts/${accountId}`;
  const url = `${server.url}/console/a/${accountId}`;
  const address = receiver.address();
  const port = typeof address === 'object' ? address?.port : '';

  await page.context().setExtraHTTPHeaders({ 'User-Agent': payload });
  await signIn('owner');
  const bookId = await addBook();
  await send('patch', `${account}/books/${bookId}`, { visibility: 'public', description: payload });
  const deployment = await send<{ id: string }>('post', `${account}/deployments`, {
    name: payload,
  });
  const affiliate = await send<{ id: string }>('post', `${account}/affiliates`, {
    code: 'weekly',
    name: payload,
    rate: '0.1',
  });
  const { webhook } = await send<{ webhook: { id: string } }>('post', `${account}/webhooks`, {
    url: `http://127.0.0.1:${port}/?${encodeURIComponent(payload)}`,
    description: payload,
    events: ['*'],
  });
  await send('post', `${account}/webhooks/${webhook.id}/test`, {});
  const { text: key } = await send<{ text: string }>('post', `${account}/keys`, {
    label: payload,
    kind: 'secret',
    tier: 'pro',
    environment: 'live',
  });
  await useApi(key);
  await send('post', `${account}/invitations`, { email: 'ed@example.com', role: 'editor' });

  const errors = watchErrors(page);
  const ids: Record<string, string> = {
    bookId,
    deploymentId: deployment.id,
    affiliateId: affiliate.id,
  };
  let shown = 0;
  for (const { path, roles } of accountPages) {
    if (roles.length === 1 && roles[0] === 'partner') continue;
    await page.goto(`${url}/${path.replaceAll(/:(\w+)/g, (_, name) => ids[name] ?? '')}`);
    await page.locator('h1').first().waitFor();
    await untilLoaded(page);
    await openDetails(page);
    await expectNothingRan(page, path);
    if ((await page.locator('body').textContent())?.includes('<img src=x')) shown += 1;
  }
  expect(shown, 'pages that show the text').toBeGreaterThan(9);
  await page.goto(`${url}/webhooks`);
  await page.locator('tbody th a, tbody th button').first().click();
  await page.locator('webhook-deliveries tbody button').first().click();
  await expect(page.getByRole('dialog')).toContainText('<img src=x');
  await expectNothingRan(page, 'delivery');
  await page.goto(`${server.url}/console/you`);
  await untilLoaded(page);
  await expectNothingRan(page, 'you');
  const query = new URLSearchParams({ book: bookId, key, campaign: '-1' });
  await page.goto(`${server.url}/v1/reader/embed?${query}`);
  await expectNothingRan(page, 'served page');
  expect(errors).toEqual([]);

  for (const file of [
    'sales.csv',
    'prices.csv',
    'audit-log.csv',
    'analytics.csv?groupBy=campaign',
    'analytics.csv?groupBy=book',
    `affiliates/${affiliate.id}/report.csv?groupBy=campaign`,
  ]) {
    const response = await page.request.get(`${server.url}/console/api${account}/${file}`);
    const cells = parse(await response.text()).flat();
    expect(response.status(), file).toBe(200);
    const formulas = cells.filter(
      (cell) => /(?:^|;)[=+\-@]/.test(cell) && !/^-?[\d.]+$/.test(cell),
    );
    expect(formulas, file).toEqual([]);
  }

  async function addBook(): Promise<string> {
    const metadata = {
      title: escaped,
      creator: escaped,
      more: `<dc:publisher>${escaped}</dc:publisher><dc:subject>${escaped}</dc:subject>`,
    };
    const chapters = [{ body: `<h1>${escaped}</h1><p>Text.</p>`, title: escaped }];
    const file = Buffer.from(await buildEpub({ metadata, chapters }));
    const order = { name: `${payload}.epub`, size: file.length };
    const upload = await send<{ id: string }>('post', `${account}/uploads`, order);
    await send('put', `${account}/uploads/${upload.id}/parts/0`, file);
    const path = `${account}/uploads/${upload.id}/import`;
    return (await send<{ bookId: string }>('post', path, {})).bookId;
  }

  /** A sale, a review, a failed request, and a visit with a campaign. */
  async function useApi(secret: string): Promise<void> {
    const headers = { Authorization: `Bearer ${secret}` };
    const post = (path: string, data: object): Promise<APIResponse> =>
      page.request.post(`${server.url}/v1${path}`, { data, headers });
    const unitPrice = { amount: '9.99', currency: 'EUR' };
    const at = new Date().toISOString();
    const sale = { orderId: payload, bookId, quantity: 1, unitPrice, occurredAt: at };
    expect((await post('/sales', { ...sale, readerId: payload })).status()).toBe(201);
    const review = { rating: 5, title: payload, body: payload, reviewer: payload };
    expect((await post(`/books/${bookId}/reviews`, review)).status()).toBe(201);
    const query = new URLSearchParams({ book: bookId, affiliate: 'weekly', campaign: '-1' });
    const embed = await page.request.get(`${server.url}/v1/reader/embed?${query}`, { headers });
    const { data } = await embed.json();
    expect(embed.status(), JSON.stringify(data)).toBe(200);
    const opened = { type: 'opened', at: new Date().toISOString() };
    const beacon = { token: data.session.token, events: [opened] };
    const answer = await page.request.post(`${server.url}/v1/reader/events`, { data: beacon });
    expect(answer.ok(), await answer.text()).toBe(true);
    await page.request.get(`${server.url}/v1/books/${encodeURIComponent(payload)}`, { headers });
  }
});

test('names without spaces break instead of widening tables and filters', async ({ browser }) => {
  const empty = await startConsoleServer();
  const page = await browser.newPage();
  try {
    const visit = await visitConsole(page, empty);
    const { accountId, send } = visit;
    const account = `/accounts/${accountId}`;
    const name = 'W'.repeat(190);
    const bookId = await addPublicBook(visit);
    await send('patch', `${account}/books/${bookId}`, { title: name });
    await send('post', `${account}/deployments`, { name });
    await send('post', `${account}/affiliates`, { code: 'weekly', name, rate: '0.1' });
    const email = `${'w'.repeat(60)}@${'w'.repeat(60)}.example`;
    await send('post', `${account}/invitations`, { email, role: 'editor' });
    for (const path of ['books', 'appearance', 'sales', 'affiliates', 'team']) {
      await openIn(page, 'en', `${empty.url}/console/a/${accountId}/${path}`);
      await untilLoaded(page);
      const views = [
        [390, 'dark'],
        [1280, 'light'],
      ] as const;
      await checkState(page, `long-${path}`, { language: 'en', views });
    }
  } finally {
    await page.close();
    await empty.stop();
  }
});

async function openDetails(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const details of document.querySelectorAll('details')) details.open = true;
  });
}

async function expectNothingRan(page: Page, name: string): Promise<void> {
  const found = await page.evaluate(() => ({
    ran: Reflect.has(window, 'svcRan'),
    images: document.querySelectorAll('img[src="x"], script:not([src]):not([type])').length,
  }));
  expect(found, name).toEqual({ ran: false, images: 0 });
}
