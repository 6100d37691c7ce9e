import { readFile, writeFile } from 'node:fs/promises';
import type { Server } from 'node:http';
import { expect, test, type Page } from 'playwright/test';
import { accessibilityProblems } from './accessibility-problems.ts';

/** Returns a code block in the documentation, named by the comment before it. */
async function snippet(name: string): Promise<string> {
  const docs = await readFile(new URL('../../docs/guides/annotations.md', import.meta.url), 'utf8');
  const code = new RegExp(`<!-- ${name} -->\\s*\`\`\`js\\n(.*?)\`\`\``, 's').exec(docs)?.[1];
  if (!code) throw new Error(`The documentation has no code block ${name}.`);
  return code;
}

/** Opens the demo book at a page full of text and waits until annotations can be made. */
async function open(page: Page): Promise<void> {
  const reader = page.locator('svc-reader');
  await expect(reader.getByRole('slider')).toBeVisible();
  await expect(page.locator('svc-annotation-layer')).toBeAttached();
  await reader.evaluate((one: HTMLElement & { goTo(place: object): void }) => {
    one.goTo({ section: 2, offset: 0 });
  });
  await expect(reader.getByText('The scroll is the older').first()).toBeVisible();
}

/** Selects a paragraph with a triple click. */
async function selectParagraph(page: Page): Promise<void> {
  const box = await page.locator('svc-reader p', { hasText: 'The codex' }).first().boundingBox();
  if (!box) throw new Error('The paragraph is missing.');
  await page.mouse.click(box.x + 60, box.y + 40, { clickCount: 3 });
}

test('annotations are made by mouse, listed, exported under a strict policy, and imported again', async ({
  page,
  baseURL,
}) => {
  // Axe and three book loads are slow on a busy machine.
  test.slow();
  const faults: string[] = [];
  page.on('pageerror', ({ message }) => faults.push(message));
  page.on('console', (line) => line.type() === 'error' && faults.push(line.text()));
  await page.route('**/demo/snippet.html', async (route) => {
    const response = await route.fetch();
    const policy =
      `default-src 'none'; script-src ${baseURL}; connect-src ${baseURL}; img-src ${baseURL}; ` +
      `font-src ${baseURL}; require-trusted-types-for 'script'; trusted-types lit-html`;
    const headers = { ...response.headers(), 'content-security-policy': policy };
    await route.fulfill({ response, headers });
  });
  await page.goto('/demo/snippet.html');
  await open(page);

  await selectParagraph(page);
  await page.getByRole('toolbar', { name: 'Selected text' }).getByLabel('Blue').click();
  const painted = () => page.evaluate(() => CSS.highlights.get('svc-mark-blue')?.size ?? 0);
  expect(await painted()).toBe(1);

  await page.getByRole('button', { name: 'Contents' }).click();
  await page.getByRole('button', { name: 'Annotations', exact: true }).click();
  const panel = page.locator('svc-annotations');
  await expect(panel.getByText('The codex, which is the name')).toBeVisible();
  expect(await accessibilityProblems(page, { within: 'svc-reader' })).toEqual([]);

  const downloading = page.waitForEvent('download');
  await panel.getByRole('button', { name: 'Export annotations (JSON)' }).click();
  const file = await (await downloading).path();
  const items: unknown = JSON.parse(await readFile(file, 'utf8')).items;
  expect(items).toHaveLength(1);

  await panel.getByRole('button', { name: 'Delete' }).click();
  expect(await painted()).toBe(0);
  await panel.locator('input[type=file]').setInputFiles(file);
  await expect(panel.getByText('The codex, which is the name')).toBeVisible();
  expect(await painted()).toBe(1);
  expect(faults).toEqual([]);
});

test('a double click at the edge of the page selects a word and does not turn the page', async ({
  page,
}) => {
  await page.goto('/demo/snippet.html');
  await open(page);
  const reader = page.locator('svc-reader');
  const before = await reader.evaluate((one: HTMLElement & { locator: object }) => one.locator);
  const box = await reader.getByText('The scroll is the older').first().boundingBox();
  if (!box) throw new Error('The text is missing.');
  await page.mouse.dblclick(box.x + 12, box.y + 12);
  await page.getByRole('toolbar', { name: 'Selected text' }).getByLabel('Blue').click();
  const [marked, after] = await reader.evaluate((one: HTMLElement & { locator: object }) => [
    [...(CSS.highlights.get('svc-mark-blue') ?? [])].map(String),
    one.locator,
  ]);
  expect(after).toEqual(before);
  expect(marked).toEqual([expect.stringMatching(/^\p{L}+$/u)]);
});

test('a selection ends at the page boundary when the mouse is dragged off the page', async ({
  page,
}) => {
  await page.goto('/demo/snippet.html');
  await open(page);
  const reader = page.locator('svc-reader');
  const text = await reader.getByText('The scroll is the older').first().boundingBox();
  for (const bar of ['svc-progress', 'svc-toolbar']) {
    const away = await reader.locator(bar).boundingBox();
    if (!text || !away) throw new Error('The text or the bar is missing.');
    await page.mouse.move(text.x + 40, text.y + text.height / 2);
    await page.mouse.down();
    await page.mouse.move(away.x + away.width / 2, away.y + away.height / 2, { steps: 5 });
    await page.mouse.up();
    await page.getByRole('toolbar', { name: 'Selected text' }).getByLabel('Blue').click();
    const [marked, shown] = await reader.evaluate((one: HTMLElement) => [
      [...(CSS.highlights.get('svc-mark-blue') ?? [])].at(-1)?.toString() ?? '',
      one.shadowRoot?.querySelector('svc-page')?.rendition?.current.text.slice(0, 1e6) ?? '',
    ]);
    expect(marked.length).toBeGreaterThan(20);
    expect(marked.length).toBeLessThan(shown.length / 2);
    await page.keyboard.press('Escape');
  }
});

test('a page stores annotations on its own server, as documented', async ({ page }) => {
  test.slow();
  const path = test.info().outputPath('server.mjs');
  await writeFile(path, await snippet('server'));
  const { server }: { server: Server } = await import(path);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : null;
    await page.route('**/marks/**', async (route) => {
      const { pathname } = new URL(route.request().url());
      const response = await route.fetch({ url: `http://127.0.0.1:${port}${pathname}` });
      await route.fulfill({ response });
    });
    const code = await snippet('page');
    await page.route('**/store.js', (route) =>
      route.fulfill({ contentType: 'text/javascript', body: code }),
    );
    await page.route('**/demo/snippet.html', async (route) => {
      const response = await route.fetch();
      const body = `${await response.text()}<script type="module" src="/store.js"></script>`;
      await route.fulfill({ response, body });
    });
    const painted = () => page.evaluate(() => CSS.highlights.get('svc-mark-pink')?.size ?? 0);

    await page.goto('/demo/snippet.html');
    await open(page);
    await selectParagraph(page);
    const stored = page.waitForResponse((response) => response.request().method() === 'PUT');
    await page.getByRole('toolbar', { name: 'Selected text' }).getByLabel('Pink').click();
    await stored;

    await page.reload();
    await open(page);
    await expect.poll(painted).toBe(1);
  } finally {
    server.closeAllConnections();
    server.close();
  }
});
