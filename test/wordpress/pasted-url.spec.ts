import { expect, test, type Page } from 'playwright/test';
import { createSerialPublisher } from '../e2e/serial-publisher.ts';
import {
  invalidBlocks,
  logIn,
  openNewPost,
  pasteText,
  publish,
  readerText,
  roles,
  storedContent,
  update,
} from './block-editor.ts';

const server = `https://localhost:${process.env.SVC_E2E_PORT}`;

let publisher: Awaited<ReturnType<typeof createSerialPublisher>>;
let url = '';
let affiliate = '';

test.beforeAll(async ({ playwright, baseURL }) => {
  const request = await playwright.request.newContext({
    baseURL: server,
    ignoreHTTPSErrors: true,
  });
  publisher = await createSerialPublisher(request, server, 'Pasted', [baseURL ?? '']);
  await publisher.publish('One', `<h2>One</h2>${'<p>The whale surfaced.</p>'.repeat(60)}`);
  await publisher.change({
    price: { amount: '9.90', currency: 'EUR' },
    buyUrl: `https://shop.example/basket?book={bookId}&click={clickId}`,
  });
  const created = await publisher.post<{ id: string }>('/v1/affiliates', {
    name: 'Blog',
    rate: '0.1',
  });
  affiliate = created.id;
  url = `${server}/v1/reader/embed?book=${publisher.book}&key=${publisher.key}&affiliate=${affiliate}`;
});

/** Clicks of the affiliate's readers. */
async function countedClicks(): Promise<number> {
  const report = await publisher.get<unknown>(`/v1/affiliates/${affiliate}/report`);
  return Number(/"clicks":(\d+)/.exec(JSON.stringify(report))?.[1]);
}

for (const role of roles) {
  test(`a URL pasted by an ${role} becomes a book that sells`, async ({ page }) => {
    await page.route('https://shop.example/**', (route) => route.fulfill({ body: 'Shop' }));
    await logIn(page, role);
    await openNewPost(page, `Pasted by ${role}`);
    await pasteText(page, url);
    const preview = page.frameLocator('.wp-block-embed iframe');
    await expect(readerText(preview)).toBeVisible();
    const address = await publish(page);

    await page.goto(address);
    const frame = page.locator('iframe.wp-embedded-content');
    await expect(frame).toHaveAttribute('sandbox', 'allow-scripts');
    const reader = page.frameLocator('iframe.wp-embedded-content').locator('svc-reader');
    await expect(readerText(page.frameLocator('iframe.wp-embedded-content'))).toBeVisible();
    // The frame has the height that the page requests for its width.
    await expect
      .poll(async () => {
        const box = await frame.boundingBox();
        return box && Math.round(box.height - Math.min(760, Math.max(520, box.width * 1.25)));
      })
      .toBeLessThanOrEqual(1);
    const before = await countedClicks();
    await reader.getByRole('link', { name: 'Buy' }).first().click();
    await page.waitForURL('https://shop.example/**');
    expect(await countedClicks()).toBe(before + 1);

    await page.goto(address.replace(/.*\?p=(\d+).*/, '/wp-admin/post.php?action=edit&post=$1'));
    await expect(readerText(preview)).toBeVisible();
    await expect(invalidBlocks(page)).toHaveCount(0);
    await page.getByRole('textbox', { name: 'Add title' }).fill(`Edited by ${role}`);
    await update(page);
    expect(await storedContent(page)).toContain(url.replaceAll('&', '\\u0026'));
  });
}
