import { expect, type Page } from 'playwright/test';
import { isShort } from '../../scripts/test-tiers.js';
import { consoleProblems, isCheckedByAxe } from './check-console-page.ts';

const screenshots = process.env.SVC_CONSOLE_SCREENSHOTS;

/** A language with the widths and color schemes in which its pages are checked. */
export interface Look {
  language: string;
  views: readonly (readonly [width: number, scheme: 'light' | 'dark'])[];
}

/** Screenshots are taken in more languages and color schemes, without the slower checks. */
export const looks: readonly Look[] = screenshots
  ? [
      {
        language: 'en',
        views: [
          [390, 'light'],
          [768, 'light'],
          [1280, 'light'],
          [1280, 'dark'],
        ],
      },
      { language: 'de', views: [[390, 'dark']] },
      {
        language: 'ar',
        views: [
          [390, 'light'],
          [1280, 'light'],
        ],
      },
    ]
  : [
      { language: 'ar', views: [[390, 'dark']] },
      { language: 'de', views: [[1280, 'light']] },
    ];

/**
 * Returns the looks in which a page's state is checked: all of them for screenshots, otherwise one,
 * which alternates.
 */
export function looksOf(state: number): readonly Look[] {
  return screenshots ? looks : looks.filter((_, at) => at === state % looks.length);
}

/** Returns the looks in which a page itself is checked: one in a short run, which alternates. */
export function looksOfPage(page: number): readonly Look[] {
  return isShort ? looksOf(page) : looks;
}

/** Loads the page in a language, as a new tab does. */
export async function openIn(page: Page, language: string, url: string): Promise<void> {
  // A URL that differs only in its fragment would not load.
  const isSamePath = new URL(page.url()).pathname === new URL(url).pathname;
  if (isSamePath) await page.goto('about:blank');
  const script = await page.addInitScript((tag) => {
    if (self === top) sessionStorage.clear();
    localStorage.setItem('svc-console-language', tag);
  }, language);
  await page.goto(url);
  await page.locator('h1').first().waitFor();
  await script.dispose();
}

/** Waits until the page shows its data. */
export async function untilLoaded(page: Page): Promise<void> {
  await expect(page.locator('main .loading, dialog .loading')).toHaveCount(0);
}

/**
 * Checks the state in all views of the look: no sideways scrolling, no clipped text, and
 * accessibility (see `isCheckedByAxe`). Takes pictures if the environment names a folder.
 */
export async function checkState(page: Page, name: string, look: Look): Promise<void> {
  for (const [at, [width, colorScheme]] of look.views.entries()) {
    const view = `${name}-${look.language}-${width}-${colorScheme}`;
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.evaluate(untilDrawn);
    if (screenshots) {
      const hasDialog = (await page.locator('dialog[open]').count()) > 0;
      await page.screenshot({ path: `${screenshots}/${view}.png`, fullPage: !hasDialog });
    }
    expect.soft(await page.evaluate(findLayoutProblems), view).toEqual([]);
    if (screenshots || !isCheckedByAxe(name, at, look.views.length)) continue;
    expect.soft(await consoleProblems(page), view).toEqual([]);
  }
}

/** Waits until charts are redrawn after a change of size or color scheme. Runs in the page. */
async function untilDrawn(): Promise<void> {
  for (let frames = 0; frames < 3; frames += 1) {
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }
}

/** Lists elements that are wider than the window, and clipped text. Runs in the page. */
export function findLayoutProblems(): string[] {
  const problems: string[] = [];
  const outsideCode = 'body *:not(script, style, pre, pre *, code, code *)';
  for (const { childNodes } of document.querySelectorAll(outsideCode)) {
    const text = [...childNodes].map((node) => (node instanceof Text ? node.data : '')).join(' ');
    const leftovers = text.match(/\[object \w+\]|\bundefined\b|\bNaN\b|(?<!\S)[}$]+(?!\S)/g);
    if (leftovers) problems.push(`the text contains ${leftovers.join(' ')}`);
  }
  const excess = document.documentElement.scrollWidth - innerWidth;
  if (excess > 0) problems.push(`the page is ${excess} pixels wider than the window`);
  for (const element of document.querySelectorAll<HTMLElement>(
    'button, .button, a, label, select, h1, h2, h3, p, dt, dd, .badge, dialog, .card',
  )) {
    if (!element.checkVisibility() || element.closest('.hidden, .skip, .table, pre')) continue;
    const { scrollWidth, clientWidth } = element;
    const { display, columnGap } = getComputedStyle(element);
    const isInline = display === 'inline';
    const text = (element.textContent ?? '').trim().replace(/\s+/g, ' ').slice(0, 60);
    const what = `${element.localName}.${element.className} “${text}”`;
    if (!isInline && scrollWidth > clientWidth + 2) {
      problems.push(`${what} is ${scrollWidth - clientWidth} pixels wider than its box`);
    }
    const { left, right, width } = element.getBoundingClientRect();
    if (width > 0 && (left < -1 || right > innerWidth + 1))
      problems.push(`${what} leaves the window`);
    if (element.matches('button, .button')) {
      const parts = [...element.children].filter((part) => !part.matches('.hidden'));
      const isTight = display.endsWith('flex') && (parseFloat(columnGap) || 0) < 2;
      if (parts.length > 1 && isTight) problems.push(`the parts of ${what} touch`);
    }
  }
  for (const control of document.querySelectorAll('button, .button, input, select, textarea')) {
    const box = control.closest('.inset, .card, dialog');
    if (!box || !control.checkVisibility() || control.closest('.hidden, .table, pre')) continue;
    const { left, right, width } = control.getBoundingClientRect();
    const outer = box.getBoundingClientRect();
    if (width > 0 && (left < outer.left - 1 || right > outer.right + 1)) {
      const { localName, className, textContent } = control;
      problems.push(`${localName}.${className} “${textContent?.trim()}” leaves its box`);
    }
  }
  return problems;
}
