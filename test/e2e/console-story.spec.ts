import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { text } from 'node:stream/consumers';
import { type Browser, expect, type Page, test } from 'playwright/test';
import { Webhook } from 'standardwebhooks';
import { buildEpub } from '../server/epub/fixtures/build-epub.ts';
import { newPostgresDatabase, postgresMissing } from '../server/postgres.ts';
import { startConsoleServer } from './console-server.ts';

const password = 'quiet lantern over water';
const epub = 'application/epub+zip';

for (const engine of ['SQLite', 'PostgreSQL'] as const) {
  test(`a publisher sells a first book without the command line, on ${engine}`, async ({
    browser,
  }) => {
    test.skip(engine === 'PostgreSQL' && postgresMissing !== null, postgresMissing ?? '');
    const database: Record<string, string> =
      engine === 'PostgreSQL' ? { DATABASE_URL: await newPostgresDatabase() } : {};
    const server = await startConsoleServer('127.0.0.1', {
      SVC_WEBHOOK_LOOPBACK: 'on',
      ...database,
    });
    const site = await startSite();
    try {
      await followPublisher(browser, server, site);
    } finally {
      await server.stop();
      site.close();
    }
  });
}

async function followPublisher(
  browser: Browser,
  server: { url: string; setupLink: string },
  site: Site,
): Promise<void> {
  const step = stopwatch();

  // The operator opens the printed link and invites a publisher.
  const operator = await newVisitor(browser);
  await operator.goto(server.setupLink);
  await operator.getByLabel('Email address').fill('op@example.com');
  await operator.getByLabel('Name').fill('Olga');
  await operator.getByLabel('Password').fill(password);
  await operator.getByRole('button', { name: 'Create operator' }).click();
  await operator.getByRole('button', { name: 'Create account' }).click();
  await operator.getByRole('dialog').getByLabel('Name').fill('Hollis & Wren');
  await operator.getByRole('dialog').getByRole('button', { name: 'Create account' }).click();
  await operator
    .getByRole('main')
    .getByRole('link', { name: 'Hollis & Wren', exact: true })
    .click();
  await operator.getByRole('link', { name: 'Team', exact: true }).click();
  await operator.getByRole('button', { name: 'Invite a person' }).click();
  await operator.getByLabel('Email address').fill('owner@example.com');
  await operator.getByRole('radio', { name: /Owner/ }).check();
  await operator.getByRole('button', { name: 'Create invitation link' }).click();
  const invitation = await operator.getByLabel('Invitation link').inputValue();
  await operator.context().close();
  step('set-up and invitation');

  const owner = await newVisitor(browser);
  await join(owner, invitation, 'Wren');
  const books = owner.getByRole('link', { name: 'Books', exact: true });
  await books.click();
  await owner.getByLabel('Upload books').setInputFiles([
    { name: 'salt.epub', mimeType: epub, buffer: await bookFile('The Salt Roads') },
    { name: 'broken.epub', mimeType: epub, buffer: Buffer.from('%PDF-1.7 no book') },
    { name: 'fog.epub', mimeType: epub, buffer: await bookFile('Fog') },
  ]);
  await expect(owner.locator('.uploads .failed')).toContainText('PDF');
  await expect(owner.getByText('Imported:')).toHaveCount(2);
  step('sign-up and upload');

  await owner.getByRole('row').getByRole('link', { name: 'The Salt Roads' }).click();
  await owner.getByRole('textbox', { name: 'Price' }).fill('9.99');
  await owner.getByLabel('Currency').fill('EUR');
  await owner.getByLabel('Link to the shop').fill(`${site.origin}/buy/{bookId}?click={clickId}`);
  await owner.getByRole('radio', { name: /Sample/ }).check();
  await owner.getByLabel('Share of the book').fill('60');
  await owner.getByRole('button', { name: 'Save price and sample' }).click();
  await expect(owner.locator('#main').getByText('Saved.')).toBeVisible();
  await owner.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(owner.getByText('This book is public.')).toBeVisible();
  step('price and sample');

  await owner.getByRole('link', { name: 'Appearance', exact: true }).click();
  await owner.getByRole('button', { name: 'Create deployment' }).click();
  await owner.getByRole('dialog').getByLabel('Name').fill('Salt Books');
  await owner.getByRole('dialog').getByRole('button', { name: 'Create deployment' }).click();
  await expect(owner.getByRole('heading', { name: 'Salt Books' })).toBeVisible();
  await owner.getByRole('link', { name: 'Affiliates', exact: true }).click();
  await owner.getByRole('button', { name: 'Create partner' }).first().click();
  const terms = owner.getByRole('dialog');
  await terms.getByLabel('Name').fill('Nightstand');
  await expect(terms.getByLabel('Code', { exact: true })).toHaveValue('nightstand');
  await terms.getByLabel('Commission in percent').fill('10');
  await terms.getByRole('button', { name: 'Create partner' }).click();
  await owner.getByRole('main').getByRole('link', { name: 'Nightstand' }).click();
  await owner.getByRole('button', { name: 'Invite partner' }).click();
  await owner.getByLabel('Email address').fill('partner@example.com');
  await owner.getByRole('dialog').getByRole('button', { name: 'Create invitation link' }).click();
  const partnerLink = await owner.getByLabel('Invitation link').inputValue();
  await owner.getByRole('button', { name: 'Close' }).first().click();
  await expect(owner.getByRole('main')).toContainText('partner@example.com');
  step('deployment and partner');

  await owner.getByRole('link', { name: 'API keys' }).click();
  await owner.getByRole('button', { name: 'Create key' }).first().click();
  await owner.getByRole('dialog').getByRole('button', { name: 'Create key' }).click();
  const secretKey = await owner.getByLabel('Key', { exact: true }).inputValue();
  await owner.getByRole('button', { name: 'I have stored the key' }).click();
  await owner.getByRole('link', { name: 'Embed code', exact: true }).click();
  await owner.getByLabel('Book', { exact: true }).selectOption('The Salt Roads');
  await owner.getByLabel('Your site').fill(`${site.origin.replace('http://', '')}/books`);
  await owner.getByRole('button', { name: 'Create key for this site' }).click();
  await expect(owner.getByLabel('Publishable key')).not.toHaveValue('');
  await expect(owner.getByLabel('Your site')).toHaveValue(site.origin);
  await owner.getByLabel('Deployment').selectOption('Salt Books');
  await owner.getByLabel('Affiliate code').fill('Nightstand');
  await owner.getByLabel('Affiliate code').blur();
  await expect(owner.getByRole('tabpanel')).toContainText('"nightstand"');
  site.embed(await owner.getByRole('tabpanel').innerText());
  step('embed code');

  await owner.getByRole('link', { name: 'Webhooks', exact: true }).click();
  await owner.getByRole('button', { name: 'Create webhook' }).first().click();
  const webhook = owner.getByRole('dialog');
  await webhook.getByLabel('URL').fill(`${site.origin}/hook`);
  await webhook.getByRole('radio', { name: 'Only these events' }).check();
  await webhook.getByLabel('sale.completed').check();
  await webhook.getByRole('button', { name: 'Create webhook' }).click();
  const secret = await owner.getByRole('textbox', { name: 'Secret' }).inputValue();
  await owner.getByRole('button', { name: 'I have stored the secret' }).click();
  step('webhook');

  // A reader on the publisher's site reads two chapters to the end of the sample and buys the book.
  const api = shopApi(server.url, secretKey);
  const reader = await newVisitor(browser);
  await reader.goto(site.origin);
  const book = reader.locator('svc-reader');
  await expect(book.getByRole('slider')).toBeVisible();
  await book.evaluate((element: HTMLElement) => element.focus());
  const end = book.getByRole('region', { name: 'The sample ends here' });
  await expect(async () => {
    await reader.keyboard.press('ArrowRight');
    await expect(end).toBeVisible({ timeout: 300 });
  }).toPass();
  const shop = reader.context().waitForEvent('page');
  await book
    .getByRole('link', { name: /^Buy for €9.99/ })
    .first()
    .click();
  const checkout = await shop;
  await checkout.waitForURL(/\/buy\//);
  const { pathname, searchParams } = new URL(checkout.url());
  // Leaving the page sends the reading events. Closing the browser would not in every Chromium.
  await reader.goto('about:blank');
  await reader.context().close();
  step('reading');

  await api.post('/v1/sales', {
    orderId: 'order-1',
    bookId: pathname.replace('/buy/', ''),
    quantity: 1,
    unitPrice: { amount: '9.99', currency: 'EUR' },
    clickId: searchParams.get('click'),
    occurredAt: new Date().toISOString(),
  });
  await expect.poll(() => site.deliveries.length).toBe(1);
  const [delivery] = site.deliveries;
  const event = new Webhook(secret).verify(delivery?.body ?? '', delivery?.headers ?? {});
  expect(event).toMatchObject({ type: 'sale.completed', data: { object: { orderId: 'order-1' } } });
  // The webhooks page shows the delivery whose signature the site has verified.
  await owner.reload();
  await owner.getByRole('button', { name: `${site.origin}/hook` }).click();
  await owner.getByRole('button', { name: 'sale.completed' }).click();
  const shown = owner.getByRole('dialog');
  await expect(shown).toContainText('204');
  await expect(shown).toContainText('order-1');
  await expect(shown).toContainText(String(delivery?.headers['webhook-id']));
  await shown.getByRole('button', { name: 'Close' }).click();
  step('sale and webhook');

  await owner.getByRole('link', { name: 'Analytics', exact: true }).click();
  await expect(async () => {
    await owner.reload();
    const steps = owner.getByRole('region', { name: 'From sample to sale' }).getByRole('strong');
    await expect(steps).toHaveText(['1', '1', '1', '1'], { timeout: 3_000 });
  }).toPass({ timeout: 60_000 });
  await owner.getByRole('button', { name: 'The Salt Roads' }).click();
  const chapters = owner.getByRole('table', { name: 'By chapter' }).getByRole('row');
  await expect(chapters.filter({ hasText: '100%' })).toHaveCount(2);
  await expect(chapters.filter({ hasText: '0%' })).toHaveCount(3);
  await owner.getByRole('link', { name: 'Sales', exact: true }).click();
  await expect(owner.getByRole('main')).toContainText('order-1');
  step('figures');

  const partner = await newVisitor(browser);
  await join(partner, partnerLink, 'Nina');
  await expect(partner.getByRole('heading', { name: 'Your earnings' })).toBeVisible();
  await expect(partner.getByRole('main')).toContainText('€1.00');
  step('commission');
  await partner.context().close();
  await owner.context().close();
}

async function newVisitor(browser: Browser): Promise<Page> {
  const context = await browser.newContext({
    locale: 'en-GB',
    viewport: { width: 1280, height: 900 },
  });
  return context.newPage();
}

async function join(page: Page, link: string, name: string): Promise<void> {
  await page.goto(link);
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Join' }).click();
  await expect(page.getByRole('button', { name: 'Join' })).toBeHidden();
}

/** A book of three chapters. */
async function bookFile(title: string): Promise<Buffer> {
  const chapters = ['One', 'Two', 'Three'].map(
    (name) => `<h1>${name}</h1>${`<p>${title}, ${name}. ${'word '.repeat(60)}</p>`.repeat(6)}`,
  );
  return Buffer.from(await buildEpub({ metadata: { title }, chapters }));
}

interface Site {
  origin: string;
  /** Requests to the site's webhook. */
  deliveries: { headers: Record<string, string>; body: string }[];
  /** Adds the code to the site's page. */
  embed(code: string): void;
  close(): void;
}

/** The publisher's site on another origin, with its shop and its webhook. */
async function startSite(): Promise<Site> {
  const deliveries: Site['deliveries'] = [];
  let page = '';
  const server: Server = createServer(async (request, response) => {
    if (request.method === 'POST') {
      const headers = Object.entries(request.headers).map(([name, value]) => [name, String(value)]);
      deliveries.push({ headers: Object.fromEntries(headers), body: await text(request) });
      return response.writeHead(204).end();
    }
    const isHome = request.url === '/';
    response.setHeader('Content-Type', 'text/html; charset=utf-8');
    return response.end(isHome ? page : '<!doctype html><title>Checkout</title>');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return {
    origin: `http://localhost:${typeof address === 'object' ? address?.port : ''}`,
    deliveries,
    embed(code) {
      const style = '<style>svc-reader{display:block;block-size:90vh}</style>';
      page = `<!doctype html><html lang="en"><title>Shop</title>${style}${code}`;
    },
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Requests of the shop's server. */
function shopApi(url: string, key: string) {
  const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' };
  const send = async (path: string, options: RequestInit) => {
    const response = await fetch(url + path, { ...options, headers });
    if (!response.ok) throw new Error(`${path}: ${await response.text()}`);
    return (await response.json()).data;
  };
  return {
    post: (path: string, body: object) =>
      send(path, { method: 'POST', body: JSON.stringify(body) }),
  };
}

/** Records the duration of each part. */
function stopwatch(): (name: string) => void {
  let start = performance.now();
  return (name) => {
    const now = performance.now();
    const description = `${name}: ${((now - start) / 1000).toFixed(1)} s`;
    test.info().annotations.push({ type: 'time', description });
    if (process.env.SVC_STORY_TIMES) console.log(description);
    start = now;
  };
}
