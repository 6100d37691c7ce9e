import { expect, type Page, test } from 'playwright/test';
import { isShort } from '../../scripts/test-tiers.js';
import { accountPages } from '../../console/app/pages.ts';
import { type FilledAccount, fillAccount, signInAs } from './console-filled-account.ts';
import { checkState, openIn, untilLoaded } from './console-states.ts';

let filled: FilledAccount;
let page: Page;

test.beforeAll(async ({ browser }) => {
  page = await browser.newPage();
  filled = await fillAccount(page);
});

test.afterAll(async () => {
  await page.close();
  await filled.stop();
});

/** Texts that earlier releases, files, shops and identity providers can contain. */
const hostileTexts = {
  overrides: '\u202egnorw\u2066 \u200b\u2067<img src=x onerror=svcRan=1> \u05d0\u05d1 👩‍💻🏴󠁧󠁢󠁥󠁮󠁧󠁿',
  long: `${'W'.repeat(90)}${'\u{1F469}\u200d\u{1F4BB}'.repeat(12)}${'م'.repeat(60)}`,
};

/** Members of responses whose values people wrote. */
const written = /^(?:name|title|label|description|bookTitle|authors|customer|accountName)$/;

/** Replaces the names in all responses, also where the server would not accept them today. */
async function replaceNames(text: string): Promise<void> {
  await page.unrouteAll();
  await page.route('**/console/api/**', async (route) => {
    if (route.request().method() !== 'GET') return route.continue();
    const response = await route.fetch();
    if (!response.headers()['content-type']?.includes('json')) return route.fulfill({ response });
    const json: unknown = JSON.parse(await response.text(), function (name, value) {
      // Names of DNS records are not written by people.
      const isRecord = Object(this).type === 'TXT';
      return written.test(name) && !isRecord ? replaced(value, text) : value;
    });
    return route.fulfill({ response, json });
  });
}

function replaced(value: unknown, text: string): unknown {
  if (Array.isArray(value)) return value.map(() => text);
  return typeof value === 'string' ? text : value;
}

/**
 * Lists text whose direction controls affect the text around it. It must be alone in an element
 * with its own direction. Runs in the page.
 */
function findLeaks(): string[] {
  const controls = /[\u202a-\u202e\u2066\u2067]/;
  const found: string[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = node.textContent ?? '';
    const element = node.parentElement;
    // Text for screen readers is in a box of its own.
    if (!controls.test(text) || !element?.checkVisibility() || element.closest('.hidden')) continue;
    const own = element.closest('bdi, [dir=auto]');
    const rest = own?.textContent?.replace(text, '').trim();
    if (rest !== '')
      found.push(`${element.outerHTML.slice(0, 160)} in ${own?.localName ?? 'none'}`);
  }
  return [...found, ...(/[\u202a-\u202e]/.test(document.title) ? [document.title] : [])];
}

const dialogs: Record<string, (name: string) => Promise<unknown>> = {
  books: () => page.locator('tbody a').first().hover(),
  'books/:bookId': () => page.locator('button.danger').last().click(),
  'books/:serialId/chapters': () => page.locator('button.danger').first().click(),
  'appearance/:deploymentId': () => page.locator('button.danger').last().click(),
  keys: () => page.locator('tbody button.danger').first().click(),
  team: () => page.locator('tbody .actions button').first().click(),
};

const allViews = [
  [390, 'dark'],
  [1280, 'light'],
] as const;

for (const [kind, text] of Object.entries(hostileTexts)) {
  for (const as of ['owner', 'partner', 'operator'] as const) {
    test(`names of the kind ${kind} stay apart from other text, for the ${as}`, async () => {
      await signInAs(page, filled.cookies[as]);
      await replaceNames(text);
      const { server, visit, ids } = filled;
      const own = accountPages.filter(
        ({ roles }) => roles !== 'operator' && (roles as readonly string[]).includes(as),
      );
      const paths =
        as === 'operator'
          ? ['accounts', 'system', 'you']
          : own.map(({ path }) => `a/${visit.accountId}/${path}`);
      let shown = 0;
      for (const [at, path] of paths.entries()) {
        const views = isShort ? [allViews[at % 2] ?? allViews[0]] : allViews;
        const named: Readonly<Record<string, string>> = {
          ...ids,
          bookId: path.endsWith('chapters') ? ids.serialId : ids.bookId,
        };
        const url = path.replaceAll(/:(\w+)/g, (_, name) => named[name] ?? '');
        const language = shown % 2 === 0 ? 'en' : 'ar';
        await openIn(page, language, `${server.url}/console/${url}`);
        await untilLoaded(page);
        if ((await page.locator('body').textContent())?.includes(text.slice(0, 4))) shown += 1;
        const name = `${kind}-${url.replaceAll(/\W+/g, '-')}`;
        expect.soft(await page.evaluate(findLeaks), name).toEqual([]);
        await checkState(page, name, { language, views });
        const reach = dialogs[path.replace(`a/${visit.accountId}/`, '')];
        if (!reach) continue;
        await reach(name);
        expect.soft(await page.evaluate(findLeaks), `${name} dialog`).toEqual([]);
        await checkState(page, `${name}-dialog`, { language, views });
      }
      expect(shown, 'pages that show the names').toBeGreaterThan(as === 'owner' ? 9 : 1);
      expect(await page.evaluate(() => Reflect.has(window, 'svcRan'))).toBe(false);
    });
  }
}
