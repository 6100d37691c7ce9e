import type { LitElement, ReactiveController } from 'lit';
import { type Browser, expect, type Page, test } from 'playwright/test';
import { type DemoVisit, inPage, mainAction, pages, signInToDemo } from './console-state-pages.ts';
import { openIn, untilLoaded } from './console-states.ts';
import { someOf } from '../../scripts/test-tiers.js';

/** Forms of an account, and the steps to open them. */
const forms: Record<string, [path: string, open?: (page: Page) => Promise<unknown>]> = {
  book: ['books/{bookId}'],
  serial: ['books', (page) => page.locator('main .title button').first().click()],
  chapter: ['books/{serialId}/chapters', mainAction],
  embed: ['embed-code'],
  deployment: ['appearance/{deploymentId}', openSections],
  'new deployment': ['appearance', mainAction],
  affiliate: ['affiliates', mainAction],
  key: ['keys', mainAction],
  webhook: ['webhooks', mainAction],
  requests: ['requests'],
  member: ['team', mainAction],
  'sign-in rules': ['sign-in'],
  you: ['../../you'],
};

/** Filters load a quarter of a second after the last key. In milliseconds. */
const filterDelay = 300;

let demo: DemoVisit;

test.beforeAll(async ({ browser, baseURL }) => {
  demo = await signInToDemo(await browser.newPage(), baseURL ?? '');
});

for (const [name, [path, open]] of someOf(Object.entries(forms), 2)) {
  test(`text typed into the form “${name}” is kept when the page renders and loads again`, async ({
    browser,
    baseURL,
  }) => {
    await inForm(browser, baseURL ?? '', path, async (page) => {
      await open?.(page);
      const fields = page.locator(textFields);
      const count = await fields.count();
      expect(count).toBeGreaterThan(0);
      for (let index = 0; index < count; index += 1) {
        const field = fields.nth(index);
        await field.focus();
        await field.evaluate(typeText);
        // Filters load other data, which can change the values of other fields.
        await page.waitForTimeout(filterDelay);
        await page.evaluate(renderAndLoad, false);
        const before = await page.evaluate(fieldState);
        await page.evaluate(renderAndLoad, true);
        expect(await page.evaluate(fieldState), `field ${index}`).toEqual(before);
      }
    });
  });
}

test('typed text is kept when a reload fails, the session ends, or the language changes', async ({
  browser,
  baseURL,
}) => {
  await inForm(browser, baseURL ?? '', 'books/{bookId}', async (page) => {
    const title = page.locator('form [name=title]');
    await title.fill('Typed');
    await page.route('**/console/api/accounts/**', (route) => route.abort());
    await page.evaluate(renderAndLoad, true);
    await expect(page.locator('.failed')).toBeVisible();
    await expect(title).toHaveValue('Typed');
    await page.unrouteAll();
    await page.locator('.failed button').click();
    await expect(page.locator('.failed')).toHaveCount(0);
    await expect(title).toHaveValue('Typed');

    await page.locator('select.language').first().selectOption('de');
    await expect(page.locator('html')).toHaveAttribute('lang', 'de');
    await expect(page.locator('#record-heading')).toHaveText('Angaben');
    await expect(title).toHaveValue('Typed');

    await page.route('**/console/api/accounts/**', (route) =>
      route.fulfill({
        status: 401,
        contentType: 'application/problem+json',
        body: '{"code":"not_signed_in","detail":"Sign in at /console/ first."}',
      }),
    );
    await page.locator('form:has([name=title]) [type=submit]').click();
    await expect(page.locator('form:has([name=title]) [role=alert]')).toContainText('abgemeldet');
    await expect(title).toHaveValue('Typed');
  });
});

test('values typed while a deployment is saved are kept', async ({ browser, baseURL }) => {
  await inForm(browser, baseURL ?? '', 'appearance/{deploymentId}', async (page) => {
    await openSections(page);
    const campaign = page.locator('#campaign');
    await campaign.fill('spring');
    let answer = () => {};
    const isTyped = new Promise<void>((resolve) => (answer = resolve));
    await page.route('**/deployments/*?revision=*', async (route) => {
      await isTyped;
      await route.continue();
    });
    await page.locator('.save-bar .primary').click();
    await campaign.fill('summer');
    answer();
    await expect(page.locator('.save-bar .primary')).toBeEnabled();
    await expect(campaign).toHaveValue('summer');
    await page.locator('.save-bar .primary').click();
    await expect(page.locator('.save-bar')).toHaveCount(0);
    await expect(campaign).toHaveValue('summer');
  });
});

test('the embed code is always for the book that is shown as selected', async ({
  browser,
  baseURL,
}) => {
  await inForm(browser, baseURL ?? '', 'embed-code', async (page) => {
    let names = ['One', 'Two', 'Three'];
    await page.route(/\/books\?q=/, (route) =>
      route.fulfill({
        json: {
          data: names.map((name) => ({
            id: `bk_${name}`,
            title: name,
            visibility: 'public',
            readable: true,
          })),
          nextCursor: null,
        },
      }),
    );
    await page.evaluate(renderAndLoad, true);
    const selected = page.locator('#book');
    for (const name of names) await selected.selectOption(name);
    names = ['Two', 'Three'];
    await page.evaluate(renderAndLoad, true);
    await expect(selected.getByRole('option')).toHaveCount(2);
    await expect(selected).toHaveValue('bk_Three');
    await expect(page.locator('#code')).toContainText('bk_Three');
  });
});

const lists = [
  'books',
  'books/{serialId}/chapters',
  'appearance',
  'affiliates',
  'keys',
  'webhooks',
  'sales',
  'requests',
  'team',
];
for (const path of someOf(lists, 3)) {
  test(`a row of ${path} keeps its focus and a started click when a row is added above it`, async ({
    browser,
    baseURL,
  }) => {
    await inForm(browser, baseURL ?? '', path, async (page) => {
      const item = page.locator('[data-item]');
      const rowNumber = () => item.evaluate((button) => button.closest('tr')?.rowIndex);
      await page
        .locator('tbody :is(a, button:enabled)')
        .first()
        .evaluate((button: HTMLElement) => {
          button.dataset.item = '';
          button.focus();
        });
      const before = (await rowNumber()) ?? 0;
      await page.route('**/console/api/accounts/**', async (route) => {
        const response = await route.fetch();
        await route.fulfill({ response, json: withAddedItems(await response.json()) });
      });
      await page.evaluate(renderAndLoad, true);
      await expect.poll(rowNumber).toBe(before + 1);
      await expect(item).toBeFocused();
    });
  });
}

/** Copies the first item of each list in a response, with another id. */
function withAddedItems(body: unknown): unknown {
  return JSON.parse(JSON.stringify(body), (_, value) => {
    if (!Array.isArray(value) || typeof value[0] !== 'object') return value;
    const added = Object.entries({ ...value[0] }).map(([name, member]) => [
      name,
      /id$/i.test(name) ? `${member}0` : member,
    ]);
    return [Object.fromEntries(added), ...value];
  });
}

async function inForm(
  browser: Browser,
  origin: string,
  path: string,
  steps: (page: Page) => Promise<void>,
): Promise<void> {
  await inPage(browser, demo.cookies, async (page) => {
    const filled = path.replace(/\{(\w+)\}/, (_, id) => demo.ids[id] ?? 'none');
    await openIn(page, 'en', `${origin}/console/a/${demo.accountId}/${filled}`);
    await untilLoaded(page);
    await steps(page);
  });
}

async function openSections(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const section of document.querySelectorAll('details')) section.open = true;
  });
}

const textFields =
  ':is(dialog[open], body:not(:has(dialog[open])) main) :is(textarea, input:not([type]), ' +
  'input:is([type=text], [type=email], [type=password], [type=search], [type=url])):visible:enabled:not([readonly])';

/** Types as a person does, and selects a part of the text. Runs in the page. */
function typeText(field: Element): void {
  if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return;
  field.select();
  // A line break and spaces, which the page could remove while it renders.
  document.execCommand(
    'insertText',
    false,
    field.localName === 'textarea' ? ' typed\n\nx ' : ' x1 ',
  );
  if (field.type !== 'email') field.setSelectionRange(1, 2);
}

/** Values of all fields, the focused and visible element, and the selection. Runs in the page. */
function fieldState() {
  const fields = [
    ...document.querySelectorAll<HTMLInputElement>('main :is(input, textarea, select)'),
  ].filter((field) => field.checkVisibility() && field.type !== 'file' && !field.readOnly);
  const active = document.activeElement;
  const top = active?.getBoundingClientRect().top ?? 0;
  const isText = active instanceof HTMLInputElement || active instanceof HTMLTextAreaElement;
  return {
    values: fields.map((field) => `${field.id || field.name}: ${field.value} ${field.checked}`),
    focused: active?.id || active?.outerHTML,
    selection: isText ? [active.selectionStart, active.selectionEnd] : null,
    dialogs: document.querySelectorAll('dialog[open]').length,
    sections: document.querySelectorAll('details[open]').length,
    // Only whether the element is in the window, because messages can appear above it.
    isInView: top >= 0 && top < innerHeight,
  };
}

/** Renders all elements again, and waits for their data. Runs in the page. */
async function renderAndLoad(isReloaded: boolean): Promise<void> {
  type Reloadable = ReactiveController & { run?: () => Promise<void>; taskComplete?: unknown };
  const elements = [...document.querySelectorAll<LitElement>('*')].filter(
    (element) => 'requestUpdate' in element,
  );
  for (const element of elements) element.requestUpdate();
  await Promise.all(elements.map((element) => element.updateComplete));
  const controllers = elements.flatMap((element): Reloadable[] => [
    // Lit keeps its controllers in a private set with this name in all builds.
    ...(Reflect.get(element, '_$EO') ?? []),
  ]);
  const tasks = controllers.filter((one) => 'taskComplete' in one);
  await Promise.all(tasks.map((task) => (isReloaded ? task.run?.() : task.taskComplete)));
  await Promise.all(elements.map((element) => element.updateComplete));
}

test('all pages with forms are listed', () => {
  const listed = new Set(Object.values(forms).map(([path]) => path));
  const withForms = Object.values(pages).filter(({ states = {} }) => 'wrong' in states);
  expect(withForms.map(({ path }) => path).filter((path) => !listed.has(path))).toEqual([]);
});
