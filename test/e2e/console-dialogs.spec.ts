import { expect, type Locator, type Page, test } from 'playwright/test';
import {
  expectFocusInDialog,
  type FilledAccount,
  fillAccount,
  openPage,
} from './console-filled-account.ts';
import { untilLoaded } from './console-states.ts';
import { addAuthenticator } from './console-visit.ts';
import { someOf } from '../../scripts/test-tiers.js';

let filled: FilledAccount;
let page: Page;

test.beforeAll(async ({ browser }) => {
  page = await browser.newPage();
  filled = await fillAccount(page);
  await addAuthenticator(page);
  await open('/you');
  await button('Add a passkey').click();
  await dialog().getByLabel('Name').fill('Laptop');
  await dialog().getByRole('button', { name: 'Continue' }).click();
  await expect(button('Rename Laptop')).toBeVisible();
});

test.afterAll(async () => {
  await page.close();
  await filled.stop();
});

interface DialogCase {
  /** Path below the account's, or of a page outside of accounts, which begins with a slash. */
  path: string;
  as?: 'operator';
  /** Steps before the control is visible. */
  reach?: () => Promise<unknown>;
  /** The control that opens the dialog. */
  opener: () => Locator;
}

const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true }).first();
const dialog = () => page.getByRole('dialog').last();
const openWebhook = () => page.locator('tbody th button').first().click();

/** Every dialog of the console that a control opens. */
const dialogs: Record<string, DialogCase> = {
  'new serial': { path: 'books', opener: () => button('New serial') },
  'delete book': { path: 'books/:bookId', opener: () => button('Delete book') },
  'add chapter': { path: 'books/:serialId/chapters', opener: () => button('Add chapter') },
  'edit chapter': { path: 'books/:serialId/chapters', opener: () => button('Edit Two') },
  'delete chapter': { path: 'books/:serialId/chapters', opener: () => button(/^Delete/) },
  'new deployment': { path: 'appearance', opener: () => button('Create deployment') },
  'delete deployment': {
    path: 'appearance/:deploymentId',
    opener: () => button('Delete deployment'),
  },
  'new affiliate': { path: 'affiliates', opener: () => button('Create partner') },
  'affiliate terms': { path: 'affiliates/:affiliateId', opener: () => button('Edit terms') },
  payout: { path: 'affiliates/:affiliateId', opener: () => button('Record payout') },
  'invite affiliate': { path: 'affiliates/:affiliateId', opener: () => button('Invite partner') },
  'new key': { path: 'keys', opener: () => button('Create key') },
  'rotate key': { path: 'keys', opener: () => button(/^Rotate/) },
  'revoke key': { path: 'keys', opener: () => button(/^Revoke/) },
  'new webhook': { path: 'webhooks', opener: () => button('Create webhook') },
  'edit webhook': { path: 'webhooks', reach: openWebhook, opener: () => button('Edit') },
  'rotate secret': { path: 'webhooks', reach: openWebhook, opener: () => button('Rotate secret') },
  'delete webhook': {
    path: 'webhooks',
    reach: openWebhook,
    opener: () => button('Delete webhook'),
  },
  delivery: {
    path: 'webhooks',
    reach: openWebhook,
    opener: () => page.locator('webhook-deliveries tbody button').first(),
  },
  'invite member': { path: 'team', opener: () => button('Invite a person') },
  member: { path: 'team', opener: () => button('Change Ed') },
  'delete account': { path: 'team', opener: () => button('Delete the account') },
  'add app': { path: '/you', opener: () => button('Add an authenticator app') },
  'add passkey': { path: '/you', opener: () => button('Add a passkey') },
  'rename passkey': { path: '/you', opener: () => button('Rename Laptop') },
  'remove passkey': { path: '/you', opener: () => button('Remove Laptop') },
  'new account': { path: '/accounts', as: 'operator', opener: () => button('Create account') },
  'account limits': { path: '/accounts', as: 'operator', opener: () => button(/^Limits/) },
  'invite operator': {
    path: '/accounts',
    as: 'operator',
    opener: () => button('Invite an operator'),
  },
  'remove operator': { path: '/accounts', as: 'operator', opener: () => button('Remove Ed') },
};

const open = (path: string, as: 'owner' | 'operator' = 'owner') => openPage(page, filled, path, as);

/** Opens a dialog by keyboard. Returns the control that opened it. */
async function openByKeyboard({ reach, opener }: Pick<DialogCase, 'reach' | 'opener'>) {
  await reach?.();
  await untilLoaded(page);
  await opener().focus();
  await page.keyboard.press('Enter');
  await expect(dialog()).toBeVisible();
  await expect(dialog().locator('.loading')).toHaveCount(0);
}

for (const [name, { path, as, reach, opener }] of someOf(Object.entries(dialogs), 1)) {
  test(`the dialog ${name} keeps the focus until Escape closes it`, async () => {
    await open(path, as);
    await openByKeyboard({ ...(reach && { reach }), opener });
    await expect(dialog()).toHaveAccessibleName(/\S/);
    await expectFocusInDialog(page);
    const stops = await dialog().locator('button, input, select, textarea, summary').count();
    for (const key of ['Tab', 'Shift+Tab']) {
      for (let presses = 0; presses < stops + 2; presses += 1) {
        await page.keyboard.press(key);
        await expectFocusInDialog(page);
      }
    }
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(opener()).toBeFocused();
  });
}

for (const [name, field] of [
  ['new account', 'Name'],
  ['invite member', 'Email address'],
  ['new key', 'Name'],
  ['edit webhook', 'URL'],
] as const) {
  test(`the dialog ${name} opens with the focus on its first field`, async () => {
    const { path = '', as, reach, opener = () => dialog() } = dialogs[name] ?? {};
    await open(path, as);
    await reach?.();
    await opener().click();
    await expect(dialog().getByLabel(field, { exact: true })).toBeFocused();
  });
}

test('the confirmation of an identity is named, and returns the focus to the dialog below', async () => {
  await open('keys');
  await page.route('**/revoke', (route) =>
    route.fulfill({ status: 403, json: { code: 'confirmation_required', detail: '' } }),
  );
  await openByKeyboard({ opener: () => button(/^Revoke/) });
  await dialog().locator('[type=submit]').focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Confirm your identity' })).toBeVisible();
  await expect(dialog().getByLabel('Password')).toBeVisible();
  await expectFocusInDialog(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(1);
  await expect(dialog().locator('[type=submit]')).toBeFocused();
  await expect(dialog().getByRole('alert')).not.toBeEmpty();
  await page.keyboard.press('Escape');
  await expect(button(/^Revoke/)).toBeFocused();
  await page.unroute('**/revoke');
});

interface ChangeCase extends DialogCase {
  /** Fills in the dialog. */
  fill?: () => Promise<unknown>;
  /** Label of the button to press in the dialog, if it is not the submit button. */
  press?: string;
  /** Whether there is no dialog. */
  isImmediate?: boolean;
  /** A second dialog, such as one with a secret, which is closed. */
  hasResult?: boolean;
  /** The control that has the focus afterward. */
  next: () => Locator;
}

const title = () => page.locator('h1');

/** Changes after which the control that had the focus may be gone. In order. */
const changes: Record<string, ChangeCase> = {
  'a new key': {
    path: 'keys',
    opener: () => button('Create key'),
    hasResult: true,
    next: () => button('Create key'),
  },
  'a rotated key': {
    path: 'keys',
    opener: () => page.getByRole('row', { name: /^Old/ }).getByRole('button', { name: 'Rotate' }),
    hasResult: true,
    next: () => page.locator('tbody button:focus'),
  },
  'a revoked key': {
    path: 'keys',
    opener: () => page.getByRole('row', { name: /^Shop/ }).getByRole('button', { name: 'Revoke' }),
    next: () =>
      page.locator('tbody').getByRole('button', { name: 'Revoke' }).and(page.locator(':focus')),
  },
  'a deleted chapter': {
    path: 'books/:serialId/chapters',
    opener: () => page.getByRole('row', { name: /^Two/ }).getByRole('button', { name: /^Delete/ }),
    next: () => page.getByRole('row', { name: /^Three/ }).getByRole('button', { name: /^Delete/ }),
  },
  'the last chapter of the list': {
    path: 'books/:serialId/chapters',
    opener: () =>
      page.getByRole('row', { name: /^Three/ }).getByRole('button', { name: /^Delete/ }),
    next: () => page.getByRole('row', { name: /^One/ }).getByRole('button', { name: /^Delete/ }),
  },
  'the only chapter': {
    path: 'books/:serialId/chapters',
    opener: () => button(/^Delete/),
    next: title,
  },
  'a withdrawn invitation': {
    path: 'team',
    opener: () => button(/^Withdraw/),
    isImmediate: true,
    next: title,
  },
  'a removed member': {
    path: 'team',
    opener: () => button('Change Ed'),
    press: 'Remove',
    next: () => page.locator('tbody button:focus'),
  },
  'a removed passkey': {
    path: '/you',
    opener: () => button('Remove Laptop'),
    next: () => button('Add a passkey'),
  },
  'a removed operator': {
    path: '/accounts',
    as: 'operator',
    opener: () => button('Remove Ed'),
    next: () => button('Invite an operator'),
  },
  'a rotated secret': {
    path: 'webhooks',
    reach: openWebhook,
    opener: () => button('Rotate secret'),
    hasResult: true,
    next: () => button('Rotate secret'),
  },
  'a disabled webhook': {
    path: 'webhooks',
    reach: openWebhook,
    opener: () => button('Disable'),
    isImmediate: true,
    next: () => button('Enable'),
  },
  'a deleted webhook': {
    path: 'webhooks',
    reach: openWebhook,
    opener: () => button('Delete webhook'),
    next: title,
  },
  'a deleted book': {
    path: 'books/:serialId',
    opener: () => button('Delete book'),
    next: () => title().filter({ hasText: 'Books' }),
  },
  'a deleted deployment': {
    path: 'appearance/:deploymentId',
    opener: () => button('Delete deployment'),
    next: () => title().filter({ hasText: 'Appearance' }),
  },
};

for (const [name, change] of Object.entries(changes)) {
  const { path, as, reach, opener, fill, press, isImmediate, hasResult, next } = change;
  test(`after ${name}, the focus is on the control or a neighbor`, async () => {
    await open(path, as);
    if (isImmediate) {
      await reach?.();
      await opener().focus();
      await page.keyboard.press('Enter');
    } else {
      await openByKeyboard({ ...(reach && { reach }), opener });
      await fill?.();
      const submit = press
        ? dialog().getByRole('button', { name: press, exact: true })
        : dialog().locator('[type=submit]');
      await submit.focus();
      await page.keyboard.press('Enter');
      if (hasResult) {
        await dialog().getByRole('button', { name: 'Copy', exact: true }).waitFor();
        await expectFocusInDialog(page);
        await page.keyboard.press('Escape');
      }
    }
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(next()).toBeFocused();
  });
}
