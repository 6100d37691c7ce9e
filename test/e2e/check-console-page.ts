import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from 'playwright/test';

const screenshots = process.env.SVC_CONSOLE_SCREENSHOTS;

/** Checks the page's accessibility and width on a phone and a desktop, in both color schemes. */
export async function checkPage(page: Page, name: string): Promise<void> {
  for (const [width, colorScheme] of [
    [390, 'dark'],
    [1280, 'light'],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme });
    expect(await accessibilityProblems(page), `${name} at ${width} pixels`).toEqual([]);
    const excess = await page.evaluate(
      () => document.documentElement.scrollWidth - window.innerWidth,
    );
    expect(excess, `${name} at ${width} pixels`).toBeLessThanOrEqual(0);
    if (screenshots) {
      await page.screenshot({ path: `${screenshots}/${name}-${width}.png`, fullPage: true });
    }
  }
}

/** Lists the page's accessibility problems, without those in frames. */
export async function accessibilityProblems(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page })
    .exclude('iframe')
    .options({ resultTypes: ['violations'], rules: { 'target-size': { enabled: true } } })
    // The other mode opens a second page for each analysis, which takes longer than the analysis.
    .setLegacyMode()
    .analyze();
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}

/** Collects errors of scripts and of the Content Security Policy. */
export function watchErrors(page: Page): string[] {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (line) => /polic|trusted/i.test(line.text()) && errors.push(line.text()));
  return errors;
}
