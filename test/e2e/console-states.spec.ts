import { expect, type Page, test } from 'playwright/test';
import { type ConsoleServer, startConsoleServer } from './console-server.ts';
import {
  type Cookies,
  createWrong,
  type DemoVisit,
  inPage,
  mainAction,
  openPortal,
  pages,
  rowAction,
  signInToDemo,
} from './console-state-pages.ts';
import { isShort } from '../../scripts/test-tiers.js';
import { checkState, looksOf, looksOfPage, openIn, untilLoaded } from './console-states.ts';
import { type ConsoleVisit, visitConsole } from './console-visit.ts';

let demo: DemoVisit;
let empty: ConsoleServer;
let visit: ConsoleVisit;
let ownerCookies: Cookies;
let operatorCookies: Cookies;
let portalCookies: Cookies;
let invitation: string;
const noCookies: Cookies = [];

test.beforeAll(async ({ browser, baseURL }) => {
  demo = await signInToDemo(await browser.newPage(), baseURL ?? '');
  // Passkeys need a host name.
  empty = await startConsoleServer('localhost');
  const page = await browser.newPage();
  visit = await visitConsole(page, empty);
  ownerCookies = await page.context().cookies();
  portalCookies = await openPortal(page, empty, visit);
  await visit.signIn('op');
  operatorCookies = await page.context().cookies();
  const order = { email: 'new@example.com', role: 'editor' };
  const invited = `/accounts/${visit.accountId}/invitations`;
  ({ url: invitation } = await visit.send<{ url: string }>('post', invited, order));
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
const requestStates = {
  loading: { prepare: (page) => page.route('**/console/api/accounts/**', () => undefined) },
  offline: {
    prepare: (page) => page.route('**/console/api/accounts/**', (route) => route.abort()),
    reach: (page) => page.locator('main [role=alert]:not(:empty)').first().waitFor(),
  },
} satisfies Record<string, StateSteps>;

/** In a short run, every third page. */
const isOmitted = (pageNumber: number) => isShort && pageNumber % 3 !== 1;

for (const [pageNumber, [name, { path, isStatic, states = {} }]] of Object.entries(
  pages,
).entries()) {
  if (isOmitted(pageNumber)) continue;
  test(`the page ${name} in every state`, async ({ browser, baseURL }) => {
    const fill = (text: string) => text.replace(/\{(\w+)\}/, (_, id) => demo.ids[id] ?? 'none');
    const url = `${baseURL ?? ''}/console/a/${demo.accountId}/${fill(path)}`;
    for (const look of looksOfPage(pageNumber)) {
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
      // In a short run, every fourth state.
      if (isShort && (pageNumber + at) % 4 !== 0) continue;
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

test('no table is wider than its frame, at any width', async ({ browser, baseURL }) => {
  const isWide = (tables: HTMLElement[]) =>
    tables.filter((one) => one.checkVisibility() && one.scrollWidth > one.clientWidth + 1).length;
  await inPage(browser, demo.cookies, async (page) => {
    for (const path of ['books', 'sales', 'affiliates', 'keys', 'requests', 'team', 'analytics']) {
      await openIn(page, 'de', `${baseURL ?? ''}/console/a/${demo.accountId}/${path}`);
      await untilLoaded(page);
      await expect(page.locator('tbody tr').filter({ visible: true }).first()).toBeVisible();
      for (const width of [1280, 1024, 900, 769, 390, 1280]) {
        await page.setViewportSize({ width, height: 900 });
        const wide = () => page.locator('data-table').evaluateAll(isWide);
        await expect.poll(wide, `${path} at ${width} pixels`).toBe(0);
      }
      // A table becomes a table again when there is space.
      const stacked = page.locator('[data-layout=stacked]').filter({ visible: true });
      await expect(stacked, path).toHaveCount(0);
    }
  });
});

interface OtherPage extends StateSteps {
  path: string;
  as: 'nobody' | 'owner' | 'operator' | 'partner' | 'portal';
}

const typeWrong = async (page: Page) => {
  await page.locator('[type=email]').fill('ada@example.com');
  await page.locator('[type=password]').fill('not the password');
  await page.locator('[type=submit]').first().click();
  await page.locator('[role=alert]:not(:empty)').waitFor();
};
const clickCard = (number: number) => async (page: Page) => {
  await page.locator('main .card').nth(number).locator('button').last().click();
  await page.locator('dialog[open]').waitFor();
};
const portalRequests = '**/console/api/webhook-portal/**';
const operatorRequests = '**/console/api/operator/**';
const neverAnswer = (url: string) => (page: Page) => page.route(url, () => undefined);
const fail = (url: string): StateSteps => ({
  prepare: (page) => page.route(url, (route) => route.abort()),
  reach: (page) => page.locator('main [role=alert]:not(:empty)').first().waitFor(),
});

/** Pages that do not belong to an account, and pages of partners. */
const outside: Record<string, OtherPage> = {
  'sign-in': { path: 'sign-in', as: 'nobody' },
  'sign-in-wrong': { path: 'sign-in', as: 'nobody', reach: typeWrong },
  'sign-in-sso': {
    path: 'sign-in',
    as: 'nobody',
    reach: (page) => page.locator('.alternatives button').last().click(),
  },
  'sign-in-sso-failed': { path: 'sign-in?sso=provider', as: 'nobody' },
  recover: { path: 'recover', as: 'nobody' },
  'recover-sent': {
    path: 'recover',
    as: 'nobody',
    reach: async (page) => {
      await page.locator('[type=email]').fill('ada@example.com');
      await page.locator('[type=submit]').click();
      await page.locator('main form').waitFor({ state: 'detached' });
    },
  },
  'recover-used': {
    path: 'recover#used',
    as: 'nobody',
    // The link will not work later either.
    reach: (page) => expect(page.locator('.failed button')).toHaveCount(0),
  },
  join: { path: 'join#{invitation}', as: 'nobody' },
  'join-wrong': {
    path: 'join#{invitation}',
    as: 'nobody',
    reach: async (page) => {
      await page.locator('[name=name]').fill('Nora');
      await page.locator('[type=password]').fill('password1234');
      await page.locator('[type=submit]').click();
      await page.locator('[role=alert]:not(:empty), [aria-invalid=true]').first().waitFor();
    },
  },
  'join-used': { path: 'join#used', as: 'nobody' },
  missing: { path: 'nothing', as: 'owner' },
  you: { path: 'you', as: 'owner' },
  'you-app': { path: 'you', as: 'owner', reach: clickCard(1) },
  'you-app-wrong': {
    path: 'you',
    as: 'owner',
    reach: async (page) => {
      await clickCard(1)(page);
      await page.locator('dialog [name=code]').fill('000000');
      await page.locator('dialog [type=submit]').click();
      await page.locator('dialog [role=alert]:not(:empty)').waitFor();
    },
  },
  'you-passkey': { path: 'you', as: 'owner', reach: clickCard(2) },
  'you-loading': {
    path: 'you',
    as: 'owner',
    prepare: neverAnswer('**/console/api/{factors,sessions}'),
  },
  'you-offline': { path: 'you', as: 'owner', ...fail('**/console/api/{factors,sessions}') },
  accounts: { path: 'accounts', as: 'operator' },
  'accounts-create': { path: 'accounts', as: 'operator', reach: mainAction },
  'accounts-wrong': { path: 'accounts', as: 'operator', reach: createWrong },
  'accounts-limits': { path: 'accounts', as: 'operator', reach: rowAction(0) },
  'accounts-operator': { path: 'accounts', as: 'operator', reach: clickCard(0) },
  'accounts-loading': { path: 'accounts', as: 'operator', prepare: neverAnswer(operatorRequests) },
  'accounts-offline': { path: 'accounts', as: 'operator', ...fail(operatorRequests) },
  system: { path: 'system', as: 'operator' },
  'system-loading': { path: 'system', as: 'operator', prepare: neverAnswer(operatorRequests) },
  'system-offline': { path: 'system', as: 'operator', ...fail(operatorRequests) },
  partner: { path: 'a/{account}/', as: 'partner' },
  'partner-loading': { path: 'a/{account}/', as: 'partner', ...requestStates.loading },
  'partner-offline': {
    path: 'a/{account}/',
    as: 'partner',
    ...requestStates.offline,
    // Parts of a page fail together, so one error is enough.
    reach: (page) => expect(page.locator('main .failed:visible')).toHaveCount(1),
  },
  'partner-links': { path: 'a/{account}/links', as: 'partner' },
  'partner-links-loading': { path: 'a/{account}/links', as: 'partner', ...requestStates.loading },
  'partner-links-offline': { path: 'a/{account}/links', as: 'partner', ...requestStates.offline },
  portal: { path: 'webhook-portal', as: 'portal' },
  'portal-create': {
    path: 'webhook-portal',
    as: 'portal',
    reach: (page) => page.locator('main button.primary').first().click(),
  },
  'portal-loading': { path: 'webhook-portal', as: 'portal', prepare: neverAnswer(portalRequests) },
  'portal-offline': { path: 'webhook-portal', as: 'portal', ...fail(portalRequests) },
  'portal-used': { path: 'webhook-portal#used', as: 'nobody' },
};

for (const [number, [name, { path, as, prepare, reach }]] of Object.entries(outside).entries()) {
  if (isOmitted(number)) continue;
  test(`the page ${name}`, async ({ browser, baseURL }) => {
    const cookies = {
      nobody: noCookies,
      owner: ownerCookies,
      operator: operatorCookies,
      partner: demo.partner,
      portal: portalCookies,
    }[as];
    const origin = as === 'partner' ? (baseURL ?? '') : empty.url;
    const url = `${origin}/console/${path}`
      .replace('{account}', demo.accountId)
      .replace('{invitation}', new URL(invitation).hash.slice(1));
    for (const look of prepare || reach ? looksOf(number) : looksOfPage(number)) {
      await inPage(browser, cookies, async (page) => {
        await prepare?.(page);
        await openIn(page, look.language, url);
        if (!prepare) await untilLoaded(page);
        await reach?.(page);
        await checkState(page, name, look);
      });
    }
  });
}
