import { expect, test, type Page } from 'playwright/test';
import {
  findDemoBook,
  startThirdPartySite,
  createPublishableKey,
  type ThirdPartySite,
} from './sites/third-party-site.ts';

let blog: ThirdPartySite;
let hostile: ThirdPartySite;
let server = '';
let address = '';

test.use({ viewport: { width: 1000, height: 900 } });

test.beforeAll(async ({ baseURL }) => {
  server = baseURL ?? '';
  blog = await startThirdPartySite();
  hostile = await startThirdPartySite();
  const key = createPublishableKey(blog.origin);
  address = `${server}/v1/reader/embed?book=${await findDemoBook(server)}&key=${key}&format=html`;
});
test.afterAll(async () => {
  await Promise.all([blog.close(), hostile.close()]);
});

const frame = (src: string) =>
  `<iframe data-svc-frame src="${src.replaceAll('&', '&amp;')}" title="Book" style="width:100%;border:0" height="300"></iframe>`;
const document = (body: string) =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Blog</title><body style="margin:0">${body}</body></html>`;
const script = () => `<script async src="${server}/svc-frame.js"></script>`;

function heightOf(page: Page): Promise<number> {
  return page.locator('iframe[title=Book]').evaluate((one) => one.getBoundingClientRect().height);
}

test('a frame gets the height that its reader requests, at every width', async ({ page }) => {
  blog.pages.set('/', document(frame(address) + script()));
  await page.goto(`${blog.origin}/`);

  await expect.poll(() => heightOf(page)).toBe(760);
  await page.setViewportSize({ width: 500, height: 900 });
  await expect.poll(() => heightOf(page)).toBe(625);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect.poll(() => heightOf(page)).toBe(520);
  await expect(
    page.frameLocator('iframe[title=Book]').locator('svc-reader').getByRole('slider'),
  ).toBeVisible();
});

test('content below a frame keeps its position on screen when the frame grows', async ({
  page,
}) => {
  const text = '<p style="height:60px">line</p>'.repeat(60);
  blog.pages.set('/', document(`${frame(address)}<div>${text}</div><p id="here">here</p>${text}`));
  await page.goto(`${blog.origin}/`);
  await page.locator('#here').evaluate((here) => here.scrollIntoView());
  const before = await page.locator('#here').boundingBox();

  await page.addScriptTag({ url: `${server}/svc-frame.js` });

  await expect.poll(() => heightOf(page)).toBe(760);
  expect((await page.locator('#here').boundingBox())?.y).toBe(before?.y);
});

test('a frame with little text gets a small height', async ({ page }) => {
  const missing = address.replace(/book=bk_\w+/, 'book=bk_01JD4Y0G8W6T0T3M5N9QZK7R2V');
  blog.pages.set('/', document(frame(missing) + script()));
  await page.goto(`${blog.origin}/`);

  await expect(page.frameLocator('iframe').getByRole('heading')).toHaveText('Book not found');
  await expect.poll(() => heightOf(page)).toBe(320);
});

test('a hostile frame on the same page cannot change anything', async ({ page }) => {
  hostile.pages.set(
    '/',
    document(`<script>
      const forge = () => {
        for (const height of [1, 99999, '50', NaN, null, [1], { height: 1 }]) {
          parent.postMessage({ type: 'svc-frame:size', height }, '*');
          parent.frames[0].postMessage({ type: 'svc-frame:hello' }, '*');
        }
        for (const data of [null, 'svc-frame:size', 7, [], { type: {} }]) parent.postMessage(data, '*');
        parent.postMessage('done', '*');
      };
      addEventListener('message', ({ data }) => {
        if (data?.type === 'svc-frame:size') parent.postMessage('accepted', '*');
        else forge();
      });
    </script>`),
  );
  blog.pages.set(
    '/',
    document(
      `${frame(address)}<iframe id="evil" data-svc-frame src="${hostile.origin}/"></iframe>${script()}
      <script>
        const received = [];
        addEventListener('message', ({ data }) => typeof data === 'string' && received.push(data));
      </script>`,
    ),
  );
  const faults: string[] = [];
  page.on('pageerror', ({ message }) => faults.push(message));
  await page.goto(`${blog.origin}/`);
  await expect.poll(() => heightOf(page)).toBe(760);

  await page.evaluate(() => {
    const evil = window.document.querySelector('iframe#evil');
    if (evil instanceof HTMLIFrameElement) evil.contentWindow?.postMessage('go', '*');
  });
  await expect.poll(() => page.evaluate('received.includes("done")')).toBe(true);
  // Waits for one more genuine round trip so that all forged messages have been handled.
  await page.setViewportSize({ width: 500, height: 900 });

  await expect.poll(() => heightOf(page)).toBe(625);
  expect(await page.evaluate('received.includes("accepted")')).toBe(false);
  expect(faults).toEqual([]);
});

test('the page sends its height only to its parent, and only if the parent may frame it', async ({
  page,
}) => {
  blog.pages.set('/', document('<p>nothing</p>'));
  await page.goto(`${blog.origin}/`);
  const heard = await page.evaluate(async (src) => {
    const inner = window.document.createElement('iframe');
    inner.src = src;
    const answers: unknown[] = [];
    addEventListener('message', ({ data }) => answers.push(data));
    window.document.body.append(inner);
    await new Promise((resolve) => inner.addEventListener('load', resolve, { once: true }));
    const sibling = window.document.createElement('iframe');
    // The frame's origin is allowed, but the frame is not the parent.
    sibling.srcdoc =
      '<script>parent.frames[0].postMessage({ type: "svc-frame:hello" }, "*")</script>';
    window.document.body.append(sibling);
    await new Promise((resolve) => sibling.addEventListener('load', resolve, { once: true }));
    const own = new Promise((resolve) => {
      addEventListener('message', resolve, { once: true });
    });
    inner.contentWindow?.postMessage({ type: 'svc-frame:hello' }, '*');
    await own;
    return answers;
  }, address);

  expect(heard).toEqual([{ type: 'svc-frame:size', height: 520 }]);
});

test('a site that the key does not allow cannot frame the page', async ({ page }) => {
  hostile.pages.set('/', document(frame(address) + script()));
  await page.goto(`${hostile.origin}/`);

  await expect
    .poll(() => page.frames().some((one) => one.url().startsWith('chrome-error:')))
    .toBe(true);
  expect(await heightOf(page)).toBe(300);
});

for (const policy of ['require-corp', 'credentialless']) {
  test(`a page that is isolated from other origins (${policy}) can frame a book`, async ({
    page,
  }) => {
    const isolated = await startThirdPartySite('localhost', {
      'Cross-Origin-Embedder-Policy': policy,
      'Cross-Origin-Opener-Policy': 'same-origin',
    });
    const key = createPublishableKey(isolated.origin);
    const src = address.replace(/key=\w+/, `key=${key}`);
    const sandboxed = frame(src).replace(
      'title="Book"',
      'title="Sandboxed" sandbox="allow-scripts"',
    );
    isolated.pages.set('/', document(frame(src) + sandboxed));
    await page.goto(`${isolated.origin}/`);

    expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
    for (const title of ['Book', 'Sandboxed']) {
      const reader = page.frameLocator(`iframe[title=${title}]`).locator('svc-reader');
      await expect(reader.getByRole('slider')).toBeVisible();
    }
    await isolated.close();
  });
}
