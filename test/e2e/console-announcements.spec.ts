import { expect, type Page, test } from 'playwright/test';
import { someOf } from '../../scripts/test-tiers.js';
import { type FilledAccount, fillAccount, openPage } from './console-filled-account.ts';
import { untilLoaded } from './console-states.ts';

let filled: FilledAccount;
let page: Page;

test.beforeAll(async ({ browser }) => {
  page = await browser.newPage();
  filled = await fillAccount(page);
  await page.addInitScript(recordMessages);
});

test.afterAll(async () => {
  await page.close();
  await filled.stop();
});

declare global {
  interface Window {
    /** Messages that live regions showed since the page loaded. */
    spoken: string[];
  }
}

/** Records each text that appears in a live region. Runs in the page. */
function recordMessages(): void {
  window.spoken = [];
  const texts = new WeakMap<Element, string>();
  const selector = '[role=status], [role=alert], [aria-live]';
  const textOf = (region: HTMLElement) =>
    region.checkVisibility() ? region.innerText.replace(/\s+/g, ' ').trim() : '';
  new MutationObserver(() => {
    for (const region of document.querySelectorAll<HTMLElement>(selector)) {
      const text = textOf(region);
      if (text && text !== texts.get(region)) window.spoken.push(text);
      texts.set(region, text);
    }
  }).observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
}

interface Action {
  /** Path below the account's, or of a page outside of accounts, which begins with a slash. */
  path: string;
  as?: 'owner' | 'operator';
  /** Steps before the change. */
  reach?: () => Promise<unknown>;
  /** Makes the change. */
  act: () => Promise<unknown>;
  /** The message to screen readers. Null if a new dialog shows the result. */
  message: string | null;
}

const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true }).first();
const dialog = () => page.getByRole('dialog').last();
const press = (name: string | RegExp) => () => button(name).click();
const submit = () => dialog().locator('[type=submit]').click();
const fill = (label: string, text: string) =>
  dialog().getByLabel(label, { exact: true }).fill(text);
const inSection = (name: string) =>
  page
    .locator('section, details')
    .filter({ has: page.getByRole('heading', { name, exact: true }) });
const openWebhook = async () => {
  await page.locator('tbody th button').first().click();
  await untilLoaded(page);
};
const choose = (files: { name: string; mimeType: string; buffer: Buffer }[]) =>
  page.locator('input[type=file]').first().setInputFiles(files);
const notAnEpub = { mimeType: 'application/epub+zip', buffer: Buffer.from('no zip') };

/** Each change that a person can make, in an order in which they are possible. */
const actions: Record<string, Action> = {
  'create a serial': {
    path: 'books',
    reach: press('New serial'),
    act: async () => (await fill('Title', 'Tides'), await submit()),
    message: 'Created.',
  },
  'upload a wrong file': {
    path: 'books',
    act: () => choose([{ name: 'notes.epub', ...notAnEpub }]),
    message: '1 of 1 files finished notes.epub: ',
  },
  'publish a book': { path: 'books/:bookId', act: press('Make private'), message: 'Saved.' },
  'save a record': { path: 'books/:bookId', act: press('Save record'), message: 'Saved.' },
  'save a price': { path: 'books/:bookId', act: press('Save price and sample'), message: 'Saved.' },
  'add a chapter': {
    path: 'books/:serialId/chapters',
    reach: press('Add chapter'),
    act: async () => {
      await fill('Title', 'Four');
      await fill('Text', 'An even quieter morning.');
      await submit();
    },
    message: 'Saved.',
  },
  'publish a chapter': {
    path: 'books/:serialId/chapters',
    act: press(/^Publish now/),
    message: 'Saved.',
  },
  'move a chapter': {
    path: 'books/:serialId/chapters',
    act: press('Move Two down'),
    message: 'Saved.',
  },
  'delete a chapter': {
    path: 'books/:serialId/chapters',
    reach: press(/^Delete/),
    act: submit,
    message: 'Deleted.',
  },
  'create a deployment': {
    path: 'appearance',
    reach: press('Create deployment'),
    act: async () => (await fill('Name', 'Shop'), await submit()),
    message: 'Created.',
  },
  'save a deployment': {
    path: 'appearance/:deploymentId',
    reach: async () => {
      await inSection('Name, logo and fonts').locator('summary').click();
      await page.locator('#name').fill('Web 2');
    },
    act: press('Save'),
    message: 'Saved.',
  },
  'add a domain': {
    path: 'appearance/:deploymentId',
    reach: () => inSection('Domains').locator('summary').click(),
    act: async () => {
      await page.getByLabel('Domain', { exact: true }).fill('books.example.com');
      await button('Add domain').click();
    },
    message: 'Created.',
  },
  'remove a domain': {
    path: 'appearance/:deploymentId',
    reach: () => inSection('Domains').locator('summary').click(),
    act: press(/^Remove .*books\.example\.com$/),
    message: 'Removed.',
  },
  'create an affiliate': {
    path: 'affiliates',
    reach: press('Create partner'),
    act: async () => {
      await fill('Name', 'Daily');
      await dialog().locator('[name=rate]').fill('10');
      await submit();
    },
    message: 'Created.',
  },
  'change terms': {
    path: 'affiliates/:affiliateId',
    reach: press('Edit terms'),
    act: submit,
    message: 'Saved.',
  },
  'create a key': { path: 'keys', reach: press('Create key'), act: submit, message: null },
  'copy a key': {
    path: 'keys',
    reach: async () => {
      await press('Create key')();
      await submit();
      await button('Copy').waitFor();
    },
    act: press('Copy'),
    message: 'Copied',
  },
  'revoke a key': { path: 'keys', reach: press(/^Revoke/), act: submit, message: 'Done.' },
  'disable a webhook': {
    path: 'webhooks',
    reach: openWebhook,
    act: press('Disable'),
    message: 'Saved.',
  },
  'enable a webhook': {
    path: 'webhooks',
    reach: openWebhook,
    act: press('Enable'),
    message: 'Saved.',
  },
  'send a test event': {
    path: 'webhooks',
    reach: openWebhook,
    act: press('Send test event'),
    message: null,
  },
  'delete a webhook': {
    path: 'webhooks',
    reach: async () => (await openWebhook(), await button('Delete webhook').click()),
    act: submit,
    message: 'Deleted.',
  },
  'invite a person': {
    path: 'team',
    reach: press('Invite a person'),
    act: async () => (await fill('Email address', 'new@example.com'), await submit()),
    message: null,
  },
  'withdraw an invitation': { path: 'team', act: press(/^Withdraw/), message: 'Removed.' },
  'change a role': { path: 'team', reach: press('Change Ed'), act: submit, message: 'Saved.' },
  'remove a member': {
    path: 'team',
    reach: press('Change Ed'),
    act: () => dialog().getByRole('button', { name: 'Remove', exact: true }).click(),
    message: 'Removed.',
  },
  'require a second factor without having one': {
    path: 'sign-in',
    act: () => page.locator('main section button').first().click(),
    message: 'You would lose access',
  },
  'mistype the current password': {
    path: '/you',
    act: async () => {
      await page.locator('#current').fill('not the password');
      await page.locator('#password').fill('quiet lantern over the water');
      await button('Change password').click();
    },
    message: 'Check the marked field.',
  },
  'change the password': {
    path: '/you',
    act: async () => {
      await page.locator('#current').fill('quiet lantern over water');
      await page.locator('#password').fill('quiet lantern over the water');
      await button('Change password').click();
    },
    message: 'The password was changed.',
  },
  'create an account': {
    path: '/accounts',
    as: 'operator',
    reach: press('Create account'),
    act: async () => (await fill('Name', 'Quill & Co'), await submit()),
    message: 'Created.',
  },
  'suspend an account': {
    path: '/accounts',
    as: 'operator',
    act: press(/^Suspend/),
    message: 'Saved.',
  },
  'set limits': {
    path: '/accounts',
    as: 'operator',
    reach: press(/^Limits/),
    act: submit,
    message: 'Saved.',
  },
  'remove an operator': {
    path: '/accounts',
    as: 'operator',
    reach: press('Remove Ed'),
    act: submit,
    message: 'Removed.',
  },
};

const open = ({ path, as }: Pick<Action, 'path' | 'as'>) => openPage(page, filled, path, as);

/** Waits until the page has drawn its last change. Runs in the page. */
async function untilIdle(): Promise<void> {
  for (let times = 0; times < 3; times += 1) {
    await new Promise((resolve) => requestIdleCallback(resolve, { timeout: 1_000 }));
  }
}

const spoken = () => page.evaluate(() => window.spoken);

/** Each list with a filter or a search that shortens it. */
const filters: Record<string, Pick<Action, 'path' | 'reach' | 'act'>> = {
  'books by title': {
    path: 'books',
    act: () => page.getByLabel('Title or ISBN').fill('salt'),
  },
  'books by visibility': {
    path: 'books',
    act: () => page.getByLabel('Visibility').selectOption('Private'),
  },
  'sales by state': { path: 'sales', act: () => page.getByLabel('State').selectOption('Refunded') },
  'sales by period': {
    path: 'sales',
    act: () => page.getByLabel('Period').selectOption({ index: 0 }),
  },
  'the audit log': {
    path: 'audit-log',
    act: () => page.locator('.filters select').selectOption('key'),
  },
  'the request log by error code': {
    path: 'requests',
    act: async () => {
      await page.getByLabel('Error code').fill('book_not_found');
      await page.keyboard.press('Tab');
    },
  },
  'the request log by status': {
    path: 'requests',
    act: () => page.getByLabel('Status').selectOption('5xx'),
  },
  deliveries: {
    path: 'webhooks',
    reach: openWebhook,
    act: () => page.getByLabel('Show').selectOption('delivered'),
  },
};

for (const [name, { path, reach, act }] of Object.entries(filters)) {
  test(`screen readers learn once how many results there are: ${name}`, async () => {
    await open({ path });
    await reach?.();
    await page.evaluate(() => (window.spoken = []));
    await act();
    await expect.poll(spoken).toEqual([expect.stringMatching(/^\d+ results?$/)]);
    await page.evaluate(untilIdle);
    const list = page.locator('data-table').last().locator('tbody tr');
    const rows = (await page.getByText(/^No (?:results|matching|sales)/i).count())
      ? 0
      : await list.count();
    expect(await spoken()).toEqual([rows === 1 ? '1 result' : `${rows} results`]);
  });
}

test('screen readers learn that there are more results than the page shows', async () => {
  await page.route(/books\?.*visibility=private/, async (route) => {
    const response = await route.fetch();
    const list = await response.json();
    await route.fulfill({ response, json: { ...list, nextCursor: 'more' } });
  });
  await open({ path: 'books' });
  await page.evaluate(() => (window.spoken = []));
  await page.getByLabel('Visibility').selectOption('Private');
  await expect.poll(spoken).toEqual([expect.stringMatching(/^More than \d+ results$/)]);
  await page.unroute(/books\?.*visibility=private/);
});

// Before the actions, because one of them ends the owner's session.
test('text can be copied without HTTPS, where pages have no clipboard', async () => {
  await open({ path: 'keys' });
  await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
  await press('Create key')();
  await submit();
  const key = await dialog().getByLabel('Key', { exact: true }).inputValue();
  await page.evaluate(() => (window.spoken = []));
  await press('Copy')();
  await expect.poll(spoken).toEqual(['Copied']);
  await expect(button('Copied')).toBeFocused();
  await press('I have stored the key')();
  await press('Create key')();
  await dialog().getByLabel('Name', { exact: true }).focus();
  await page.keyboard.press('ControlOrMeta+V');
  await expect(dialog().getByLabel('Name', { exact: true })).toHaveValue(key);
});

// None of the actions in a short run needs an earlier one.
for (const [name, action] of someOf(Object.entries(actions), 3)) {
  const { reach, act, message } = action;
  test(`screen readers learn once what happened: ${name}`, async () => {
    await open(action);
    await reach?.();
    await page.evaluate(() => (window.spoken = []));
    await act();
    if (message === null) {
      await expect(dialog()).toBeVisible();
      await expect(page.locator('dialog button:focus, dialog input:focus')).toHaveCount(1);
      expect(await spoken()).toEqual([]);
      return;
    }
    await expect.poll(spoken).toEqual([expect.stringContaining(message)]);
    await untilLoaded(page);
    await page.evaluate(untilIdle);
    expect(await spoken()).toHaveLength(1);
  });
}

test('screen readers learn once that the server does not respond', async () => {
  for (const name of ['create an account', 'suspend an account'] as const) {
    const action = actions[name];
    if (!action) throw new Error(name);
    await open(action);
    await action.reach?.();
    await page.route('**/console/api/operator/accounts**', (route) =>
      route.request().method() === 'GET' ? route.continue() : route.abort(),
    );
    await page.evaluate(() => (window.spoken = []));
    await (name === 'create an account' ? action.act() : press(/^(?:Suspend|Resume)/)());
    await expect.poll(spoken).toEqual([expect.stringMatching(/^The server didn’t respond/)]);
    await page.unroute('**/console/api/operator/accounts**');
  }
});
