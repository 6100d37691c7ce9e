import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, expect, type Page, test } from 'playwright/test';
import { watchErrors } from './check-console-page.ts';
import { type ConsoleServer, startConsoleServer } from './console-server.ts';
import { checkState, looks, looksOf, openIn, untilLoaded } from './console-states.ts';
import { type ConsoleVisit, visitConsole } from './console-visit.ts';

/**
 * A page of an account, and the steps to reach its other states. No step depends on the language.
 */
interface StatePage {
  path: string;
  /** Whether the page loads no data. */
  isStatic?: boolean;
  states?: Record<string, (page: Page) => Promise<unknown>>;
}

const submitEmpty = async (page: Page) => {
  await page.locator('dialog form').evaluate((form: HTMLFormElement) => (form.noValidate = true));
  await page.locator('dialog [type=submit]').click();
  await page
    .locator('dialog [role=alert]:not(:empty), dialog [aria-invalid=true]')
    .first()
    .waitFor();
};
const mainAction = (page: Page) => page.locator('main .title button.primary').click();
const rowAction = (index: number) => (page: Page) =>
  page.locator('tbody .actions button').nth(index).click();
const createWrong = async (page: Page) => {
  await mainAction(page);
  await submitEmpty(page);
};

const pages: Record<string, StatePage> = {
  home: { path: '' },
  books: {
    path: 'books',
    states: { serial: (page) => page.locator('main .title button').first().click() },
  },
  book: {
    path: 'books/{bookId}',
    states: { remove: (page) => page.locator('button.danger').last().click() },
  },
  chapters: {
    path: 'books/{serialId}/chapters',
    states: {
      add: mainAction,
      wrong: createWrong,
      remove: (page) => page.locator('button.danger').first().click(),
    },
  },
  prices: { path: 'prices', isStatic: true },
  embed: { path: 'embed-code' },
  analytics: {
    path: 'analytics',
    states: { definition: (page) => page.locator('button.info').first().click() },
  },
  appearance: { path: 'appearance', states: { create: mainAction, wrong: createWrong } },
  deployment: {
    path: 'appearance/{deploymentId}',
    states: { remove: (page) => page.locator('button.danger').last().click() },
  },
  sales: { path: 'sales' },
  affiliates: { path: 'affiliates', states: { create: mainAction, wrong: createWrong } },
  affiliate: { path: 'affiliates/{affiliateId}' },
  keys: {
    path: 'keys',
    states: {
      create: mainAction,
      wrong: async (page) => {
        await mainAction(page);
        await page.locator('dialog [value=publishable]').check();
        await submitEmpty(page);
      },
      rotate: rowAction(0),
      revoke: rowAction(1),
    },
  },
  webhooks: {
    path: 'webhooks',
    states: {
      create: mainAction,
      wrong: createWrong,
      endpoint: async (page) => {
        await page.locator('tbody th a, tbody th button').first().click();
        await untilLoaded(page);
      },
      delivery: async (page) => {
        await page.locator('tbody th a, tbody th button').first().click();
        await page.locator('webhook-deliveries tbody button').first().click();
      },
    },
  },
  requests: { path: 'requests' },
  team: {
    path: 'team',
    states: { invite: mainAction, wrong: createWrong, member: rowAction(0) },
  },
  rules: { path: 'sign-in' },
  audit: {
    path: 'audit-log',
    states: { values: (page) => page.locator('summary').first().click() },
  },
};

let demo: { ids: Record<string, string>; accountId: string; cookies: Cookies };
let empty: ConsoleServer;
let visit: ConsoleVisit;
let ownerCookies: Cookies;
let operatorCookies: Cookies;
type Cookies = Awaited<ReturnType<ReturnType<Page['context']>['cookies']>>;

test.beforeAll(async ({ browser, baseURL }) => {
  test.setTimeout(180_000);
  demo = await signInToDemo(await browser.newPage(), baseURL ?? '');
  empty = await startConsoleServer();
  const page = await browser.newPage();
  visit = await visitConsole(page, empty);
  ownerCookies = await page.context().cookies();
  await visit.signIn('op');
  operatorCookies = await page.context().cookies();
  await page.close();
});

test.afterAll(async () => {
  await empty.stop();
});

interface StateSteps {
  /** Done before the page loads. */
  prepare?: (page: Page) => Promise<unknown>;
  reach?: (page: Page) => Promise<unknown>;
}

/** States of all pages that load data. */
const requestStates: Record<string, StateSteps> = {
  loading: { prepare: (page) => page.route('**/console/api/accounts/**', () => undefined) },
  offline: {
    prepare: (page) => page.route('**/console/api/accounts/**', (route) => route.abort()),
    reach: (page) => page.locator('main [role=alert]:not(:empty)').first().waitFor(),
  },
};

for (const [pageNumber, [name, { path, isStatic, states = {} }]] of Object.entries(
  pages,
).entries()) {
  test(`the page ${name} in every state`, async ({ browser, baseURL }) => {
    test.setTimeout(600_000);
    const fill = (text: string) => text.replace(/\{(\w+)\}/, (_, id) => demo.ids[id] ?? 'none');
    const url = `${baseURL ?? ''}/console/a/${demo.accountId}/${fill(path)}`;
    for (const look of looks) {
      await inPage(browser, demo.cookies, async (page) => {
        await openIn(page, look.language, url);
        await untilLoaded(page);
        await checkState(page, name, look);
      });
      if (isStatic || path.includes('{')) continue;
      await inPage(browser, ownerCookies, async (page) => {
        await openIn(page, look.language, `${empty.url}/console/a/${visit.accountId}/${path}`);
        await untilLoaded(page);
        await checkState(page, `${name}-empty`, look);
      });
    }
    const reached: [string, StateSteps][] = Object.entries(states).map(([state, reach]) => [
      state,
      { reach: async (page) => (await untilLoaded(page), await reach(page)) },
    ]);
    if (!isStatic) reached.push(...Object.entries(requestStates));
    for (const [at, [state, { prepare, reach }]] of reached.entries()) {
      for (const look of looksOf(pageNumber + at)) {
        await inPage(browser, demo.cookies, async (page) => {
          await prepare?.(page);
          await openIn(page, look.language, url);
          await reach?.(page);
          await checkState(page, `${name}-${state}`, look);
        });
      }
    }
  });
}

const outside: Record<
  string,
  { path: string; as: 'nobody' | 'owner' | 'operator'; reach?: (page: Page) => Promise<unknown> }
> = {
  'sign-in': { path: 'sign-in', as: 'nobody' },
  'sign-in-wrong': {
    path: 'sign-in',
    as: 'nobody',
    reach: async (page) => {
      await page.locator('[type=email]').fill('ada@example.com');
      await page.locator('[type=password]').fill('not the password');
      await page.locator('[type=submit]').first().click();
      await page.locator('[role=alert]:not(:empty)').waitFor();
    },
  },
  recover: { path: 'recover', as: 'nobody' },
  'join-used': { path: 'join#used', as: 'nobody' },
  missing: { path: 'nothing', as: 'owner' },
  you: { path: 'you', as: 'owner' },
  accounts: { path: 'accounts', as: 'operator' },
  'accounts-create': { path: 'accounts', as: 'operator', reach: mainAction },
  'accounts-wrong': { path: 'accounts', as: 'operator', reach: createWrong },
  system: { path: 'system', as: 'operator' },
};

for (const [name, { path, as, reach }] of Object.entries(outside)) {
  test(`the page ${name} in every look`, async ({ browser }) => {
    test.setTimeout(180_000);
    const cookies = { nobody: [], owner: ownerCookies, operator: operatorCookies }[as];
    for (const look of looks) {
      await inPage(browser, cookies, async (page) => {
        await openIn(page, look.language, `${empty.url}/console/${path}`);
        await untilLoaded(page);
        await reach?.(page);
        await checkState(page, name, look);
      });
    }
  });
}

/** Runs the steps on a page in a new context, and expects no script or policy errors. */
async function inPage(
  browser: Browser,
  cookies: Cookies,
  steps: (page: Page) => Promise<void>,
): Promise<void> {
  const context = await browser.newContext({ locale: 'en-GB', reducedMotion: 'reduce' });
  await context.addCookies(cookies);
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  const errors = watchErrors(page);
  await steps(page);
  expect.soft(errors).toEqual([]);
  await context.close();
}

/** Signs in as the owner of the sample data once all of it is stored. */
async function signInToDemo(page: Page, origin: string): Promise<typeof demo> {
  const folder = process.env.SVC_E2E_DATA ?? '';
  const { consolePassword: password } = JSON.parse(readFileSync(join(folder, 'demo.json'), 'utf8'));
  const data = { email: 'demo@example.com', password };
  const sent = await page.request.post(`${origin}/console/api/sign-in`, {
    data,
    headers: { Origin: origin },
  });
  expect(sent.ok()).toBe(true);
  const get = async (path: string) =>
    (await page.request.get(`${origin}/console/api${path}`)).json();
  const { data: session } = await get('/session');
  const accountId = session.accounts[0].id;
  const list = async (path: string) => (await get(`/accounts/${accountId}${path}`)).data;
  await expect
    .poll(async () => (await list('/books')).length, { timeout: 120_000 })
    .toBeGreaterThan(0);
  const books: { id: string; readable: boolean }[] = await list('/books');
  const serialId = await addSerial(page, origin, `/accounts/${accountId}`);
  const ids = {
    bookId: books.find(({ readable }) => readable)?.id ?? '',
    serialId,
    deploymentId: (await list('/deployments'))[0].id,
    affiliateId: (await list('/affiliates'))[0].id,
  };
  const cookies = await page.context().cookies();
  await page.close();
  return { ids, accountId, cookies };
}

/** Adds a book with chapters to the sample data, which has none. */
async function addSerial(page: Page, origin: string, account: string): Promise<string> {
  const post = async (path: string, data: object) => {
    const url = `${origin}/console/api${path}`;
    const response = await page.request.post(url, { data, headers: { Origin: origin } });
    expect(response.ok(), await response.text()).toBe(true);
    return (await response.json()).data;
  };
  const { id } = await post(`${account}/books`, { title: 'Letters from the Lighthouse' });
  for (const title of ['The first letter', 'The second letter']) {
    await post(`${account}/books/${id}/chapters`, { title, content: 'A quiet morning.' });
  }
  return id;
}
