import { expect, test, type Locator, type Page } from 'playwright/test';
import { someOf } from '../../scripts/test-tiers.js';
import { chunkPattern } from './chunk-pattern.ts';
import {
  networkFaults,
  startFailingNetwork,
  type FailingNetwork,
  type NetworkFault,
} from './failing-network.ts';

/**
 * Maximum time until the reader reports a failed action, which is the sum of the time limits of the
 * request and of the error's explanation.
 */
const limitMs = 35_000;

/** An action that needs the network. */
interface Action {
  /** Requests that fail. */
  path: () => RegExp;
  /** Whether they fail from the start, because they may be loaded before the action. */
  failsFromStart?: boolean;
  /** Whether the failing requests open the book. */
  opensReader?: boolean;
  prepare?: (reader: Locator) => Promise<void>;
  start: (reader: Locator) => Promise<void>;
  /** Waits until the action has had its effect. */
  expectDone: (reader: Locator) => Promise<void>;
}

const goTo = (reader: Locator, fraction: number) =>
  reader.evaluate((element, to) => Reflect.get(element, 'goTo').call(element, to), fraction);
const fractionOf = (reader: Locator): Promise<number> =>
  reader.evaluate((element) => Reflect.get(element, 'locator')?.locations.totalProgression ?? -1);

const actions: Record<string, Action> = {
  'opening a book': {
    opensReader: true,
    failsFromStart: true,
    path: () => /\/v1\/reader\/embed/,
    start: async () => {},
    expectDone: (reader) => expect(reader.getByRole('slider')).toBeVisible(),
  },
  'a turn to a section that is not loaded': {
    path: () => /\/sections\/\d+/,
    start: (reader) => goTo(reader, 0.8),
    expectDone: (reader) => expect.poll(() => fractionOf(reader)).toBeGreaterThan(0.6),
  },
  'a search': {
    path: () => /\/search\?/,
    prepare: (reader) => reader.getByRole('button', { name: 'Search' }).click(),
    start: (reader) => reader.getByRole('searchbox').fill('page'),
    expectDone: (reader) => expect(reader.getByRole('listitem').first()).toBeVisible(),
  },
  'a panel whose code is not loaded': {
    failsFromStart: true,
    path: () => new RegExp(chunkPattern('ui/panels/svc-settings.ts').replace('**', '')),
    start: (reader) => reader.getByRole('button', { name: 'Appearance' }).click(),
    expectDone: (reader) =>
      expect(reader.getByRole('dialog', { name: 'Appearance' })).toBeVisible(),
  },
};

async function open(
  page: Page,
  network: FailingNetwork,
  { opensReader = false }: Action,
): Promise<Locator> {
  await page.goto(`${network.origin}/demo/${opensReader ? 'snippet.html' : ''}`);
  const reader = page.locator('svc-reader');
  if (!opensReader) await expect(reader.getByRole('slider')).toBeVisible();
  return reader;
}

for (const [at, [name, action]] of Object.entries(actions).entries()) {
  test(`${name} says that the network failed, keeps the position, and works again afterwards`, async ({
    browser,
    baseURL,
  }) => {
    // Code needs no session, and code that may be loaded before the action is available offline.
    const allFaults: (NetworkFault | 'offline')[] = action.failsFromStart
      ? networkFaults.filter((fault) => fault !== '401')
      : [...networkFaults, 'offline'];
    const faults = someOf(allFaults, at);
    const run = async (fault: NetworkFault | 'offline') => {
      const network = await startFailingNetwork(baseURL ?? '');
      const context = await browser.newContext();
      try {
        if (action.failsFromStart && fault !== 'offline') network.fail(action.path(), fault);
        const reader = await open(await context.newPage(), network, action);
        await action.prepare?.(reader);
        const before = await fractionOf(reader);
        if (fault === 'offline') await context.setOffline(true);
        else network.fail(action.path(), fault);
        await action.start(reader);
        const again = reader.getByRole('button', { name: 'Try again' });
        await expect(again).toBeVisible({ timeout: limitMs });
        expect(await fractionOf(reader)).toBe(before);
        network.heal();
        await context.setOffline(false);
        // The reader detects when the network is back.
        await again.click({ timeout: 5000 }).catch(() => {});
        await action.expectDone(reader);
        return null;
      } catch (error) {
        return `${fault}: ${String(error).slice(0, 600)}`;
      } finally {
        await context.close();
        await network.close();
      }
    };
    const failures: (string | null)[] = [];
    // More readers at the same time would be slow.
    for (let from = 0; from < faults.length; from += 4)
      failures.push(...(await Promise.all(faults.slice(from, from + 4).map(run))));
    expect(failures.filter(Boolean)).toEqual([]);
  });
}
