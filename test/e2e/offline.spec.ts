import { readFileSync } from 'node:fs';
import { expect, test, type Page } from 'playwright/test';
import { chunkPattern } from './chunk-pattern.ts';
import { visibleText } from './visible-text.ts';

/** A minimal page whose reader may store books offline. */
async function open(page: Page, isStrict = true): Promise<void> {
  await page.context().route('**/demo/snippet.html', async (route) => {
    const response = await route.fetch();
    const html = (await response.text()).replace('<svc-reader', '<svc-reader offline');
    const { 'content-security-policy': policy = '', ...headers } = response.headers();
    if (isStrict) headers['content-security-policy'] = policy;
    await route.fulfill({ response, headers, body: html });
  });
  await page.goto('/demo/snippet.html');
  await expect(page.locator('svc-reader').getByRole('slider')).toBeVisible();
}

async function openPanel(page: Page): Promise<void> {
  const reader = page.locator('svc-reader');
  await reader.getByRole('button', { name: 'More' }).click();
  await reader.getByRole('menuitem', { name: 'Read offline' }).click();
}

async function storeOffline(page: Page): Promise<void> {
  await openPanel(page);
  const reader = page.locator('svc-reader');
  const button = reader.getByRole('button', { name: 'Download' });
  await expect(button).toHaveText(/about [\d.]+\s(kB|MB)/);
  await button.click();
  await expect(reader).toContainText(/You can read this book offline/);
  await page.keyboard.press('Escape');
}

/** Opens the same book again in the current page. */
async function reopen(page: Page): Promise<void> {
  await page.locator('svc-reader').evaluate((reader) => {
    const again = reader.cloneNode();
    reader.replaceWith(again);
  });
}

/** Presses a key in the pages and returns the panel that it opens. */
async function expectPanel(page: Page, key: string, panel: string): Promise<void> {
  const reader = page.locator('svc-reader');
  await page.keyboard.press(key);
  await expect(reader.locator(panel).locator('[part~=panel]')).toBeVisible();
  if (panel !== 'svc-search') {
    await page.keyboard.press('Escape');
    await expect(reader.locator(panel)).toHaveCount(0);
  }
}

/** The widths of the book's images that have loaded or failed, with 0 for failed images. */
function imageWidths(page: Page): Promise<number[]> {
  return page.evaluate(() => {
    const pages = document
      .querySelector('svc-reader')
      ?.shadowRoot?.querySelector('svc-page')?.shadowRoot;
    const roots = [...(pages?.querySelectorAll('*') ?? [])].flatMap((one) => one.shadowRoot ?? []);
    const all = roots.flatMap((root) => [...root.querySelectorAll('img')]);
    return all.filter(({ complete }) => complete).map(({ naturalWidth }) => naturalWidth);
  });
}

function cachesOf(page: Page): Promise<string[]> {
  return page.evaluate(async () =>
    (await caches.keys()).filter((name) => name.startsWith('svc-reader:')),
  );
}

test.describe('a book stored offline', () => {
  test('can be reopened and read to its end without a network', async ({ page, context }) => {
    await open(page);
    await storeOffline(page);
    await context.setOffline(true);

    const reader = page.locator('svc-reader');
    await reader.evaluate((element: HTMLElement) => element.focus());
    const first = await visibleText(page);
    await page.keyboard.press('Control+End');
    await expect.poll(() => visibleText(page)).not.toBe(first);
    const last = await visibleText(page);

    await reopen(page);
    await expect.poll(() => visibleText(page)).toBe(last);
    await reader.evaluate((element: HTMLElement) => element.focus());
    await page.keyboard.press('Control+Home');
    await expect.poll(() => visibleText(page)).toBe(first);
    expect((await imageWidths(page)).filter((width) => width === 0)).toEqual([]);

    // The images of the chapter opened next are stored too.
    const areSeen = async () => {
      const widths = await imageWidths(page);
      return widths.length > 0 && !widths.includes(0);
    };
    await reader.evaluate((element: Element & { goTo?: (place: object) => void }) =>
      element.goTo?.({ section: 4, offset: 0 }),
    );
    await expect.poll(areSeen).toBe(true);
    await reopen(page);
    await expect.poll(areSeen).toBe(true);
  });

  test('has all its controls without a network, and explains that search needs one', async ({
    page,
    context,
  }) => {
    await open(page);
    await storeOffline(page);
    await context.setOffline(true);

    const reader = page.locator('svc-reader');
    await reader.evaluate((element: HTMLElement) => element.focus());
    await expectPanel(page, 't', 'svc-contents');
    await expectPanel(page, 'm', 'svc-menu');
    await expectPanel(page, '?', 'svc-help');
    await reader.getByRole('button', { name: 'Appearance' }).click();
    await expect(reader.locator('svc-settings').getByRole('dialog')).toBeVisible();
    await page.keyboard.press('Escape');
    await reader.getByRole('button', { name: 'More' }).click();
    await reader.getByRole('menuitem', { name: 'About this book' }).click();
    await expect(reader.locator('svc-about').getByRole('dialog')).toBeVisible();
    await page.keyboard.press('Escape');
    await reader.evaluate((element: HTMLElement) => element.focus());
    await expectPanel(page, 's', 'svc-search');
    await reader.getByRole('searchbox').fill('the');
    await expect(reader.locator('svc-search')).toContainText('You’re offline.');
  });

  test('stores missing controls when it is opened with a network', async ({ page }) => {
    await open(page);
    await storeOffline(page);

    await page.reload();

    const help = chunkPattern('ui/panels/svc-help.ts').replace('**', '');
    await expect
      .poll(() =>
        page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name)),
      )
      .toContainEqual(expect.stringContaining(help));
  });

  test('is deleted when the reader removes it', async ({ page }) => {
    await open(page);
    await storeOffline(page);
    expect(await cachesOf(page)).toHaveLength(1);

    await openPanel(page);
    await page.locator('svc-reader').getByRole('button', { name: 'Remove' }).click();

    await expect(
      page.locator('svc-reader').getByRole('button', { name: 'Download' }),
    ).toBeVisible();
    expect(await cachesOf(page)).toEqual([]);
  });

  test('can no longer be read and is deleted once access has ended', async ({ page, context }) => {
    await open(page);
    await storeOffline(page);
    await page.evaluate(async () => {
      const name = (await caches.keys()).find((one) => one.startsWith('svc-reader:'));
      const cache = await caches.open(name ?? '');
      const record = await (await cache.match('https://kept.invalid/book'))?.json();
      await cache.put('https://kept.invalid/book', Response.json({ ...record, endsAtMs: 1 }));
    });
    await context.setOffline(true);

    await reopen(page);

    await expect(page.locator('svc-reader')).toContainText('Your access has expired');
    expect(await cachesOf(page)).toEqual([]);
  });
});

test('a page that does not offer offline reading stores nothing', async ({ page }) => {
  await page.goto('/demo/snippet.html');
  const reader = page.locator('svc-reader');
  await expect(reader.getByRole('slider')).toBeVisible();
  await reader.getByRole('button', { name: 'More' }).click();

  await expect(reader.getByRole('menuitem', { name: 'Read offline' })).toHaveCount(0);
  expect(await cachesOf(page)).toEqual([]);
});

test('a book that is only opened leaves nothing in storage', async ({ page }) => {
  await open(page);
  await openPanel(page);
  await expect(page.locator('svc-reader').getByRole('button', { name: 'Download' })).toHaveText(
    /about/,
  );
  expect(await cachesOf(page)).toEqual([]);
});

test('with the service worker of the guide, the page itself loads without a network', async ({
  page,
  context,
  baseURL,
}) => {
  const guide = readFileSync(new URL('../../docs/guides/offline.md', import.meta.url), 'utf8');
  const [, worker = ''] = /```js\n(\/\/ offline-worker\.js\n[^]*?)```/.exec(guide) ?? [];
  await context.route('**/demo/offline-worker.js', (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      headers: { 'Service-Worker-Allowed': '/' },
      body: worker.replace('https://books.example', baseURL ?? ''),
    }),
  );
  await open(page, false);
  await page.evaluate(async () => {
    await navigator.serviceWorker.register('/demo/offline-worker.js');
    await navigator.serviceWorker.ready;
  });
  // From now on, the service worker handles the page's requests.
  await page.reload();
  await expect(page.locator('svc-reader').getByRole('slider')).toBeVisible();
  const first = await visibleText(page);
  await storeOffline(page);
  await context.setOffline(true);

  await page.reload();

  await expect(page.locator('svc-reader').getByRole('slider')).toBeVisible();
  await expect.poll(() => visibleText(page)).toBe(first);
  await page.locator('svc-reader').evaluate((element: HTMLElement) => element.focus());
  await expectPanel(page, 't', 'svc-contents');
  await expectPanel(page, '?', 'svc-help');
});
