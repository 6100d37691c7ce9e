import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { expect, test, type Page } from 'playwright/test';
import sharp from 'sharp';
import { accessibilityProblems } from './accessibility-problems.ts';
import { findDemoBook, createPublishableKey } from './sites/third-party-site.ts';
import { visibleText } from './visible-text.ts';

let address = '';

const shapes = {
  phone: { width: 390, height: 844 },
  desk: { width: 1280, height: 900 },
};
const sections = { 'left to right': 2, 'right to left': 10 };
/** Height of the component's bars above and below its pages. */
const bar = 48;

/** Height of a deployment's links below its pages. */
let deployment = '';
const links = 28;

test.beforeAll(async ({ baseURL }, info) => {
  const server = baseURL ?? '';
  deployment = newDeployment(info.outputPath('deployment.json'));
  const key = createPublishableKey(server);
  address = `/v1/reader/embed?book=${await findDemoBook(server)}&key=${key}&format=html`;
});

function newDeployment(file: string): string {
  const address = 'https://house.example/privacy';
  const settings = { name: 'Harbour House', theme: { name: 'sepia' }, links: { privacy: address } };
  writeFileSync(file, JSON.stringify(settings));
  const args = ['server/cli.js', 'deployments', 'create', '--account', 'demo', '--file', file];
  const printed = execFileSync(process.execPath, [...args, '--json'], {
    cwd: new URL('../..', import.meta.url).pathname,
    env: { ...process.env, SVC_DATA: process.env.SVC_E2E_DATA },
    encoding: 'utf8',
  });
  return JSON.parse(printed).id;
}

/** Waits until the component is fully rendered. */
async function upgraded(page: Page): Promise<void> {
  await expect(page.locator('svc-reader').getByRole('slider')).toBeVisible();
}

/** Every pixel between the bars, in shades of gray. */
async function pixels(page: Page): Promise<Buffer> {
  const { width, height } = page.viewportSize() ?? shapes.phone;
  const area = { left: 0, top: bar + 1, width, height: height - 2 * bar - links - 2 };
  return sharp(await page.screenshot())
    .extract(area)
    .greyscale()
    .raw()
    .toBuffer();
}

const appearances = [
  { shape: 'phone', writing: 'left to right', colorScheme: 'light' },
  { shape: 'phone', writing: 'right to left', colorScheme: 'dark' },
  { shape: 'desk', writing: 'left to right', colorScheme: 'dark' },
  { shape: 'desk', writing: 'right to left', colorScheme: 'light' },
  { shape: 'phone', writing: 'left to right', colorScheme: 'light', hasPublisher: true },
] as const;

for (const { shape, writing, colorScheme, ...more } of appearances) {
  const viewport = shapes[shape];
  const query = `&chapter=${sections[writing]}`;
  const hasPublisher = 'hasPublisher' in more;
  test.describe(`the page, ${shape}, ${writing}, ${colorScheme}${hasPublisher ? ', of a publisher' : ''}`, () => {
    test.use({ viewport, colorScheme });

    test('looks the same before and after the component loads', async ({ page, context }) => {
      const faults: string[] = [];
      page.on('pageerror', ({ message }) => faults.push(message));
      page.on('console', (line) => line.type() === 'error' && faults.push(line.text()));
      await page.addInitScript(() => {
        const shifts: unknown[] = [];
        Reflect.set(window, 'shifts', shifts);
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) shifts.push(entry.toJSON());
        }).observe({ type: 'layout-shift', buffered: true });
      });
      const asked: string[] = [];
      page.on('request', (request) => asked.push(`${request.method()} ${request.url()}`));
      const plain = await context.newPage();
      await plain.setViewportSize(viewport);
      await plain.emulateMedia({ colorScheme });
      await plain.route('**/svc-reader.js', (route) => route.abort());
      const url = address + query + (hasPublisher ? `&deployment=${deployment}` : '');
      await plain.goto(url);
      const before = await pixels(plain);

      await page.goto(url);
      await upgraded(page);

      const after = await pixels(page);
      const different = before.filter((shade, at) => Math.abs(shade - (after[at] ?? 0)) > 24);
      expect(different.length).toBe(0);
      expect(await page.evaluate(() => Reflect.get(window, 'shifts'))).toEqual([]);
      // The page, and the session that its script opens.
      const methods = asked.filter((one) => one.includes('/v1/reader/embed'));
      expect(methods.map((one) => one.split(' ')[0])).toEqual(['GET', 'POST']);
      expect(faults).toEqual([]);
    });

    test('has no accessibility violations, with and without the component', async ({ page }) => {
      await page.goto(address + query);
      await upgraded(page);
      // The chapter has a drawing, which becomes a button when the media viewer has loaded.
      if (writing === 'left to right')
        await page.locator('svc-reader .svc-picture').first().waitFor({ state: 'attached' });
      const whole = await accessibilityProblems(page);
      await page.route('**/svc-reader.js', (route) => route.abort());
      await page.reload();
      const plain = await accessibilityProblems(page);

      expect([...whole, ...plain]).toEqual([]);
    });
  });
}

test('the page continues at the last reading position', async ({ page }) => {
  await page.goto(address);
  await upgraded(page);
  await page.locator('svc-reader').evaluate((reader) => {
    const { goTo } = reader as HTMLElement & { goTo: (fraction: number) => void };
    goTo.call(reader, 0.5);
  });
  await expect.poll(() => visibleText(page)).not.toContain('The Quiet Page');
  const left = await visibleText(page);

  await page.reload();
  await upgraded(page);
  await expect.poll(() => visibleText(page)).toBe(left);

  await page.goto(`${address}&chapter=2`);
  await upgraded(page);
  await expect.poll(() => visibleText(page)).toContain('Turning the Page');
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false, viewport: shapes.phone });

  test('the page shows a whole section and links to the next one', async ({ page }) => {
    await page.goto(`${address}&chapter=2`);
    const text = page.getByRole('article');
    await expect(text).toContainText('Turning the Page');
    const { width = 0, height = 0 } = (await text.boundingBox()) ?? {};
    expect(width).toBeLessThanOrEqual(390);
    expect(height).toBeGreaterThan(2000);

    await page.getByRole('link', { name: /^Next/ }).click();
    await expect(text).toContainText('Keeping Your Place');
    await page.getByRole('link', { name: 'Size and Measure' }).click();
    await expect(text).toContainText('Size and Measure');
  });
});
