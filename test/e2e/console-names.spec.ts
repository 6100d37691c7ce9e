import { expect, test } from 'playwright/test';
import { accountPages } from '../../console/app/pages.ts';
import { type FilledAccount, fillAccount, signInAs } from './console-filled-account.ts';
import { openIn, untilLoaded } from './console-states.ts';

let filled: FilledAccount;

test.beforeAll(async ({ browser }) => {
  const page = await browser.newPage();
  filled = await fillAccount(page);
  await page.close();
});

test.afterAll(async () => {
  await filled.stop();
});

/**
 * Lists groups without a name, headings that skip a level, and buttons of different rows with the
 * same name, which screen readers list without their rows. Runs in the page.
 */
function findUnclearNames(): string[] {
  const found: string[] = [];
  const groups =
    'fieldset:not([role=none]), nav, dialog, table, [role=region], [role=group], section, iframe';
  for (const group of document.querySelectorAll<HTMLElement>(groups)) {
    const hasRole = group.localName !== 'section' || group.matches('[aria-label], [role]');
    const labels = [
      group.ariaLabel,
      group.title,
      group.querySelector(':scope > legend')?.textContent,
      ...(group.getAttribute('aria-labelledby') ?? '')
        .split(' ')
        .map((id) => id && document.getElementById(id)?.textContent),
    ];
    if (hasRole && group.checkVisibility() && !labels.some((text) => text?.trim()))
      found.push(`${group.localName} without a name: ${group.outerHTML.slice(0, 80)}`);
  }
  let level = 1;
  for (const heading of document.querySelectorAll<HTMLElement>('h1, h2, h3, h4, h5, h6')) {
    if (!heading.checkVisibility()) continue;
    const next = Number(heading.localName.slice(1));
    if (next > level + 1) found.push(`${heading.localName} after h${level}: ${heading.innerText}`);
    level = next;
  }
  const names = new Map<string, Element>();
  for (const button of document.querySelectorAll('main tr button, main li button')) {
    const name = (button.ariaLabel ?? button.textContent ?? '').replace(/\s+/g, ' ').trim();
    const row = button.closest('tr, li');
    const other = names.get(name);
    if (row && other && other !== row) found.push(`several buttons named ${name}`);
    if (row) names.set(name, row);
  }
  return found;
}

test('groups and buttons of every page have their own names, and headings no gaps', async ({
  page,
}) => {
  const { server, visit, ids, cookies } = filled;
  for (const as of ['owner', 'partner', 'operator'] as const) {
    await signInAs(page, cookies[as]);
    const own = accountPages.filter(
      ({ roles }) => as !== 'operator' && roles !== 'operator' && roles.includes(as),
    );
    const paths = as === 'operator' ? ['accounts', 'system'] : ['you'];
    for (const path of [...paths, ...own.map((one) => `a/${visit.accountId}/${one.path}`)]) {
      const named: Readonly<Record<string, string>> = {
        ...ids,
        bookId: path.endsWith('chapters') ? ids.serialId : ids.bookId,
      };
      const url = path.replaceAll(/:(\w+)/g, (_, name) => named[name] ?? '');
      await openIn(page, 'en', `${server.url}/console/${url}`);
      await untilLoaded(page);
      await page.evaluate(() => {
        for (const details of document.querySelectorAll('details')) details.open = true;
      });
      expect.soft(await page.evaluate(findUnclearNames), `${as}: ${path}`).toEqual([]);
    }
  }
});
