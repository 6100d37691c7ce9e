import { expect, type Page } from 'playwright/test';
import { isShort } from '../../scripts/test-tiers.js';
import { accessibilityProblems } from './accessibility-problems.ts';

const screenshots = process.env.SVC_CONSOLE_SCREENSHOTS;

/**
 * Checks the page's accessibility and width on a phone and a desktop, in both color schemes. A
 * short run checks the accessibility in one of the two.
 */
export async function checkPage(page: Page, name: string): Promise<void> {
  const views = [
    [390, 'dark'],
    [1280, 'light'],
  ] as const;
  for (const [at, [width, colorScheme]] of views.entries()) {
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme });
    if (isCheckedByAxe(name, at, views.length))
      expect(await consoleProblems(page), `${name} at ${width} pixels`).toEqual([]);
    // Tables are stacked in the frame after the one in which the page becomes narrow.
    const excess = () =>
      page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    await expect.poll(excess, `${name} at ${width} pixels`).toBeLessThanOrEqual(0);
    if (screenshots) {
      await page.screenshot({ path: `${screenshots}/${name}-${width}.png`, fullPage: true });
    }
  }
}

/**
 * Whether axe checks a view. A short run checks one of the views of each page, because axe takes
 * most of the time. The page's name selects which, so that all views are checked.
 */
export function isCheckedByAxe(name: string, view: number, views: number): boolean {
  return !isShort || name.length % views === view;
}

/** Lists the page's accessibility problems, including small targets, without those in frames. */
export function consoleProblems(page: Page): Promise<string[]> {
  return accessibilityProblems(page, { skipsFrames: true, extraRules: ['target-size'] });
}

/** Collects errors of scripts and of the Content Security Policy. */
export function watchErrors(page: Page): string[] {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (line) => /polic|trusted/i.test(line.text()) && errors.push(line.text()));
  return errors;
}
