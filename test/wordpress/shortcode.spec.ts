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
import { saveSettings } from './site-settings.ts';
import {
  createWordpressPublisher,
  server,
  shop,
  type WordpressPublisher,
} from './wordpress-publisher.ts';

let publisher: WordpressPublisher;

test.beforeAll(async ({ playwright, browser, baseURL }) => {
  publisher = await createWordpressPublisher(playwright, 'Shortcode', baseURL);
  const page = await browser.newPage({ baseURL });
  await logIn(page, 'administrator');
  await saveSettings(page, { server, key: publisher.key });
  await page.close();
});

for (const role of roles) {
  test(`a shortcode written by an ${role} shows a book`, async ({ page }) => {
    await page.route(shop, (route) => route.fulfill({ body: 'Shop' }));
    const { affiliate } = publisher;
    await logIn(page, role);
    await openNewPost(page, `Shortcode by ${role}`);
    const shortcode = `[svc_reader book="${publisher.book}" affiliate="${affiliate}" height="500"]`;
    await pasteText(page, shortcode);
    const address = await publish(page);

    await page.goto(address);
    await expect(readerText(page)).toBeVisible();
    const box = await page.locator('svc-reader').boundingBox();
    expect(box?.height).toBe(500);
    const before = await publisher.countClicks();
    const popup = page.waitForEvent('popup');
    await page.locator('svc-reader').getByRole('link', { name: 'Buy' }).first().click();
    await (await popup).close();
    await expect.poll(() => publisher.countClicks()).toBe(before + 1);

    await reopen(page, address);
    await expect(invalidBlocks(page)).toHaveCount(0);
    await page.getByRole('textbox', { name: 'Add title' }).fill(`Edited by ${role}`);
    await update(page);
    expect(await storedContent(page)).toContain(shortcode);
  });
}

test('without scripts, the page contains the start of the text and a link', async ({
  page,
  browser,
  baseURL,
}) => {
  await logIn(page, 'author');
  await openNewPost(page, 'No scripts');
  await pasteText(page, `[svc_reader book="${publisher.book}"]`);
  const address = await publish(page);

  const context = await browser.newContext({ baseURL, javaScriptEnabled: false });
  const plain = await context.newPage();
  await plain.goto(address);
  await expect(readerText(plain)).toBeVisible();
  const link = plain.getByRole('link', { name: 'Read the book' });
  await expect(link).toHaveAttribute('href', new RegExp(`^${server}/v1/reader/embed\\?book=`));
  await context.close();
});

test('hostile attributes add nothing to the page', async ({ page }) => {
  const dialogs: string[] = [];
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  await logIn(page, 'contributor');
  const { book } = publisher;
  const hostile = '&quot; onfocus=alert(1) autofocus x=&quot;';
  const shortcodes = [
    `[svc_reader book='${book}" onmouseover="alert(1)']`,
    `[svc_reader book="${book}" affiliate='"><img src=x onerror=alert(1)>' mode='"><b>' theme="javascript:alert(1)" height="9;background:url(//evil.example)"]`,
    `[svc_reader book="${book}" affiliate="${hostile}" onclick="alert(1)" api="https://evil.example" key="x" style="position:fixed"]`,
    `<!-- wp:svc-reader/book {"book":"${book}","affiliate":"\\u0022\\u003e\\u003cimg src=x onerror=alert(1)\\u003e","height":"9e9","mode":["x"],"theme":{"a":1},"className":"\\u0022 onclick=alert(1) x=\\u0022","anchor":"\\u0022onclick=alert(1)"} /-->`,
    '[svc_reader book="isbn:../../../../etc/passwd"][svc_reader book="bk_%0d%0aX"][svc_reader]',
  ];
  await page.goto('/wp-admin/post-new.php');
  const preview = await page.evaluate(async (content) => {
    const wp: unknown = Reflect.get(window, 'wp');
    const apiFetch: unknown = Reflect.get(Object(wp), 'apiFetch');
    if (typeof apiFetch !== 'function') throw new Error('The editor is missing.');
    const post = await apiFetch({
      path: '/wp/v2/posts',
      method: 'POST',
      data: { title: 'Hostile', content },
    });
    return String(post.link);
  }, shortcodes.join('\n\n'));

  await page.goto(`${preview}&preview=true`);
  // The first and the last are not books.
  await expect(page.locator('svc-reader')).toHaveCount(3);
  const found = await page.locator('.svc-reader, svc-reader').evaluateAll((elements) =>
    elements.flatMap((element) =>
      element
        .getAttributeNames()
        .filter((name) => !/^(?:class|id|book|key|api|affiliate)$/.test(name))
        .map((name) => `${element.localName} ${name}=${element.getAttribute(name)}`),
    ),
  );
  expect(found).toEqual([]);
  const servers = await page
    .locator('svc-reader')
    .evaluateAll((readers) => readers.map((reader) => reader.getAttribute('api')));
  expect(new Set(servers)).toEqual(new Set([server]));
  await expect(page.locator('img[src="x"], svc-reader b')).toHaveCount(0);
  expect(dialogs).toEqual([]);
});
