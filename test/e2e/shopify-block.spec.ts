import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Liquid, type TagToken, type TopLevelToken } from 'liquidjs';
import { expect, test, type Page } from 'playwright/test';
import { createSerialPublisher } from './serial-publisher.ts';

const extension = join(import.meta.dirname, '../../integrations/shopify/extensions/svc-reader');
const read = (file: string) => readFileSync(join(extension, file), 'utf8');

/** Renders the block as Shopify does. Shopify's own tags and filters are replaced. */
function renderBlock(settings: object, product: object): Promise<string> {
  const messages: Record<string, unknown> = JSON.parse(read('locales/en.default.json'));
  const engine = new Liquid();
  engine.registerFilter('t', (path: string) =>
    path.split('.').reduce((value: unknown, name) => Reflect.get(Object(value), name), messages),
  );
  engine.registerTag('schema', {
    parse(_tag: TagToken, remaining: TopLevelToken[]) {
      while (remaining.length > 0 && !/endschema/.test(remaining.shift()?.getText() ?? ''));
    },
    render: () => '',
  });
  return engine.parseAndRender(read('blocks/book.liquid'), {
    block: { settings: { height: 600, load: 'visible', after: 'cart', ...settings } },
    product,
    request: { design_mode: false, locale: { iso_code: 'en' } },
    routes: { cart_url: '/cart', cart_add_url: '/cart/add' },
  });
}

/**
 * Serves a product page with the block below the window, and a cart that accepts only the second
 * variant.
 */
async function openProduct(page: Page, address: string, block: string) {
  const added: unknown[] = [];
  await page.route(address, (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<!doctype html><html lang="en"><title>Product</title>
        <meta name="viewport" content="width=device-width">
        <style>${read('assets/svc-reader.css')}</style>
        <form action="/cart/add"><select name="id" aria-label="Edition">
          <option value="41">Paperback</option><option value="42">Hardcover</option></select></form>
        <div style="height: 2000px"></div>${block}<script>${read('assets/svc-reader-stub.js')}</script>`,
    }),
  );
  await page.route('**/cart', (route) => route.fulfill({ contentType: 'text/html', body: 'Cart' }));
  await page.route('**/cart/add.js', async (route) => {
    const body: { items: { id: number }[] } = route.request().postDataJSON();
    added.push(body);
    await (body.items[0]?.id === 42
      ? route.fulfill({ json: body })
      : route.fulfill({ status: 422, json: { description: 'Sold out' } }));
  });
  await page.goto(address);
  return added;
}

test('the Shopify block loads late, follows the variant and adds the book to the cart', async ({
  page,
  request,
  baseURL: server,
}) => {
  const baseURL = server ?? '';
  const publisher = await createSerialPublisher(request, baseURL, 'Shopify');
  await publisher.publish('One', `<h2>One</h2>${'<p>The whale surfaced.</p>'.repeat(60)}`);
  await publisher.change({
    identifiers: [{ scheme: 'isbn', value: '9780142437247' }],
    price: { amount: '9.90', currency: 'EUR' },
    buyUrl: 'https://shop.example/{bookId}?click={clickId}',
  });
  const { id } = await publisher.post<{ id: string }>('/v1/affiliates', { name: 'A', rate: '0.1' });
  const variants = [
    { id: 41, barcode: '9780142437247' },
    { id: 42, barcode: '978-0-14-243724-7' },
  ];
  const settings = { server: `${baseURL}"><script>`, key: publisher.key, affiliate: id };
  const product = { variants, selected_or_first_available_variant: variants[0] };
  expect(await renderBlock(settings, product)).not.toContain('<script>');
  const block = await renderBlock({ ...settings, server: baseURL }, product);
  const scripts: string[] = [];
  page.on('request', (one) => {
    if (one.url().endsWith('/svc-reader.js')) scripts.push(one.url());
  });

  const added = await openProduct(page, `${baseURL}/shopify-product`, block);
  const reader = page.locator('svc-reader');
  await expect(reader).toHaveAttribute('book', 'isbn:9780142437247');
  expect(scripts).toEqual([]);

  await reader.scrollIntoViewIfNeeded();
  await expect(
    reader.getByText('The whale surfaced').filter({ visible: true }).first(),
  ).toBeVisible();
  expect(scripts).toHaveLength(1);
  await reader.getByRole('link', { name: 'Buy' }).first().click();
  await expect(page.getByText('Sold out')).toBeVisible();

  await page.getByLabel('Edition').selectOption('Hardcover');
  await expect(reader).toHaveAttribute('book', 'isbn:978-0-14-243724-7');
  await expect(reader).toHaveAttribute('data-variant', '42');
  await reader.getByRole('link', { name: 'Buy' }).first().click();
  await page.waitForURL('**/cart');
  expect(added).toEqual([
    { items: [{ id: 41, quantity: 1, properties: { _svc_click: expect.any(String) } }] },
    { items: [{ id: 42, quantity: 1, properties: { _svc_click: expect.any(String) } }] },
  ]);
});
