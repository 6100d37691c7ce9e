import { expect, test, type BrowserContext, type Locator, type Page } from 'playwright/test';
import { someOf } from '../../scripts/test-tiers.js';
import { chunkPattern } from './chunk-pattern.ts';

/** An action whose code loads in advance or at the action. */
interface Action {
  /** A module of the file that fails. */
  module: string;
  /** Attributes of the reader. */
  attributes?: string;
  /** Position of the object of the action. */
  position?: { section: number; offset: number };
  start: (reader: Locator, page: Page) => Promise<void>;
  expectDone: (reader: Locator, page: Page) => Promise<void>;
}

const press = (name: string) => (reader: Locator) =>
  reader.getByRole('button', { name, exact: true }).click();
const expectDialog = (name: string) => (reader: Locator) =>
  expect(reader.getByRole('dialog', { name })).toBeVisible();
const pressMenuItem = (name: string) => async (reader: Locator) => {
  await press('More')(reader);
  await reader.getByRole('menuitem', { name }).click();
};
/** Dispatches a request of the host page's own controls. */
const request =
  (type: string, fields: object = {}) =>
  (reader: Locator) =>
    reader.evaluate(
      (element, [name, assigned]) => {
        const event = new Event(name, { bubbles: true, composed: true });
        element.dispatchEvent(Object.assign(event, assigned));
      },
      [type, fields] as const,
    );
const bookmarksOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => Reflect.get(globalThis, 'bookmarks'));

const annotating = 'features/annotating/start-annotating.ts';
const bookmark: Action = {
  module: annotating,
  start: press('Bookmark'),
  expectDone: (reader) =>
    expect(reader.getByRole('button', { name: 'Bookmark', exact: true })).toHaveAttribute(
      'aria-pressed',
      'true',
    ),
};
const actions: Record<string, Action> = {
  'a bookmark': bookmark,
  'a bookmark of a page with its own controls': {
    module: annotating,
    attributes: 'controls="progress"',
    start: request('svc-bookmark-request'),
    expectDone: (_reader, page) => expect.poll(() => bookmarksOf(page)).toHaveLength(1),
  },
  'full screen': {
    module: 'ui/fill-screen.ts',
    start: press('Full screen'),
    expectDone: (_reader, page) =>
      expect
        .poll(() => page.evaluate(() => document.fullscreenElement?.localName))
        .toBe('svc-reader'),
  },
  'the contents': {
    module: 'ui/panels/svc-contents.ts',
    start: press('Contents'),
    expectDone: expectDialog('Contents'),
  },
  'the search': {
    module: 'ui/panels/svc-search.ts',
    start: press('Search'),
    expectDone: (reader) => expect(reader.getByRole('searchbox')).toBeVisible(),
  },
  'the settings': {
    module: 'ui/panels/svc-settings.ts',
    start: press('Appearance'),
    expectDone: expectDialog('Appearance'),
  },
  'the menu': {
    module: 'ui/panels/svc-menu.ts',
    start: press('More'),
    expectDone: (reader) => expect(reader.getByRole('menu')).toBeVisible(),
  },
  'the help': {
    module: 'ui/panels/svc-help.ts',
    start: pressMenuItem('Help'),
    expectDone: expectDialog('Help'),
  },
  'reading aloud': {
    module: 'ui/svc-player.ts',
    start: request('svc-listen-request', { request: { type: 'start' } }),
    expectDone: (reader) => expect(reader.locator('svc-player')).toBeVisible(),
  },
  'an enlarged picture': {
    module: 'features/media-viewer/show-media-viewer.ts',
    position: { section: 4, offset: 3100 },
    start: async (reader) => {
      const picture = reader.locator('img.svc-picture[tabindex="0"]');
      // A click would scroll a picture of another page into view for a moment.
      await expect(picture).toBeInViewport({ ratio: 0.9 });
      await picture.click();
    },
    expectDone: (_reader, page) =>
      expect(page.getByRole('dialog', { name: 'Enlarged view' })).toBeVisible(),
  },
  'an external link': {
    module: 'features/external-links/svc-external-link-dialog.ts',
    position: { section: 12, offset: 0 },
    start: (reader) => reader.locator('a[href^="https://creativecommons"]').first().click(),
    expectDone: (_reader, page) =>
      expect(page.getByRole('heading', { name: 'Leave this book?' })).toBeVisible(),
  },
};

/** The answers to the requests for a file. */
class Chunk {
  #answer: 'hold' | 'fail' | 'missing' | 'pass';
  #release = () => {};
  readonly #released = new Promise<void>((resolve) => {
    this.#release = resolve;
  });

  constructor(answer: 'hold' | 'fail' | 'missing') {
    this.#answer = answer;
  }

  async route(page: Page, module: string): Promise<void> {
    await page.route(chunkPattern(module), async (route) => {
      if (this.#answer === 'hold') await this.#released;
      if (this.#answer === 'pass') return route.continue();
      if (this.#answer === 'missing') return route.fulfill({ status: 404 });
      return route.abort('internetdisconnected');
    });
  }

  /** Changes the answer, also to the requests that wait for one. */
  set(answer: 'fail' | 'pass'): void {
    this.#answer = answer;
    this.#release();
  }
}

async function open(
  page: Page,
  { attributes = '', position = { section: 0, offset: 0 } }: Action,
): Promise<Locator> {
  const demo = await (await page.request.get('/demo/snippet.html')).text();
  const [, book = '', key = ''] = /book="([^"]+)" key="([^"]+)"/.exec(demo) ?? [];
  const address = '/lazy-actions.html';
  await page.route(`**${address}`, (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<!doctype html><html lang="en"><title>Book</title>
        <script>bookmarks = []; addEventListener('svc-mark-change', ({ change, mark }) => bookmarks.push(change))</script>
        <script type="module" src="/svc-reader.js"></script>
        <svc-reader book="${book}" key="${key}" ${attributes}></svc-reader>`,
    }),
  );
  await page.goto(address);
  const reader = page.locator('svc-reader');
  await expect(reader.getByRole('slider')).toBeVisible();
  await reader.evaluate(
    (element, target) => Reflect.get(element, 'goTo').call(element, target),
    position,
  );
  await expect
    .poll(() => reader.evaluate((element) => Reflect.get(element, 'locator').locations.section))
    .toBe(position.section);
  return reader;
}

/** Ways in which the code of an action can fail to load, with what happens until it is done. */
const faults: Record<
  string,
  (action: Action, page: Page, context: BrowserContext) => Promise<void>
> = {
  'fails while it loads in advance': async (action, page) => {
    const chunk = new Chunk('hold');
    await chunk.route(page, action.module);
    const reader = await open(page, action);
    await action.start(reader, page);
    chunk.set('fail');
    await retry(reader, chunk);
    await action.expectDone(reader, page);
  },
  'fails at the action': async (action, page) => {
    const chunk = new Chunk('fail');
    await chunk.route(page, action.module);
    const reader = await open(page, action);
    await action.start(reader, page);
    await retry(reader, chunk);
    await action.expectDone(reader, page);
  },
  'is slow': async (action, page) => {
    const chunk = new Chunk('hold');
    await chunk.route(page, action.module);
    const reader = await open(page, action);
    await action.start(reader, page);
    chunk.set('pass');
    // On a busy machine, the time limit of the code may have passed.
    const again = reader.getByRole('button', { name: 'Try again' });
    await page.addLocatorHandler(again, () => again.click());
    await action.expectDone(reader, page);
    await expect(reader.getByRole('alert')).toHaveCount(0);
  },
  'is offline': async (action, page, context) => {
    const chunk = new Chunk('fail');
    await chunk.route(page, action.module);
    const reader = await open(page, action);
    await context.setOffline(true);
    await action.start(reader, page);
    await expect(reader.getByText('You’re offline')).toBeVisible();
    chunk.set('pass');
    await context.setOffline(false);
    await expect(reader.getByText('You’re offline')).toHaveCount(0);
    await action.start(reader, page);
    await action.expectDone(reader, page);
  },
  'is missing after a new release': async (action, page) => {
    await new Chunk('missing').route(page, action.module);
    const reader = await open(page, action);
    await action.start(reader, page);
    await expect(reader.getByText('The reader has been updated.')).toBeVisible();
    await expect(reader.getByRole('button', { name: 'Reload' })).toBeVisible();
  },
};

/** Waits for the message, and retries once the code can be loaded. */
async function retry(reader: Locator, chunk: Chunk): Promise<void> {
  const again = reader.getByRole('button', { name: 'Try again' });
  await expect(again).toBeVisible();
  chunk.set('pass');
  await again.click();
}

for (const [at, [name, action]] of Object.entries(actions).entries()) {
  test(`${name} works after its code has failed to load, which is reported`, async ({
    browser,
    baseURL,
  }) => {
    const failures = await Promise.all(
      someOf(Object.entries(faults), at).map(async ([fault, run]) => {
        const context = await browser.newContext({ baseURL, locale: 'en-GB' });
        try {
          await run(action, await context.newPage(), context);
          return null;
        } catch (error) {
          return `${fault}: ${String(error).slice(0, 600)}`;
        } finally {
          await context.close();
        }
      }),
    );
    expect(failures.filter(Boolean)).toEqual([]);
  });
}

test('a bookmark belongs to the page on which it was set, and is set once, while its code is slow', async ({
  page,
}) => {
  const chunk = new Chunk('hold');
  await chunk.route(page, annotating);
  const reader = await open(page, { ...bookmark, position: { section: 4, offset: 0 } });
  const button = reader.getByRole('button', { name: 'Bookmark', exact: true });
  await button.click();
  await button.click();
  await reader.getByRole('button', { name: 'Next page' }).click();
  chunk.set('pass');

  await expect.poll(() => bookmarksOf(page)).toEqual(['added']);
  await expect(button).toHaveAttribute('aria-pressed', 'false');
  await reader.getByRole('button', { name: 'Previous page' }).click();
  await expect(button).toHaveAttribute('aria-pressed', 'true');
});

test('a bookmark belongs to its page even if the section is no longer loaded, also after a failure', async ({
  page,
}) => {
  const chunk = new Chunk('hold');
  await chunk.route(page, annotating);
  const reader = await open(page, { ...bookmark, position: { section: 4, offset: 0 } });
  const goTo = (section: number) =>
    reader.evaluate((element, to) => Reflect.get(element, 'goTo').call(element, to), {
      section,
      offset: 0,
    });
  const button = reader.getByRole('button', { name: 'Bookmark', exact: true });
  await button.click();
  await goTo(11);
  await expect
    .poll(() => reader.evaluate((element) => Reflect.get(element, 'locator').locations.section))
    .toBe(11);
  // It is unloaded after its neighbors.
  const isLoaded = (element: Element) =>
    element.shadowRoot
      ?.querySelector<HTMLElementTagNameMap['svc-page']>('svc-page')
      ?.rendition?.views.mounted.has(4);
  await expect.poll(() => reader.evaluate(isLoaded)).toBe(false);
  const section = /\/sections\/4\b/;
  await page.route(section, (route) => route.abort('internetdisconnected'));
  chunk.set('pass');
  const again = reader.getByRole('button', { name: 'Try again' });
  await expect(again).toBeVisible();
  await page.unroute(section);
  await again.click();

  await expect.poll(() => bookmarksOf(page)).toEqual(['added']);
  await expect(button).toHaveAttribute('aria-pressed', 'false');
  await goTo(4);
  await expect(button).toHaveAttribute('aria-pressed', 'true');
});

test('the annotations panel lists the stored annotations if their code has failed to load in advance', async ({
  page,
}) => {
  const first = await open(page, bookmark);
  await bookmark.start(first, page);
  await bookmark.expectDone(first, page);

  const chunk = new Chunk('fail');
  await chunk.route(page, annotating);
  const reader = await open(page, bookmark);
  await press('Contents')(reader);
  await retry(reader, chunk);
  await reader.getByRole('button', { name: 'Annotations' }).click();
  await expect(reader.locator('svc-annotations').getByRole('listitem')).toHaveCount(1);
});
