import { TOTP } from 'otpauth';
import { expect, type Page, test } from 'playwright/test';
import { checkPage, watchErrors } from './check-console-page.ts';
import { type ConsoleServer, startConsoleServer } from './console-server.ts';
import { addAuthenticator } from './console-visit.ts';

let server: ConsoleServer;

test.beforeAll(async () => {
  server = await startConsoleServer('localhost');
});

test.afterAll(async () => {
  await server.stop();
});

const email = 'op@example.com';
const password = 'quiet lantern over water';

async function setUp(page: Page): Promise<void> {
  await page.goto(server.setupLink);
  await page.getByLabel('Email address').fill(email);
  await page.getByLabel('Name').fill('Olga Operator');
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Create operator' }).click();
  await expect(page.getByRole('heading', { name: 'Accounts', exact: true })).toBeVisible();
}

async function enterPassword(page: Page): Promise<void> {
  await page.getByLabel('Email address').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

test('people sign in with an authenticator app, recovery codes and passkeys', async ({ page }) => {
  const errors = watchErrors(page);
  await addAuthenticator(page);
  await setUp(page);

  await page.getByRole('button', { name: 'Invite an operator' }).click();
  await page.getByRole('dialog').getByLabel('Email address').fill('second@example.com');
  await page.getByRole('button', { name: 'Create invitation link' }).click();
  const invitation = await page.getByLabel('Invitation link').inputValue();
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByText(/^Invited, until/)).toBeVisible();
  await checkPage(page, 'operators');
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Hollis & Wren');
  await page.getByRole('dialog').getByRole('button', { name: 'Create account' }).click();
  await page.getByRole('main').getByRole('link', { name: 'Hollis & Wren', exact: true }).click();
  await page.getByRole('link', { name: 'Team' }).click();
  await page.getByRole('link', { name: 'Sign-in rules' }).click();
  await page.getByRole('button', { name: 'Require a second factor' }).click();
  await expect(page.getByText('You would lose access')).toBeVisible();
  await page.getByRole('link', { name: 'Set up a second factor' }).click();

  await page.getByRole('button', { name: 'Add an authenticator app' }).click();
  const secret = await page.getByLabel('Or enter this key').inputValue();
  const app = new TOTP({ secret });
  await checkPage(page, 'totp-add');
  await page.getByLabel('Code from the app').fill('000000');
  await page.getByRole('button', { name: 'Add app' }).click();
  await expect(page.getByText('The code is incorrect')).toBeVisible();
  await page.getByLabel('Code from the app').fill(app.generate());
  await page.getByRole('button', { name: 'Add app' }).click();
  await expect(page.getByText('Each code works once')).toBeVisible();
  const codes = await page.locator('.codes code').allInnerTexts();
  expect(codes).toHaveLength(10);
  await checkPage(page, 'totp-codes');
  await page.getByRole('button', { name: 'I have stored the codes' }).click();

  // Simulates a sign-in long ago. The server first asks for confirmation, and the change continues
  // afterward.
  await page.route('**/console/api/passkeys/options', (route) =>
    route.fulfill({
      status: 403,
      contentType: 'application/problem+json',
      body: '{"code":"confirmation_required","detail":"Confirm."}',
    }),
  );
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Laptop');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('Confirm your identity')).toBeVisible();
  await checkPage(page, 'confirm');
  await page.unrouteAll();
  await page.getByLabel('Code', { exact: true }).fill(codes[0] ?? '');
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText(/never used/)).toBeVisible();
  await checkPage(page, 'you-factors');
  await page.getByRole('button', { name: 'Rename Laptop' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Work laptop');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('button', { name: 'Rename Work laptop' })).toBeVisible();

  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(page.getByRole('heading', { name: 'Home' })).toBeVisible();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await enterPassword(page);
  await expect(page.getByRole('heading', { name: 'Enter your code' })).toBeVisible();
  await page.getByLabel('Code').fill(codes[0] ?? '');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByText('was already used')).toBeVisible();
  await checkPage(page, 'sign-in-code');
  await page.getByLabel('Code').fill(codes[1] ?? '');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();

  await page.getByRole('link', { name: 'Team' }).click();
  await page.getByRole('link', { name: 'Sign-in rules' }).click();
  await page.getByRole('button', { name: 'Require a second factor' }).click();
  await expect(page.getByText('Required', { exact: true })).toBeVisible();
  await page.getByLabel('Issuer URL').fill('https://10.0.0.1');
  await page.getByLabel('Client ID').fill('console');
  await page.getByLabel('Client secret').fill('a secret');
  await page.getByLabel('Email domain').fill('example.com');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('not a public address')).toBeVisible();
  await checkPage(page, 'sign-in-rules');

  // The second operator only has a password.
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.goto(invitation);
  await expect(page.getByRole('heading', { name: 'Become an operator' })).toBeVisible();
  await page.getByLabel('Name').fill('Sven Second');
  await page.getByLabel('Password').fill('seven grey herons waiting');
  await checkPage(page, 'join-operator');
  await page.getByRole('button', { name: 'Join' }).click();
  const needed = page.getByRole('heading', { name: 'Hollis & Wren requires a second factor' });
  await expect(needed).toBeVisible();
  await checkPage(page, 'factor-needed');
  await page.getByRole('link', { name: 'Set up a second factor' }).click();
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Key');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText(/never used/)).toBeVisible();
  await page.getByRole('link', { name: 'Home', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Home' })).toBeVisible();

  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.goto(`${server.url}/console/sign-in?sso=not-invited`);
  await expect(page.getByText('You aren’t a member of the account yet.')).toBeVisible();
  await checkPage(page, 'sign-in-alternatives');
  await page.getByRole('button', { name: 'Single sign-on' }).click();
  await page.getByLabel('Email address').fill('ann@example.com');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('This address has no single sign-on.')).toBeVisible();
  await checkPage(page, 'sign-in-sso');
  for (const language of ['Deutsch', 'العربية']) {
    await page.getByLabel(/Language|Sprache|اللغة/).selectOption(language);
    await expect(page.locator('html')).toHaveAttribute(
      'lang',
      language === 'Deutsch' ? 'de' : 'ar',
    );
    await expect(page.locator('input[type=email]')).toHaveValue('ann@example.com');
    await checkPage(page, `sign-in-${language === 'Deutsch' ? 'de' : 'ar'}`);
  }
  expect(errors).toEqual([]);
});
