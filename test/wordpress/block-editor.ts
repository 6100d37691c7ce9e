import type { FrameLocator, Locator, Page } from 'playwright/test';

export const roles = ['administrator', 'editor', 'author'] as const;

export async function logIn(page: Page, role: string): Promise<void> {
  await page.context().clearCookies();
  await page.goto('/wp-login.php');
  await page.getByLabel('Username or Email Address').fill(role);
  await page.locator('#user_pass').fill('password');
  await page.getByRole('button', { name: 'Log In' }).click();
  await page.waitForURL(/wp-admin/);
}

/** Opens a new post in the block editor, with the cursor in its first paragraph. */
export async function openNewPost(page: Page, title: string): Promise<void> {
  await page.goto('/wp-admin/post-new.php');
  const heading = page.getByRole('textbox', { name: 'Add title' });
  await heading.fill(title);
  await heading.press('Enter');
}

/** Publishes the open post, and returns its URL. */
export async function publish(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Publish', exact: true }).first().click();
  await page
    .getByRole('region', { name: 'Editor publish' })
    .getByRole('button', { name: 'Publish', exact: true })
    .click();
  const link = page
    .getByRole('region', { name: 'Editor publish' })
    .getByRole('link', { name: 'View Post' });
  const url = await link.getAttribute('href');
  if (!url) throw new Error('The published post has no URL.');
  return url;
}

/**
 * Saves changes to the published post. Readers don't see the editor's autosaves, and OPTIONS
 * requests only read permissions.
 */
export async function update(page: Page): Promise<void> {
  const saved = page.waitForResponse(
    (response) =>
      ['POST', 'PUT'].includes(response.request().method()) &&
      /wp(\/|%2F)v2(\/|%2F)posts(?!.*autosaves)/.test(response.url()),
  );
  await page.getByRole('button', { name: 'Update', exact: true }).click();
  await saved;
}

/** The code of the open post, as WordPress stores it. */
export function storedContent(page: Page): Promise<string> {
  return page.evaluate(() => {
    const wp: unknown = Reflect.get(window, 'wp');
    const data: unknown = Reflect.get(Object(wp), 'data');
    const select: unknown = Reflect.get(Object(data), 'select');
    if (typeof select !== 'function') return '';
    return String(select('core/editor').getEditedPostContent());
  });
}

/** Blocks that the editor cannot parse. */
export const invalidBlocks = (page: Page): Locator =>
  page.getByText('This block contains unexpected or invalid content');

/** The text on the reader's page, without the hidden text in the element. */
export const readerText = (within: Page | FrameLocator | Locator): Locator =>
  within.locator('svc-reader').getByText('The whale surfaced').filter({ visible: true }).first();

/** Pastes text, as from the clipboard. */
export async function pasteText(page: Page, text: string): Promise<void> {
  await page.evaluate((text) => {
    const data = new DataTransfer();
    data.setData('text/plain', text);
    const event = new ClipboardEvent('paste', {
      clipboardData: data,
      bubbles: true,
      cancelable: true,
    });
    document.activeElement?.dispatchEvent(event);
  }, text);
}

/** Opens a published post in the block editor. */
export async function reopen(page: Page, url: string): Promise<void> {
  const post = new URL(url).searchParams.get('p') ?? '';
  await page.goto(`/wp-admin/post.php?action=edit&post=${post}`);
}
