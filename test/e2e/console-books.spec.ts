import { createServer } from 'node:http';
import { once } from 'node:events';
import { expect, type Page, test } from 'playwright/test';
import sharp from 'sharp';
import { buildEpub } from '../server/epub/fixtures/build-epub.ts';
import { type ConsoleServer, startConsoleServer } from './console-server.ts';
import { checkPage } from './check-console-page.ts';

let server: ConsoleServer;

test.beforeAll(async () => {
  server = await startConsoleServer();
});

test.afterAll(async () => {
  await server.stop();
});

const epub = 'application/epub+zip';

/** Sets up the operator, and signs in an owner. */
async function newOwner(page: Page): Promise<void> {
  const send = async <Data>(path: string, body: unknown): Promise<Data> => {
    const headers = { Origin: server.url };
    const options = { data: body, headers };
    const response = await page.request.post(`${server.url}/console/api${path}`, options);
    expect(response.ok(), await response.text()).toBe(true);
    return (await response.json()).data;
  };
  const tokenOf = (url: string) => new URL(url).hash.slice(1);
  const password = 'quiet lantern over water';
  const operator = { email: 'op@example.com', name: 'Olga', password };
  await send('/links/accept', { token: tokenOf(server.setupLink), ...operator });
  const { id } = await send<{ id: string }>('/operator/accounts', { name: 'Hollis & Wren' });
  const order = { email: 'owner@example.com', role: 'owner' };
  const { url } = await send<{ url: string }>(`/accounts/${id}/invitations`, order);
  await page.context().clearCookies();
  await send('/links/accept', { token: tokenOf(url), name: 'Wren', password });
}

test('an owner uploads books, sells one, and embeds it in a page of another site', async ({
  page,
  browser,
}) => {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (line) => /polic|trusted/i.test(line.text()) && errors.push(line.text()));
  await newOwner(page);
  await page.goto(`${server.url}/console/`);
  await page.getByRole('link', { name: 'Books', exact: true }).click();
  await expect(page.getByText('No books yet')).toBeVisible();
  await checkPage(page, 'books-empty');

  const chapters = ['One', 'Two', 'Three'].map(
    (name) =>
      `<h1>${name}</h1>${`<p>${name} salt road after another. ${'word '.repeat(90)}</p>`.repeat(20)}`,
  );
  // Random bytes, so that the file has several parts.
  const noise = crypto.getRandomValues(new Uint8Array(60_000));
  const bytes = Uint8Array.from(
    { length: 3_000_000 },
    (_, at) => (noise[at % 60_000] ?? 0) ^ (at >> 8),
  );
  const good = await buildEpub({
    metadata: {
      title: 'The Salt Roads',
      creator: 'Mara Quill',
      more: `<dc:contributor id="type">Ada Fell</dc:contributor>
        <meta refines="#type" property="role" scheme="marc:relators">tyd</meta>`,
    },
    chapters,
    extra: { 'OEBPS/spare.bin': bytes },
    missing: ['gone.png'],
  });
  // The server is unreachable during the upload, and the page is reloaded.
  await page.route('**/parts/*', (route) =>
    route.request().url().endsWith('/0') ? route.continue() : route.abort(),
  );
  await page.getByLabel('Upload books').setInputFiles([
    { name: 'salt-roads.epub', mimeType: epub, buffer: good },
    { name: 'broken.epub', mimeType: epub, buffer: Buffer.from('%PDF-1.7 not a book') },
  ]);
  await expect(page.locator('.uploads .failed')).toContainText('PDF');
  await expect(page.getByText('Waiting until the server responds')).toBeVisible();
  await checkPage(page, 'books-uploading');
  const resumed = page.waitForRequest((one) => one.url().includes('/parts/'));
  await page.reload();
  expect((await resumed).url()).not.toMatch(/\/parts\/0$/);
  await page.unroute('**/parts/*');
  await expect(page.getByText('Imported:')).toBeVisible();
  await expect(page.getByText('1 problem in the file').first()).toBeVisible();
  await checkPage(page, 'books');

  await page.getByRole('row').getByRole('link', { name: 'The Salt Roads' }).click();
  await expect(page.getByText('From the EPUB file').first()).toBeVisible();
  await page.getByRole('textbox', { name: 'Price' }).fill('9.9.9');
  await page.getByLabel('Currency').fill('EUR');
  await page.getByRole('button', { name: 'Save price and sample' }).click();
  await expect(page.locator('#price-error')).toBeVisible();
  await page.getByRole('textbox', { name: 'Price' }).fill('9.99');
  const save = page.getByRole('button', { name: 'Save price and sample' });
  const preview = Promise.withResolvers<void>();
  await page.route('**/preview?access=full*', async (route) => {
    await preview.promise;
    await route.continue();
  });
  await page.getByRole('radio', { name: /Sample/ }).check();
  await expect(page.getByLabel('Share of the book')).toBeVisible();
  const topOfButton = (await save.boundingBox())?.y;
  preview.resolve();
  await expect(page.locator('sample-chooser .place')).not.toBeEmpty();
  // The button would otherwise move away from the pointer while the preview opens.
  expect((await save.boundingBox())?.y).toBe(topOfButton);
  await page.getByLabel('Share of the book').fill('40');
  await save.click();
  await expect(page.locator('#main').getByText('Saved.')).toBeVisible();
  await page.getByRole('textbox', { name: 'Subtitle' }).fill('A novel');
  await page.getByRole('button', { name: 'Add contributor' }).click();
  const typeDesigner = page.getByLabel('Contributor 2: role').locator('option:checked');
  await expect(typeDesigner).toHaveText('Contributor (tyd)');
  await page.getByLabel('Contributor 3: name').fill('Ines Vale');
  await page.getByLabel('Contributor 3: role').selectOption('Translator');
  await page.getByRole('button', { name: 'Save record' }).click();
  await expect(page.getByText('Edited by hand')).toHaveCount(2);
  await page.getByRole('button', { name: 'Publish' }).click();
  await expect(page.getByText('This book is public.')).toBeVisible();
  const red = { create: { width: 400, height: 600, channels: 3, background: '#a21' } } as const;
  const cover = page.getByRole('img', { name: 'Cover of The Salt Roads' });
  await expect(cover).toHaveCount(0);
  await page.getByLabel('Upload cover').setInputFiles({
    name: 'cover.png',
    mimeType: 'image/png',
    buffer: Buffer.from('no image'),
  });
  await expect(page.getByText('The file is not a JPEG, PNG, WebP or AVIF image.')).toBeVisible();
  await page.getByLabel('Upload cover').setInputFiles({
    name: 'cover.png',
    mimeType: 'image/png',
    buffer: await sharp(red).png().toBuffer(),
  });
  await expect(cover).toHaveJSProperty('naturalWidth', 400);
  await expect(page.getByText('This cover was uploaded.')).toBeVisible();
  await checkPage(page, 'book-cover');
  await page.getByRole('button', { name: 'Remove uploaded cover' }).click();
  await expect(cover).toHaveCount(0);
  const bookId = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  await checkPage(page, 'book');

  await page.getByRole('button', { name: 'End the sample at this page' }).waitFor();
  await page.getByRole('link', { name: 'Chapters' }).click();
  await expect(page.getByText('No chapters yet')).toBeVisible();
  for (const [title, publishAt] of [
    ['Epilogue', ''],
    ['Afterword', '2099-01-04T08:00'],
  ] as const) {
    await page.getByRole('button', { name: 'Add chapter' }).click();
    const form = page.getByRole('dialog');
    await form.getByLabel('Title').fill(title);
    await form.getByLabel('Text', { exact: true }).fill('The road ended.\n\nIt began again.');
    await form.getByLabel('Publication date').fill(publishAt);
    if (title === 'Afterword') await checkPage(page, 'chapter');
    await form.getByRole('button', { name: 'Save chapter' }).click();
    await expect(form).toBeHidden();
  }
  await page
    .getByRole('row', { name: /Epilogue/ })
    .getByRole('button', { name: 'Publish now' })
    .click();
  await expect(page.getByText(/^Published /)).toBeVisible();
  await page.getByRole('button', { name: 'Move Afterword up' }).press('Enter');
  await expect(page.getByRole('button', { name: 'Move Afterword down' })).toBeFocused();
  await expect(page.getByRole('row').nth(1)).toContainText('Afterword');
  await checkPage(page, 'chapters');

  await page.getByRole('link', { name: 'Books', exact: true }).click();
  await page.getByRole('link', { name: 'Change prices' }).click();
  await page.getByLabel('Choose CSV file').setInputFiles({
    name: 'prices.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(
      `book;price;currency\n${bookId};12,50;EUR\n9780000000118;1;EUR\n${bookId};x;EUR`,
    ),
  });
  const main = page.locator('#main');
  await expect(main.getByText('1 price changes. 2 lines have errors')).toBeVisible();
  await checkPage(page, 'prices');
  await page.getByRole('button', { name: 'Change 1 price' }).click();
  await expect(page.getByText('1 price was changed.')).toBeVisible();
  await page.getByRole('link', { name: 'Books', exact: true }).click();
  const saved = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Export ONIX 3.0' }).click();
  expect((await saved).suggestedFilename()).toBe('onix.xml');
  await page.getByRole('row').getByRole('link', { name: 'The Salt Roads' }).click();
  await page.getByRole('main').getByRole('link', { name: 'Embed code' }).click();
  const site = createServer((_request, response) => {
    response.setHeader('Content-Type', 'text/html; charset=utf-8').end(html);
  }).listen(0, '127.0.0.1');
  await once(site, 'listening');
  const address = site.address();
  const origin = `http://localhost:${typeof address === 'object' ? address?.port : ''}`;
  await page.getByLabel('Your site').fill(origin);
  await page.getByRole('button', { name: 'Create key for this site' }).click();
  await expect(page.getByLabel('Publishable key')).not.toHaveValue('');
  await page.getByLabel('Theme').selectOption('Sepia');
  const previewed = page.frameLocator('reader-preview iframe').getByText('One salt road');
  await expect(previewed.filter({ visible: true }).first()).toBeVisible();
  await checkPage(page, 'embed-code');
  await page.getByRole('tab', { name: 'HTML' }).press('ArrowRight');
  await expect(page.getByRole('tabpanel')).toContainText('<iframe');
  await page.getByRole('tab', { name: 'HTML' }).click();
  const code = await page.getByRole('tabpanel').innerText();
  const html = `<!doctype html><html lang="en"><title>Shop</title><style>svc-reader{display:block;block-size:90vh}</style>${code}`;
  const shop = await browser.newPage();
  await shop.goto(origin);
  await expect(shop.getByText('One salt road').first()).toBeVisible();
  await shop.close();

  await page.getByRole('link', { name: 'Books', exact: true }).click();
  await page.getByLabel('Title or ISBN').fill('nothing like it');
  await expect(page.getByText('No matching books')).toBeVisible();
  await page.getByLabel('Language').selectOption('العربية');
  await expect(page.getByRole('heading', { name: 'الكتب' })).toBeVisible();
  await expect(page.getByRole('searchbox')).toHaveValue('nothing like it');
  await checkPage(page, 'books-arabic');
  await page.getByRole('searchbox').fill('');
  await page.getByRole('row').getByRole('link', { name: 'The Salt Roads' }).click();
  await page.getByRole('button', { name: 'احذف الكتاب' }).click();
  await checkPage(page, 'book-delete-arabic');
  await page.getByRole('dialog').getByRole('button', { name: 'احذف الكتاب' }).click();
  await expect(page.getByText('لا كتب بعد')).toBeVisible();
  expect(errors).toEqual([]);
  site.close();
});
