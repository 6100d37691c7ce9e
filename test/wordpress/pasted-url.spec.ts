import { expect, test } from 'playwright/test';
import {
  invalidBlocks,
  logIn,
  openNewPost,
  pasteText,
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
let url = '';

test.beforeAll(async ({ playwright, baseURL }) => {
  publisher = await createWordpressPublisher(playwright, 'Pasted', baseURL);
  const { book, key, affiliate } = publisher;
  url = `${server}/v1/reader/embed?book=${book}&key=${key}&affiliate=${affiliate}`;
});

for (const role of roles) {
  test(`a URL pasted by an ${role} becomes a book that sells`, async ({ page }) => {
    await page.route(shop, (route) => route.fulfill({ body: 'Shop' }));
    await logIn(page, role);
    await openNewPost(page, `Pasted by ${role}`);
    await pasteText(page, url);
    const preview = page.frameLocator('.wp-block-embed iframe');
    await expect(readerText(preview)).toBeVisible();
    const address = await publish(page);

    await page.goto(address);
    const frame = page.locator('iframe.wp-embedded-content');
    await expect(frame).toHaveAttribute('sandbox', 'allow-scripts');
    await expect(frame).toHaveCSS('border-top-width', '0px');
    const reader = page.frameLocator('iframe.wp-embedded-content').locator('svc-reader');
    await expect(readerText(page.frameLocator('iframe.wp-embedded-content'))).toBeVisible();
    // The frame has the height that the page requests for its width.
    await expect
      .poll(async () => {
        const box = await frame.boundingBox();
        return box && Math.round(box.height - Math.min(760, Math.max(520, box.width * 1.25)));
      })
      .toBeLessThanOrEqual(1);
    const before = await publisher.countClicks();
    await reader.getByRole('link', { name: 'Buy' }).first().click();
    await page.waitForURL(shop);
    expect(await publisher.countClicks()).toBe(before + 1);

    await reopen(page, address);
    await expect(readerText(preview)).toBeVisible();
    await expect(invalidBlocks(page)).toHaveCount(0);
    await page.getByRole('textbox', { name: 'Add title' }).fill(`Edited by ${role}`);
    await update(page);
    // For authors, WordPress escapes the ampersands of the URL.
    expect(await storedContent(page)).toContain(publisher.book);
    await page.goto(address);
    await expect(readerText(page.frameLocator('iframe.wp-embedded-content'))).toBeVisible();
  });
}
