import { expect, test, type Page } from 'playwright/test';
import { createSerialPublisher } from './serial-publisher.ts';

test.use({ viewport: { width: 1000, height: 900 } });

let address = '';

test.beforeEach(async ({ request, baseURL }, { title }) => {
  const publisher = await createSerialPublisher(request, baseURL ?? '', title);
  for (const chapter of ['One', 'Two']) {
    await publisher.publish(chapter, `<h2>${chapter}</h2>${'<p>Some words.</p>'.repeat(120)}`);
  }
  const buyUrl = 'https://shop.example/basket?book={bookId}&click={clickId}';
  await publisher.change({ price: { amount: '9.90', currency: 'EUR' }, buyUrl });
  address = `${baseURL}/v1/reader/embed?book=${publisher.book}&key=${publisher.key}`;
});

/**
 * Opens a page with the frame that WordPress makes of a pasted URL. It may only run scripts. With a
 * secret, it is hidden until it sends a message.
 */
async function openPost(page: Page, fragment = ''): Promise<void> {
  const post = `${new URL(address).origin}/post`;
  await page.route(post, (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<!doctype html><html lang="en"><meta charset="utf-8"><title>Blog</title><body>
        <script>received = [];
          addEventListener('message', ({ data }) => {
            received.push(data);
            document.querySelector('iframe').removeAttribute('style');
          });</script>
        <iframe ${fragment && hidden} sandbox="allow-scripts" security="restricted" title="Book" width="900" height="760"
          src="${address.replaceAll('&', '&amp;')}${fragment}"></iframe></body></html>`,
    }),
  );
  await page.goto(post);
}

const hidden = 'style="position: absolute; clip: rect(1px, 1px, 1px, 1px)"';

const readerIn = (page: Page) => page.frameLocator('iframe').locator('svc-reader');
const received = (page: Page) =>
  page.evaluate((): unknown[] => Reflect.get(window, 'received') ?? []);

test('a book in a sandboxed frame can be read and turned', async ({ page }) => {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  await openPost(page);
  const slider = readerIn(page).getByRole('slider');
  await expect(slider).toBeVisible();
  const before = await slider.inputValue();

  await readerIn(page).click({ position: { x: 450, y: 600 } });
  // Chapter two is fetched with the origin null.
  await page.keyboard.press('End');

  await expect.poll(() => slider.inputValue()).not.toBe(before);
  await expect(readerIn(page).getByRole('alert')).toHaveCount(0);
  expect(errors).toEqual([]);
});

test('WordPress receives the height and opens buy links', async ({ page }) => {
  await openPost(page, '#?secret=aB3dE5');
  const height = { message: 'height', value: 760, secret: 'aB3dE5' };
  await expect.poll(() => received(page)).toContainEqual(height);
  // WordPress's script may load after the frame.
  await page.evaluate(() => {
    Reflect.set(window, 'received', []);
    frames[0]?.postMessage({ message: 'ready', secret: 'aB3dE5' }, '*');
  });
  await expect.poll(() => received(page)).toContainEqual(height);

  await readerIn(page).getByRole('link', { name: 'Buy' }).first().click();

  const link = new RegExp(
    `"message":"link","value":"${new URL(address).origin}/buy/[^"]+","secret"`,
  );
  await expect.poll(async () => JSON.stringify(await received(page))).toMatch(link);
});

test('a link that cannot open is shown so that the reader can copy it', async ({ page }) => {
  await openPost(page);
  await readerIn(page).getByRole('link', { name: 'Buy' }).first().click();

  const dialog = page.frameLocator('iframe').getByRole('dialog', { name: 'Open the book’s link' });
  await expect(dialog).toBeVisible();
  await expect(dialog.getByRole('textbox')).toHaveValue(/\/buy\/.+/);
  await dialog.getByRole('button', { name: 'Copy link' }).click();
  await expect(dialog).toBeHidden();
});
