import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, type BrowserContext, expect, type Page } from 'playwright/test';
import { watchErrors } from './check-console-page.ts';
import type { ConsoleServer } from './console-server.ts';
import { untilLoaded } from './console-states.ts';
import type { ConsoleVisit } from './console-visit.ts';

export type Cookies = Awaited<ReturnType<BrowserContext['cookies']>>;

/** The account of the sample data. */
export interface DemoVisit {
  ids: Record<string, string>;
  accountId: string;
  cookies: Cookies;
  /** Cookies of a partner of the account. */
  partner: Cookies;
}

/**
 * A page of an account, and the steps to reach its other states. No step depends on the language.
 */
export interface StatePage {
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
export const mainAction = (page: Page) => page.locator('main .title button.primary').click();
export const rowAction = (index: number) => (page: Page) =>
  page.locator('tbody .actions button').nth(index).click();
export const createWrong = async (page: Page) => {
  await mainAction(page);
  await submitEmpty(page);
};

/** Reloads the page while requests for its data fail. */
const failWith = (status: number, code: string) => async (page: Page) => {
  await page.route('**/console/api/accounts/**', (route) =>
    route.fulfill({ status, json: { code, detail: 'Not today.' } }),
  );
  await page.reload();
  await page.locator('main [role=alert]:not(:empty)').first().waitFor();
};

/** Opens the page of something that does not exist. */
const openMissing = async (page: Page) => {
  await page.goto(page.url().replace(/\w+_\w+(\/chapters)?$/, 'bk_01KAJ0Q1V4T2M8Y6ZP3W5X7E9R$1'));
  await page.locator('main [role=alert]:not(:empty), main.state').first().waitFor();
};

/** Submits the dialog after the session has ended. */
const submitSignedOut = async (page: Page) => {
  await page.route('**/console/api/accounts/**', (route) =>
    route.request().method() === 'GET'
      ? route.continue()
      : route.fulfill({ status: 401, json: { code: 'not_signed_in', detail: 'Sign in.' } }),
  );
  await page.locator('dialog [type=submit]').click();
  await page.locator('dialog [role=alert]:not(:empty)').waitFor();
};

const upload = (bytes: number, state: 'failed' | 'paused') => async (page: Page) => {
  if (state === 'paused') {
    await page.route('**/console/api/accounts/*/uploads', (route) => route.abort());
  }
  const name = 'A very long name of a file that an editor exported in 2026.epub';
  const file = { name, mimeType: 'application/epub+zip', buffer: Buffer.alloc(bytes, 'no zip') };
  await page.locator('main input[type=file]').setInputFiles(file);
  await page.locator(`.uploads .${state}`).first().waitFor();
};

const chain =
  (...steps: ((page: Page) => Promise<unknown>)[]) =>
  async (page: Page) => {
    for (const step of steps) await step(page);
  };
const openWebhook = async (page: Page) => {
  await page.locator('tbody th a, tbody th button').first().click();
  await untilLoaded(page);
};
const titleAction = (index: number) => async (page: Page) => {
  await page.locator('main .title .buttons button').nth(index).click();
  await page.locator('dialog[open]').waitFor();
};

export const pages: Record<string, StatePage> = {
  home: { path: '' },
  books: {
    path: 'books',
    states: {
      serial: (page) => page.locator('main .title button').first().click(),
      'upload-failed': upload(64, 'failed'),
      'upload-refused': upload(0, 'failed'),
      'upload-paused': upload(64, 'paused'),
      forbidden: failWith(403, 'role_denied'),
      broken: failWith(500, 'internal_error'),
    },
  },
  book: {
    path: 'books/{bookId}',
    states: {
      remove: (page) => page.locator('button.danger').last().click(),
      missing: openMissing,
      'signed-out': chain((page) => page.locator('button.danger').last().click(), submitSignedOut),
    },
  },
  chapters: {
    path: 'books/{serialId}/chapters',
    states: {
      add: mainAction,
      wrong: createWrong,
      remove: (page) => page.locator('button.danger').first().click(),
      missing: openMissing,
    },
  },
  prices: { path: 'prices', isStatic: true },
  embed: { path: 'embed-code' },
  analytics: {
    path: 'analytics',
    states: {
      definition: (page) => page.locator('button.info').first().click(),
      filtered: async (page) => {
        await page.locator('tbody th button').first().click();
        await page.locator('.chips button').waitFor();
      },
    },
  },
  appearance: { path: 'appearance', states: { create: mainAction, wrong: createWrong } },
  deployment: {
    path: 'appearance/{deploymentId}',
    states: {
      remove: (page) => page.locator('button.danger').last().click(),
      missing: openMissing,
      open: (page) =>
        page.evaluate(() => {
          for (const details of document.querySelectorAll('details')) details.open = true;
        }),
    },
  },
  sales: { path: 'sales' },
  affiliates: { path: 'affiliates', states: { create: mainAction, wrong: createWrong } },
  affiliate: {
    path: 'affiliates/{affiliateId}',
    states: {
      edit: titleAction(0),
      pay: titleAction(1),
      invite: titleAction(2),
      missing: openMissing,
    },
  },
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
      endpoint: openWebhook,
      remove: chain(openWebhook, (page) => page.locator('button.danger').last().click()),
      delivery: async (page) => {
        await page.locator('tbody th a, tbody th button').first().click();
        await page.locator('webhook-deliveries tbody button').first().click();
      },
    },
  },
  requests: { path: 'requests' },
  team: {
    path: 'team',
    states: {
      invite: mainAction,
      wrong: createWrong,
      member: rowAction(0),
      remove: async (page) => {
        await page.locator('delete-account button').click();
        await page.locator('dialog form').waitFor();
      },
    },
  },
  rules: { path: 'sign-in' },
  audit: {
    path: 'audit-log',
    states: { values: (page) => page.locator('summary').first().click() },
  },
};

/** Pages by their cookies, with the errors of their scripts. */
const shared = new Map<Cookies, { page: Page; errors: string[] }>();

/**
 * Runs the steps on a page, and expects no script or policy errors. Steps with the same cookies
 * share a page, because starting one takes longer than most steps.
 */
export async function inPage(
  browser: Browser,
  cookies: Cookies,
  steps: (page: Page) => Promise<void>,
): Promise<void> {
  let own = shared.get(cookies);
  if (!own) {
    const context = await browser.newContext({ locale: 'en-GB' });
    await context.addCookies(cookies);
    const page = await context.newPage();
    page.setDefaultTimeout(15_000);
    own = { page, errors: watchErrors(page) };
    shared.set(cookies, own);
  }
  const { page, errors } = own;
  errors.length = 0;
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.emulateMedia({ colorScheme: null, reducedMotion: 'reduce' });
  try {
    await steps(page);
    expect.soft(errors).toEqual([]);
  } finally {
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  }
}

/** Signs in as the owner of the sample data once all of it is stored. */
export async function signInToDemo(page: Page, origin: string): Promise<DemoVisit> {
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
  const invitations = `/accounts/${accountId}/affiliates/${ids.affiliateId}/invitations`;
  const { url } = await post(page, origin, invitations, { email: 'pat@example.com' });
  await page.context().clearCookies();
  const person = { token: tokenOf(url), name: 'Pat', password: 'seven grey herons waiting' };
  await post(page, origin, '/links/accept', person);
  const partner = await page.context().cookies();
  await page.close();
  return { ids, accountId, cookies, partner };
}

/** Opens the webhook portal of a customer. Returns the cookies of its session. */
export async function openPortal(
  page: Page,
  server: ConsoleServer,
  visit: ConsoleVisit,
): Promise<Cookies> {
  const order = { kind: 'secret', tier: 'pro', environment: 'live' };
  const { text } = await visit.send<{ text: string }>(
    'post',
    `/accounts/${visit.accountId}/keys`,
    order,
  );
  const response = await page.request.post(`${server.url}/v1/webhooks/portal-link`, {
    data: { name: 'Quill & Co' },
    headers: { Authorization: `Bearer ${text}` },
  });
  expect(response.ok(), await response.text()).toBe(true);
  const { data } = await response.json();
  await page.context().clearCookies();
  await post(page, server.url, '/webhook-portal/open', { token: tokenOf(data.url) });
  return page.context().cookies();
}

const tokenOf = (url: string) => new URL(url).hash.slice(1);

async function post(page: Page, origin: string, path: string, data: object) {
  const url = `${origin}/console/api${path}`;
  const response = await page.request.post(url, { data, headers: { Origin: origin } });
  expect(response.ok(), await response.text()).toBe(true);
  return (await response.json()).data;
}

/** Adds a book with chapters to the sample data, which has none. */
async function addSerial(page: Page, origin: string, account: string): Promise<string> {
  const { id } = await post(page, origin, `${account}/books`, {
    title: 'Letters from the Lighthouse',
  });
  for (const title of ['The first letter', 'The second letter']) {
    await post(page, origin, `${account}/books/${id}/chapters`, {
      title,
      content: 'A quiet morning.',
    });
  }
  return id;
}
