import { randomUUID } from 'node:crypto';
import { expect, test } from 'playwright/test';
import {
  invalidBlocks,
  logIn,
  openNewPost,
  publish,
  readerText,
  reopen,
  roles,
  storedContent,
  update,
} from './block-editor.ts';
import { saveSettings } from './site-settings.ts';
import {
  createWordpressPublisher,
  server,
  shop,
  type WordpressPublisher,
} from './wordpress-publisher.ts';

/** Unique because a restarted worker creates another book. */
const title = `Block ${randomUUID()}`;
let publisher: WordpressPublisher;

test.beforeAll(async ({ playwright, browser, baseURL }) => {
  publisher = await createWordpressPublisher(playwright, title, baseURL);
  const { key, affiliate } = publisher;
  const page = await browser.newPage({ baseURL });
  await logIn(page, 'administrator');
  const notices = await saveSettings(page, { server, key, affiliate });
  expect(notices.join()).toContain('Connected. The server accepts the key.');
  await page.close();
});

for (const role of roles) {
  test(`an ${role} finds a book, and the block survives the editor`, async ({ page }) => {
    await page.route(shop, (route) => route.fulfill({ body: 'Shop' }));
    await logIn(page, role);
    await openNewPost(page, `Block by ${role}`);
    await page.getByRole('button', { name: 'Toggle block inserter' }).click();
    await page.getByRole('searchbox', { name: 'Search for blocks and patterns' }).fill('book');
    await page.getByRole('option', { name: /\bBook$/ }).click();
    await page.getByRole('searchbox', { name: 'Search books' }).fill(title.slice(0, 20));
    await page.getByRole('button', { name: title }).click();
    await expect(readerText(page)).toBeVisible();
    const address = await publish(page);

    await page.goto(address);
    await expect(readerText(page)).toBeVisible();
    const box = await page.locator('svc-reader').boundingBox();
    expect(box?.height).toBe(720);
    const before = await publisher.countClicks();
    const popup = page.waitForEvent('popup');
    await page.locator('svc-reader').getByRole('link', { name: 'Buy' }).first().click();
    await (await popup).close();
    await expect.poll(() => publisher.countClicks()).toBe(before + 1);

    await reopen(page, address);
    await expect(readerText(page)).toBeVisible();
    await expect(invalidBlocks(page)).toHaveCount(0);
    await page.locator('.svc-reader-preview').click();
    // Publishing closes the sidebar permanently.
    await page
      .getByRole('region', { name: 'Editor top bar' })
      .getByRole('button', { name: 'Settings', pressed: false })
      .click();
    await page.getByRole('combobox', { name: 'Mode' }).selectOption('Scroll');
    await update(page);
    expect(await storedContent(page)).toMatch(
      new RegExp(`<!-- wp:svc-reader/book \\{"book":"${publisher.book}",.*"mode":"scroll"\\} /-->`),
    );
    await page.goto(address);
    await expect(page.locator('svc-reader')).toHaveAttribute('mode', 'scroll');
    await expect(readerText(page)).toBeVisible();
  });
}

test('the site editor, which shows blocks in a frame, finds and shows a book', async ({ page }) => {
  await logIn(page, 'administrator');
  await page.goto('/wp-admin/site-editor.php?canvas=edit');
  await page.getByRole('button', { name: 'Toggle block inserter' }).click();
  await page.getByRole('searchbox', { name: 'Search for blocks and patterns' }).fill('book');
  await page.getByRole('option', { name: /\bBook$/ }).click();
  const canvas = page.frameLocator('iframe[name="editor-canvas"]');
  await canvas.getByRole('searchbox', { name: 'Search books' }).fill(title.slice(0, 20));
  await canvas.getByRole('button', { name: title }).click();
  await expect(readerText(canvas)).toBeVisible();
});
