import { expect, test, type Locator, type Page } from 'playwright/test';
import { accessibilityProblems } from './accessibility-problems.ts';
import { documentedPolicy } from './documented-policy.ts';
import { visibleText } from './visible-text.ts';

const shapes = {
  phone: { width: 390, height: 844 },
  desk: { width: 1280, height: 900 },
};

/** Opens a demo page and waits until its book is shown. */
async function open(page: Page, address = '/demo/'): Promise<void> {
  await page.goto(address);
  await expect(page.locator('svc-reader').getByRole('slider')).toBeVisible();
}

async function turn(page: Page, key: string): Promise<string> {
  await page.locator('svc-reader').evaluate((reader: HTMLElement) => reader.focus());
  return press(page, key);
}

/** Presses a key regardless of where focus is, and returns the text of the new page. */
async function press(page: Page, key: string): Promise<string> {
  const before = await visibleText(page);
  await page.keyboard.press(key);
  await expect.poll(() => visibleText(page)).not.toBe(before);
  return visibleText(page);
}

for (const [shape, viewport] of Object.entries(shapes)) {
  test.describe(`the publisher's page, ${shape}`, () => {
    test.use({ viewport });

    test("leads from / to the book's first page without errors", async ({ page }) => {
      const faults: string[] = [];
      page.on('pageerror', ({ message }) => faults.push(message));
      page.on('console', (line) => line.type() === 'error' && faults.push(line.text()));

      await open(page, '/');

      await expect(page).toHaveURL(/\/demo\/$/);
      await expect.poll(() => visibleText(page)).toContain('The Quiet Page');
      expect(faults).toEqual([]);
    });

    test('does not shift while the reader loads', async ({ page }) => {
      await page.addInitScript(() => {
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) {
            const shift = 'value' in entry ? Number(entry.value) : 0;
            document.documentElement.dataset.shift = String(
              Number(document.documentElement.dataset.shift ?? 0) + shift,
            );
          }
        }).observe({ type: 'layout-shift', buffered: true });
      });

      await open(page);

      const shift = await page.evaluate(() => Number(document.documentElement.dataset.shift ?? 0));
      expect(shift).toBeLessThan(0.01);
    });

    for (const colorScheme of ['light', 'dark'] as const) {
      test(`has no accessibility violations, ${colorScheme}`, async ({ page }) => {
        await page.emulateMedia({ colorScheme });
        await open(page);

        expect(await accessibilityProblems(page)).toEqual([]);
      });
    }
  });
}

test.describe('keyboard use', () => {
  test.use({ viewport: shapes.desk });

  test('reads the whole book forward without seeing a page twice', async ({ page }) => {
    await open(page);
    const seen: string[] = [await visibleText(page)];
    for (let count = 0; count < 400; count += 1) {
      const isLast = await page.locator('svc-reader').evaluate((reader) => {
        const { next } = reader as HTMLElement & { next: () => boolean };
        return !next.call(reader);
      });
      if (isLast) break;
      await expect.poll(() => visibleText(page)).not.toBe(seen.at(-1));
      seen.push(await visibleText(page));
    }
    expect(seen.length).toBeGreaterThan(30);
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen.every((text) => text.length > 0)).toBe(true);
  });

  test('returns to the exact page when turning back across a chapter boundary', async ({
    page,
  }) => {
    await open(page);
    const forward = [await visibleText(page)];
    for (let count = 0; count < 6; count += 1) forward.push(await turn(page, 'ArrowRight'));
    for (let at = forward.length - 2; at >= 0; at -= 1) {
      expect(await turn(page, 'ArrowLeft')).toBe(forward[at]);
    }
  });

  test('opens the table of contents, chooses a chapter, and returns focus to the page', async ({
    page,
  }) => {
    await open(page);
    const reader = page.locator('svc-reader');
    await reader.getByRole('button', { name: 'Contents' }).focus();
    await page.keyboard.press('Enter');
    await expect(reader.getByRole('dialog')).toBeVisible();
    await reader.getByRole('button', { name: 'Size and Measure Page 12' }).focus();
    await page.keyboard.press('Enter');

    await expect.poll(() => visibleText(page)).toContain('Size and Measure');
    await expect(reader.getByRole('dialog')).toHaveCount(0);
    await press(page, 'ArrowRight');
  });

  test('keeps turning pages with the arrow keys after the buttons are used by mouse', async ({
    page,
  }) => {
    await open(page);
    const reader = page.locator('svc-reader');
    const first = await visibleText(page);
    await reader.getByRole('button', { name: 'Next page' }).click();
    await expect.poll(() => visibleText(page)).not.toBe(first);
    await press(page, 'ArrowRight');
    await reader.getByRole('button', { name: 'Appearance' }).click();
    await expect(reader.getByRole('dialog')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(reader.getByRole('dialog')).toHaveCount(0);
    await expect(reader.getByRole('button', { name: 'Appearance' })).toBeFocused();
    await press(page, 'ArrowLeft');
  });

  test('returns to the same position after a reload', async ({ page }) => {
    await open(page);
    for (let count = 0; count < 5; count += 1) await turn(page, 'ArrowRight');
    const left = await visibleText(page);

    await page.reload();
    await expect(page.locator('svc-reader').getByRole('slider')).toBeVisible();

    await expect.poll(() => visibleText(page)).toBe(left);
  });

  test('makes the text larger and keeps the position', async ({ page }) => {
    await open(page);
    for (let count = 0; count < 4; count += 1) await turn(page, 'ArrowRight');
    const before = await visibleText(page);
    const firstWords = before.split(' ').slice(0, 6).join(' ');
    const reader = page.locator('svc-reader');

    await reader.getByRole('button', { name: 'Appearance' }).click();
    for (let step = 0; step < 3; step += 1) {
      await reader.getByRole('button', { name: 'Larger text' }).click();
    }

    await expect.poll(async () => (await visibleText(page)).length).toBeLessThan(before.length);
    expect(await visibleText(page)).toContain(firstWords);
  });
});

test('a minimal page needs only the script tag and the element', async ({ page }) => {
  await open(page, '/demo/snippet.html');

  await expect.poll(() => visibleText(page)).toContain('The Quiet Page');
});

test('the German page is in German', async ({ page }) => {
  await open(page, '/demo/de/');

  await expect(page.locator('svc-reader').getByRole('button', { name: 'Inhalt' })).toBeVisible();
});

test('an Arabic chapter turns its pages to the left', async ({ page }) => {
  await page.setViewportSize(shapes.desk);
  await open(page, '/demo/ar/');
  const first = await visibleText(page);
  expect(first).toMatch(/\p{Script=Arabic}/u);

  await turn(page, 'ArrowLeft');
  await expect.poll(() => visibleText(page)).not.toBe(first);
  expect(await turn(page, 'ArrowRight')).toBe(first);
});

test('an invalid key is explained in a message', async ({ page }) => {
  await page.route('**/demo/snippet.html', async (route) => {
    const response = await route.fetch();
    const html = (await response.text()).replace(/key="[^"]*"/, 'key="svc_pro_pubwrong"');
    await route.fulfill({ response, body: html });
  });

  await page.goto('/demo/snippet.html');

  await expect(page.locator('svc-reader')).toContainText('Invalid API key');
});

test('a page may forbid everything except the reader, and require Trusted Types', async ({
  page,
  baseURL,
}) => {
  const policy = documentedPolicy(String(baseURL));
  const faults: string[] = [];
  page.on('console', (line) => line.type() === 'error' && faults.push(line.text()));
  await page.route('**/demo/snippet.html', async (route) => {
    const response = await route.fetch();
    const headers = { ...response.headers(), 'content-security-policy': policy };
    await route.fulfill({ response, headers });
  });

  await open(page, '/demo/snippet.html');

  await expect.poll(() => visibleText(page)).toContain('The Quiet Page');
  const reader = page.locator('svc-reader');
  await expect(reader.getByRole('button', { name: 'Contents' })).toBeVisible();
  for (const panel of [
    'contents',
    'marks',
    'pages',
    'search',
    'settings',
    'menu',
    'about',
    'help',
  ]) {
    await dispatchRequest(reader, 'svc-panel-request', { panel });
    await expect(reader.locator('[part~=panel]:visible'), panel).toHaveCount(1);
    await dispatchRequest(reader, 'svc-panel-request', { panel: null });
    await expect(reader.locator('[part~=panel]:visible'), panel).toHaveCount(0);
  }
  const settings = {
    theme: 'contrast',
    font: 'dyslexic',
    lineHeight: 1.8,
    align: 'start',
    margins: 'wide',
  };
  await dispatchRequest(reader, 'svc-settings-request', { settings });
  const faces = () =>
    [...document.fonts].filter(({ family }) => family.includes('OpenDyslexic')).length;
  await expect.poll(() => page.evaluate(faces)).toBe(4);
  await dispatchRequest(reader, 'svc-settings-request', { settings: { mode: 'scroll' } });
  await expect.poll(() => visibleText(page)).toContain('The Quiet Page');
  expect(faults).toEqual([]);
});

test('invalid settings of a page are ignored and reported to its developer, and the book opens', async ({
  page,
}) => {
  const warnings: string[] = [];
  page.on('console', (line) => line.type() === 'warning' && warnings.push(line.text()));
  await open(page);
  const reader = page.locator('svc-reader');
  const wrong = { currency: 'nonsense', affiliate: '<x>', sub: '<x>', locale: '!!' };
  await reader.evaluate((element, attributes) => {
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  }, wrong);
  await expect
    .poll(() => warnings.join())
    .toContain('ignores rejected parameters (affiliate, sub, currency, locale)');
  await expect(reader.getByRole('slider')).toBeVisible();
  await expect.poll(() => visibleText(page)).toContain('The Quiet Page');
  await expect(reader.getByRole('alert')).toHaveCount(0);

  await reader.evaluate((element) => element.setAttribute('book', 'bk_nothere'));
  await expect(reader.getByRole('alert')).toContainText('Book not found');
});

/** Requests a page turn in the same way as pages with their own controls. */
async function dispatchRequest(reader: Locator, type: string, details: object): Promise<void> {
  await reader.evaluate(
    (element, [name, members]) => element.dispatchEvent(Object.assign(new Event(name), members)),
    [type, details] as const,
  );
}
