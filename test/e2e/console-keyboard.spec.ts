import { expect, type Locator, type Page, test } from 'playwright/test';
import { accountPages } from '../../console/app/pages.ts';
import { type ConsoleServer, startConsoleServer } from './console-server.ts';
import { openIn, untilLoaded } from './console-states.ts';
import { addPublicBook, visitConsole } from './console-visit.ts';
import { someOf } from '../../scripts/test-tiers.js';

let server: ConsoleServer;

test.beforeEach(async () => {
  server = await startConsoleServer();
});

test.afterEach(async () => {
  await server.stop();
});

/** Presses Tab until the element has focus. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let presses = 0; presses < 60; presses += 1) {
    await page.keyboard.press('Tab');
    if (await target.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`Tab does not reach ${target}.`);
}

test('a person works by keyboard alone, and forms say in German what to correct', async ({
  page,
}) => {
  await visitConsole(page, server);
  await page.addInitScript(() => localStorage.setItem('svc-console-language', 'de'));
  await page.goto(`${server.url}/console/`);
  const title = page.getByRole('heading', { level: 1 });
  await expect(title).toHaveText('Start');
  await expect(title).toBeFocused();

  await tabTo(page, page.getByRole('link', { name: 'API-Schlüssel', exact: true }).first());
  await page.keyboard.press('Enter');
  await expect(title).toHaveText('API-Schlüssel');
  await expect(title).toBeFocused();
  await expect(page).toHaveTitle('API-Schlüssel · Konsole');

  const create = page.locator('main .title button.primary');
  await tabTo(page, create);
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(create).toBeFocused();

  await page.keyboard.press('Enter');
  await tabTo(page, dialog.locator('[name=kind]:checked'));
  await page.keyboard.press('ArrowDown');
  const origins = dialog.locator('[name=allowedOrigins]');
  await tabTo(page, origins);
  await page.keyboard.type('not an origin');
  await tabTo(page, dialog.locator('[type=submit]'));
  await page.keyboard.press('Enter');
  await expect(origins).toBeFocused();
  await expect(origins).toHaveAttribute('aria-invalid', 'true');
  const message = 'Geben Sie einen Ursprung ohne Pfad ein, zum Beispiel https://shop.example.';
  await expect(origins).toHaveAccessibleDescription(new RegExp(message));
  await expect(dialog.getByRole('alert')).toHaveText('Prüfen Sie das markierte Feld.');

  await page.keyboard.press('Control+A');
  await page.keyboard.type('https://shop.example');
  await page.keyboard.press('Tab');
  await tabTo(page, dialog.locator('[type=submit]'));
  await page.keyboard.press('Enter');
  const done = dialog.locator('footer button');
  await expect(done).toHaveCount(1);
  await tabTo(page, done);
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(create).toBeFocused();
  const table = page.getByRole('table', { name: 'API-Schlüssel' });
  await expect(table.getByRole('row')).toHaveCount(2);

  // On a phone, rows are lists that are still a table for screen readers.
  await page.setViewportSize({ width: 390, height: 800 });
  await expect(table.getByRole('row')).toHaveCount(2);
  await expect(table.getByRole('rowheader')).toHaveCount(1);
  await expect(table.getByRole('cell').first()).toHaveAttribute('data-label', 'Art');
});

test('Tab reaches every control of every page in reading order, and shows the focus', async ({
  page,
}) => {
  const visit = await visitConsole(page, server);
  const { accountId, send } = visit;
  const account = `/accounts/${accountId}`;
  const deployment = await send<{ id: string }>('post', `${account}/deployments`, { name: 'Web' });
  const affiliate = await send<{ id: string }>('post', `${account}/affiliates`, {
    code: 'weekly',
    name: 'Weekly',
    rate: '0.1',
  });
  const ids: Record<string, string> = {
    bookId: await addPublicBook(visit),
    deploymentId: deployment.id,
    affiliateId: affiliate.id,
  };
  for (const { path, roles } of someOf([...accountPages], 1)) {
    if (roles.length === 1 && roles[0] === 'partner') continue;
    const filled = path.replaceAll(/:(\w+)/g, (_, name) => ids[name] ?? '');
    await openIn(page, 'en', `${server.url}/console/a/${accountId}/${filled}`);
    await untilLoaded(page);
    await expect(page.locator('h1'), path).toHaveCount(1);
    const controls = await page.evaluate(numberControls);
    expect(controls.length, path).toBeGreaterThan(12);
    const visited = await tabThrough(page, controls.length);
    const reached = visited.map(({ number }) => number);
    const missed = controls.filter((_, number) => !reached.includes(number));
    expect.soft(missed, `${path}: not reached`).toEqual([]);
    const start = reached.indexOf(0);
    const inOrder = [...reached.slice(start), ...reached.slice(0, start)];
    expect.soft(inOrder, `${path}: order`).toEqual(inOrder.toSorted((a, b) => a - b));
    const unseen = visited.filter(({ isMarked }) => !isMarked);
    expect
      .soft(
        unseen.map(({ number }) => controls[number]),
        `${path}: no mark`,
      )
      .toEqual([]);
  }
});

/** Presses Tab until the focus has been on every control once. Skips the content of frames. */
async function tabThrough(page: Page, count: number): Promise<Stop[]> {
  const stops = new Map<number, Stop>();
  let last: number | undefined;
  for (let presses = 0; presses < count + 60; presses += 1) {
    await page.keyboard.press('Tab');
    const stop = await page.evaluate(describeFocus);
    // Fields of dates have several tab stops. The browser itself marks all but the first.
    if (stop && stop.number !== last && stops.has(stop.number)) break;
    if (stop && stop.number !== last) stops.set(stop.number, stop);
    last = stop?.number;
  }
  return [...stops.values()];
}

interface Stop {
  /** Position of the control in the document. */
  number: number;
  /** Whether an outline or shadow shows the focus. */
  isMarked: boolean;
}

/** Numbers the visible controls that Tab should reach. Returns their texts. Runs in the page. */
function numberControls(): string[] {
  const selector = 'a[href], button, input, select, textarea, summary, [tabindex="0"]';
  const controls = [...document.querySelectorAll<HTMLElement>(selector)].filter((element) => {
    if (element.tabIndex < 0 || element.matches(':disabled')) return false;
    // Arrow keys reach the other buttons of the group.
    const isOtherRadio =
      element instanceof HTMLInputElement &&
      element.type === 'radio' &&
      !element.checked &&
      document.querySelector(`[type=radio][name="${element.name}"]:checked`) !== null;
    return !isOtherRadio && element.checkVisibility({ visibilityProperty: true });
  });
  return controls.map((element, number) => {
    element.dataset.number = String(number);
    return `${element.localName} ${(element.textContent ?? '').trim().slice(0, 40)}`;
  });
}

/** Describes the focused control, or returns null if the focus is elsewhere. Runs in the page. */
function describeFocus(): Stop | null {
  const element = document.activeElement;
  if (!(element instanceof HTMLElement) || element.dataset.number === undefined) return null;
  const marks = [element, element.closest('label, .button')].map((one) => {
    const style = one && getComputedStyle(one);
    return style !== null && (style.outlineStyle !== 'none' || style.boxShadow !== 'none');
  });
  return { number: Number(element.dataset.number), isMarked: marks.includes(true) };
}
