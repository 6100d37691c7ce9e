import { expect, test } from 'playwright/test';
import {
  logIn,
  openNewPost,
  publish,
  readerText,
  reopen,
  roles,
  storedContent,
  update,
} from './block-editor.ts';
import {
  createWordpressPublisher,
  server,
  shop,
  type WordpressPublisher,
} from './wordpress-publisher.ts';

let publisher: WordpressPublisher;
let code = '';

test.beforeAll(async ({ playwright, baseURL }) => {
  publisher = await createWordpressPublisher(playwright, 'Custom HTML', baseURL);
  const { book, key, affiliate } = publisher;
  code =
    `<p><a href="${server}/v1/reader/embed?book=${book}&amp;key=${key}">Read the book</a></p>\n` +
    `<svc-reader book="${book}" key="${key}" affiliate="${affiliate}"></svc-reader>\n` +
    `<script type="module" src="${server}/svc-reader.js"></script>`;
});

for (const role of roles) {
  // WordPress removes scripts and unknown elements from the posts of authors.
  const isFiltered = role === 'author';
  const result = isFiltered ? 'keeps only the link' : 'shows a book that sells';

  test(`a Custom HTML block of an ${role} ${result}`, async ({ page }) => {
    await page.route(shop, (route) => route.fulfill({ body: 'Shop' }));
    await logIn(page, role);
    await openNewPost(page, `Custom HTML by ${role}`);
    await page.evaluate((content) => {
      const wp: unknown = Reflect.get(window, 'wp');
      const { blocks, data } = Object(wp);
      const block = blocks.createBlock('core/html', { content });
      data.dispatch('core/block-editor').insertBlocks(block);
    }, code);
    const address = await publish(page);

    await page.goto(address);
    await expect(page.getByRole('link', { name: 'Read the book' })).toBeVisible();
    await expect(page.locator('svc-reader')).toHaveCount(isFiltered ? 0 : 1);
    if (isFiltered) return;
    await expect(readerText(page)).toBeVisible();
    const box = await page.locator('svc-reader').boundingBox();
    expect(box?.height).toBeGreaterThan(500);
    const before = await publisher.countClicks();
    const popup = page.waitForEvent('popup');
    await page.locator('svc-reader').getByRole('link', { name: 'Buy' }).first().click();
    await (await popup).close();
    await expect.poll(() => publisher.countClicks()).toBe(before + 1);

    await reopen(page, address);
    await page.getByRole('textbox', { name: 'Add title' }).fill(`Edited by ${role}`);
    await update(page);
    expect(await storedContent(page)).toContain('<svc-reader book=');
    await page.goto(address);
    await expect(readerText(page)).toBeVisible();
  });
}
