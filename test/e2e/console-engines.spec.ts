import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'playwright/test';
import { firefoxMissingReason } from '../../scripts/browsers.js';
import { webkitMissingReason } from '../../scripts/webkit.js';
import { type EngineName, openEngine } from '../reading/engine.ts';
import { signInToDemo } from './console-state-pages.ts';
import { findLayoutProblems } from './console-states.ts';

interface VisitedPage {
  title: string;
  /** Name of the dialog that the main action opened, or null for a page without one. */
  dialog: string | null;
  problems: string[];
}

for (const [name, width, missing] of [
  ['firefox', 390, firefoxMissingReason],
  ['firefox', 1280, firefoxMissingReason],
  // MiniBrowser's window cannot be narrower than 447 pixels.
  ['webkit', 480, webkitMissingReason],
  ['webkit', 1280, webkitMissingReason],
] as const satisfies [EngineName, number, () => string | null][]) {
  test(`the pages and dialogs work in ${name} at ${width} pixels`, async ({ page, baseURL }) => {
    const reason = missing();
    test.skip(reason !== null, reason ?? '');
    const origin = baseURL ?? '';
    const { accountId } = await signInToDemo(page, origin);
    const demo = readFileSync(join(process.env.SVC_E2E_DATA ?? '', 'demo.json'), 'utf8');
    const { consolePassword: password } = JSON.parse(demo);
    const engine = await openEngine(name, { width });
    try {
      await engine.open(`${origin}/console/sign-in`);
      await engine.evaluate(
        `(${signIn})(${JSON.stringify({ email: 'demo@example.com', password })})`,
      );
      await engine.open(`${origin}/console/a/${accountId}/`);
      expect(await engine.evaluate('innerWidth')).toBe(width);
      const visited = (await engine.evaluate(
        `(${visitPages})(${findLayoutProblems})`,
      )) as VisitedPage[];
      for (const { title, problems } of visited) expect.soft(problems, title).toEqual([]);
      expect(visited.length).toBeGreaterThan(10);
      expect(visited.filter(({ dialog }) => dialog !== null).length).toBeGreaterThanOrEqual(3);
    } finally {
      await engine.close();
    }
  });
}

/** Sends the form of the sign-in page. Runs in the page. */
async function signIn(values: Readonly<Record<string, string>>): Promise<void> {
  const until = async (isDone: () => boolean) => {
    for (let frames = 0; frames < 1800 && !isDone(); frames += 1) {
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
    if (!isDone()) throw new Error(`Nothing happened: ${document.body.innerText}`);
  };
  const form = () => document.querySelector('form');
  await until(() => form() !== null);
  for (const [name, value] of Object.entries(values)) {
    const input = form()?.querySelector<HTMLInputElement>(`[name=${name}]`);
    if (!input) throw new Error(`The form has no field ${name}.`);
    input.value = value;
    input.dispatchEvent(new Event('input', { bubbles: true }));
  }
  form()?.querySelector<HTMLElement>('[type=submit]')?.click();
  await until(() => form() === null || !location.pathname.endsWith('/sign-in'));
}

/** Opens every page of the navigation, and the dialog of its main action. Runs in the page. */
async function visitPages(findLayout: () => string[]): Promise<VisitedPage[]> {
  // WebKit counts the text that a menu cuts off as part of its width.
  const findProblems = () =>
    findLayout().filter((problem) => !/^(?:select|label)\..*wider than its box$/.test(problem));
  const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  const until = async (what: string, isDone: () => boolean) => {
    for (let frames = 0; frames < 1800 && !isDone(); frames += 1) await nextFrame();
    return isDone() ? [] : [`${what} did not happen`];
  };
  const errors: string[] = [];
  addEventListener('error', ({ message }) => {
    // Tables choose their layout when their size changes. Not an error.
    if (!message.startsWith('ResizeObserver loop')) errors.push(message);
  });
  addEventListener('unhandledrejection', ({ reason }) => errors.push(String(reason)));
  document.addEventListener('securitypolicyviolation', (event) =>
    errors.push(`${event.violatedDirective} ${event.blockedURI}`),
  );
  const isLoaded = () =>
    document.querySelector('h1')?.textContent?.trim() && !document.querySelector('main .loading');
  await until('the first page', () => Boolean(document.querySelector('#nav a') && isLoaded()));
  const untilStable = async () => {
    let [html, frames] = ['', 0];
    while (frames < 20) {
      await nextFrame();
      const current = document.querySelector('main')?.innerHTML ?? '';
      frames = current === html ? frames + 1 : 0;
      html = current;
    }
  };
  const paths = [...document.querySelectorAll<HTMLAnchorElement>('#nav a')]
    .map(({ pathname }) => pathname)
    .filter((path) => path !== location.pathname && path !== '/console/');
  const visited: VisitedPage[] = [];
  for (const path of paths) {
    const links = [...document.querySelectorAll<HTMLAnchorElement>('#nav a')];
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    links.find(({ pathname }) => pathname === path)?.click();
    // The title receives the focus when the page opens.
    const isOpen = () => location.pathname === path && document.activeElement?.localName === 'h1';
    const problems = await until(path, () => isOpen() && Boolean(isLoaded()));
    await untilStable();
    for (const alert of document.querySelectorAll('main [role=alert]')) {
      if (alert.textContent?.trim()) problems.push(alert.textContent);
    }
    problems.push(...findProblems());
    const action = document.activeElement
      ?.closest('.title')
      ?.querySelector<HTMLElement>('button.primary');
    let name: string | null = null;
    if (action) {
      action.focus();
      action.click();
      const open = () => document.querySelector<HTMLDialogElement>('dialog[open]');
      problems.push(...(await until('the dialog', () => open() !== null)));
      await until('the dialog’s data', () => !document.querySelector('dialog .loading'));
      const dialog = open();
      name = dialog?.getAttribute('aria-label') ?? null;
      if (!dialog?.contains(document.activeElement)) problems.push('the dialog has no focus');
      problems.push(...findProblems());
      // As Escape does.
      if (dialog?.dispatchEvent(new Event('cancel', { cancelable: true }))) dialog.close();
      problems.push(...(await until('closing', () => open() === null)));
      if (document.activeElement !== action) problems.push('the focus did not return');
    }
    const title = document.querySelector('h1')?.textContent?.trim() ?? '';
    visited.push({ title, dialog: name, problems: [...problems, ...errors.splice(0)] });
  }
  return visited;
}
