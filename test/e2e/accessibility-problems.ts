import { readFileSync } from 'node:fs';
import type axeModule from 'axe-core';
import type { Frame, Page } from 'playwright/test';

/** In pages, after `addAxe`. */
declare const axe: typeof axeModule;

const source = readFileSync(
  new URL('../../node_modules/axe-core/axe.min.js', import.meta.url),
  'utf8',
);

export interface AccessibilityOptions {
  /** CSS selector of the element to check. Defaults to the whole page. */
  within?: string;
  /** Whether to check the page without its frames. */
  skipsFrames?: boolean;
  /** Rules that axe does not enable by default. */
  extraRules?: string[];
}

/** Lists the elements that violate axe's rules, with rule and markup. */
export async function accessibilityProblems(
  page: Page,
  options: AccessibilityOptions = {},
): Promise<string[]> {
  const frames = options.skipsFrames ? [page.mainFrame()] : page.frames();
  await Promise.all(frames.map(addAxe));
  return page.evaluate(findViolations, options);
}

/** Adds axe to a document that lacks it. Adding it again takes longer than most analyses. */
async function addAxe(frame: Frame): Promise<void> {
  if (await frame.evaluate(() => 'axe' in window)) return;
  await frame.evaluate(source);
  // Frames of other origins also send their results to the page.
  await frame.evaluate(() => axe.configure({ allowedOrigins: ['<unsafe_all_origins>'] }));
}

/** Returns only violations because all results of a page are large. Runs in the page. */
async function findViolations({
  within,
  skipsFrames = false,
  extraRules = [],
}: AccessibilityOptions): Promise<string[]> {
  const { violations } = await axe.run(
    { include: within ?? document, exclude: skipsFrames ? ['iframe'] : [] },
    {
      resultTypes: ['violations'],
      rules: Object.fromEntries(extraRules.map((rule) => [rule, { enabled: true }])),
    },
  );
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}
