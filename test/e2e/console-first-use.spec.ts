import { expect, test } from 'playwright/test';
import { checkPage as check, watchErrors } from './check-console-page.ts';
import { type ConsoleServer, startConsoleServer } from './console-server.ts';

let server: ConsoleServer;

test.beforeAll(async () => {
  server = await startConsoleServer();
});

test.afterAll(async () => {
  await server.stop();
});

test('an operator sets up the console, and an invited owner creates a working key', async ({
  browser,
}) => {
  const operator = await (await browser.newContext()).newPage();
  const errors = watchErrors(operator);
  await operator.goto(server.setupLink);
  await operator.getByLabel('Email address').fill('op@example.com');
  await operator.getByLabel('Name').fill('Olga Operator');
  await operator.getByLabel('Password').fill('operator2030');
  await operator.getByRole('button', { name: 'Create operator' }).click();
  await expect(operator.getByText('This password is easy to guess.')).toBeVisible();
  await check(operator, 'set-up');
  await operator.getByLabel('Password').fill('quiet lantern over water');
  await operator.getByRole('button', { name: 'Create operator' }).click();

  await expect(operator.getByRole('heading', { name: 'Accounts', exact: true })).toBeVisible();
  await check(operator, 'accounts-empty');
  await operator.getByRole('button', { name: 'Create account' }).click();
  await operator.getByRole('dialog').getByLabel('Name').fill('Hollis & Wren');
  await operator.getByRole('dialog').getByRole('button', { name: 'Create account' }).click();
  await expect(operator.getByRole('dialog')).toHaveCount(0);
  await operator.getByRole('button', { name: 'Create account' }).click();
  await operator.getByRole('dialog').getByLabel('Name').fill('abbey');
  await operator.getByRole('dialog').getByRole('button', { name: 'Create account' }).click();
  await expect(
    operator.getByRole('row').getByRole('link', { name: /^(?:abbey|Hollis)/ }),
  ).toHaveText(['abbey', 'Hollis & Wren']);
  // No account is open, so the navigation has no pages of an account.
  const pages = operator.getByRole('navigation').getByRole('link', { name: 'Books', exact: true });
  await operator.reload();
  await expect(operator.getByRole('heading', { name: 'Accounts', exact: true })).toBeVisible();
  await expect(pages).toHaveCount(0);
  await operator
    .getByRole('main')
    .getByRole('link', { name: 'Hollis & Wren', exact: true })
    .click();
  await expect(operator.getByRole('heading', { name: 'Home' })).toBeVisible();
  const booksUrl = await pages.getAttribute('href');
  await operator.getByRole('link', { name: 'Accounts' }).click();
  await expect(pages).toHaveAttribute('href', String(booksUrl));

  await operator.getByRole('link', { name: 'Invite a person Hollis & Wren' }).click();
  await operator.getByRole('button', { name: 'Invite a person' }).click();
  await expect(operator.getByRole('radio', { name: /Owner/ })).toBeChecked();
  await operator.getByLabel('Email address').fill('owner@example.com');
  await check(operator, 'invite');
  await operator.getByRole('button', { name: 'Create invitation link' }).click();
  const invitation = await operator.getByLabel('Invitation link').inputValue();
  await operator.getByRole('button', { name: 'Done' }).click();
  await check(operator, 'team-invited');

  const context = await browser.newContext();
  const owner = await context.newPage();
  errors.push(...watchErrors(owner));
  await owner.goto(invitation);
  await expect(owner.getByRole('heading', { name: 'Join Hollis & Wren' })).toBeVisible();
  await check(owner, 'join');
  await owner.getByLabel('Name').fill('Wren Hollis');
  await owner.getByLabel('Password').fill('seven grey herons waiting');
  await owner.getByRole('button', { name: 'Join' }).click();
  await expect(owner.getByRole('heading', { name: 'Home' })).toBeVisible();
  await expect(owner.getByText('0 of 4 steps completed')).toBeVisible();
  await check(owner, 'home');

  await owner.getByRole('button', { name: 'Sign out' }).click();
  await expect(owner.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await owner.getByLabel('Email address').fill('owner@example.com');
  await owner.getByLabel('Password').fill('wrong password');
  await owner.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(owner.getByRole('alert')).toContainText('incorrect');
  await check(owner, 'sign-in');
  await owner.getByRole('link', { name: 'Forgot your password?' }).click();
  await expect(owner.getByRole('heading', { name: 'Set a new password' })).toBeVisible();
  await owner.getByLabel('Email address').fill('owner@example.com');
  await check(owner, 'recover');
  await owner.getByRole('button', { name: 'Send link' }).click();
  await expect(owner.getByText('This server sends no email.')).toBeVisible();

  await operator.reload();
  await operator.getByRole('button', { name: 'Change Wren Hollis' }).click();
  await operator.getByRole('button', { name: 'Create recovery link' }).click();
  const recovery = await operator.getByLabel('Recovery link').inputValue();
  await owner.goto(recovery);
  await owner.getByLabel('New password').fill('eight brown otters diving');
  await check(owner, 'recover-link');
  await owner.getByRole('button', { name: 'Save password' }).click();
  await expect(owner.getByRole('main').getByText('All sessions were ended.')).toBeVisible();
  await check(owner, 'recover-done');
  await owner.getByRole('link', { name: 'Sign in', exact: true }).click();
  await owner.getByLabel('Email address').fill('owner@example.com');
  await owner.getByLabel('Password').fill('eight brown otters diving');
  await owner.getByRole('button', { name: 'Sign in', exact: true }).click();

  const navigation = owner.getByRole('navigation', { name: 'Console' });
  await navigation.getByRole('link', { name: 'API keys' }).click();
  await expect(owner.getByText('No keys yet')).toBeVisible();
  await check(owner, 'keys-empty');
  await owner.getByRole('button', { name: 'Create key' }).click();
  await owner.getByLabel('Name').fill('Shop');
  await check(owner, 'key-form');
  await owner.getByRole('dialog').getByRole('button', { name: 'Create key' }).click();
  const key = await owner.getByLabel('Key', { exact: true }).inputValue();
  await check(owner, 'key-shown-once');
  const response = await fetch(`${server.url}/v1/keys/me`, {
    headers: { Authorization: `Bearer ${key}` },
  });
  expect(response.status).toBe(200);
  await owner.getByRole('button', { name: 'I have stored the key' }).click();
  await expect(owner.getByRole('row', { name: /Shop/ })).toContainText('Active');

  await owner.getByRole('button', { name: 'Rotate' }).click();
  await owner.getByRole('dialog').getByRole('button', { name: 'Rotate' }).click();
  await owner.getByRole('button', { name: 'I have stored the key' }).click();
  await expect(owner.getByRole('row', { name: /Shop/ })).toHaveCount(2);
  await owner.getByRole('row').nth(1).getByRole('button', { name: 'Revoke' }).click();
  await owner.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await expect(owner.getByText('Revoked', { exact: true })).toBeVisible();
  await check(owner, 'keys');

  await owner.getByRole('link', { name: 'Audit log' }).click();
  await expect(owner.getByText('key.rotate')).toBeVisible();
  await check(owner, 'audit-log');

  // People can sign out or choose another account while one is suspended.
  await operator.goto(`${server.url}/console/accounts`);
  await operator.getByRole('button', { name: 'Suspend Hollis & Wren' }).click();
  await expect(operator.getByRole('button', { name: 'Resume Hollis & Wren' })).toBeVisible();
  await owner.reload();
  await expect(owner.getByText('This account is suspended.')).toBeVisible();
  await check(owner, 'suspended');
  await expect(owner.getByRole('button', { name: 'Sign out' })).toBeVisible();
  await operator.getByRole('button', { name: 'Resume Hollis & Wren' }).click();
  await expect(operator.getByRole('button', { name: 'Suspend Hollis & Wren' })).toBeVisible();
  await owner.reload();
  await owner.getByRole('link', { name: 'Wren Hollis' }).click();
  await expect(owner.getByText('This browser')).toBeVisible();
  await expect(owner.getByLabel('New email address')).toBeVisible();
  await check(owner, 'you');
  await owner.setViewportSize({ width: 390, height: 800 });
  await owner.getByRole('button', { name: 'Menu' }).click();
  await owner.getByLabel('Language').selectOption('العربية');
  await expect(owner.getByRole('heading', { name: 'جلساتك' })).toBeVisible();
  await check(owner, 'you-arabic');
  expect(errors).toEqual([]);
  await context.close();
});
