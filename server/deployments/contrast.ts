import { clampChroma, converter, differenceEuclidean, formatHex, wcagContrast } from 'culori';
import { Failure, type FailureDetail } from '../failure.ts';
import type { ThemeTokens } from './contract.ts';
import {
  type SelectableTheme,
  type Theme,
  themes,
  type TokenName,
  tokenNames,
  tokenTable,
  tokenValue,
} from './token-table.ts';

/** WCAG 2.2, success criterion 1.4.3: text below 24 px. */
const minContrastRatio = 4.5;

const foregrounds = ['--svc-color', '--svc-muted', '--svc-accent'] as const;
const backgrounds = ['--svc-background', '--svc-surface'] as const;
const highlightTokens = tokenNames.filter((name) => tokenTable[name].kind === 'ink');

/**
 * Refuses colours in which text could not be read, in any of the themes, with the defaults filled in.
 *
 * @throws Failure `contrast_too_low`: names the token, both colours and their ratio, and the nearest
 * colour that would do.
 */
export function checkContrast(tokens: ThemeTokens, shown: readonly SelectableTheme[]): void {
  // No deployment sets the colours of `contrast`.
  const judged = themes.filter((theme) => shown.includes(theme));
  const errors = judged.flatMap((theme) => [
    ...foregrounds.flatMap((name) => contrastErrors(tokens, name, theme)),
    ...highlightTokens.flatMap((name) => highlightContrastErrors(tokens, name, theme)),
  ]);
  if (errors.length === 0) return;
  const summary = errors.map(({ pointer, detail }) => `${pointer}: ${detail}`).join(' ');
  throw new Failure('contrast_too_low', summary, { errors });
}

function contrastErrors(tokens: ThemeTokens, name: TokenName, theme: Theme): FailureDetail[] {
  const color = tokenValue(tokens, name, theme);
  const papers = backgrounds.map((one) => ({ name: one, color: tokenValue(tokens, one, theme) }));
  const [worst] = papers
    .map((paper) => ({ ...paper, ratio: wcagContrast(color, paper.color) }))
    .filter(({ ratio }) => ratio < minContrastRatio)
    .sort((a, b) => a.ratio - b.ratio);
  if (!worst) return [];
  const nearest = nearestReadable(
    color,
    papers.map((paper) => paper.color),
  );
  const advice = nearest
    ? `The nearest ${name} that does is ${nearest}.`
    : `No ${name} does: ${papers.map((one) => one.color).join(' and ')} are too far apart.`;
  const detail =
    `${name} ${color} on ${worst.name} ${worst.color} has a contrast of ` +
    `${formatRatio(worst.ratio)}:1 in the theme ${theme}; ` +
    `text needs ${minContrastRatio}:1. ${advice}`;
  // The caller is led to what the caller set, not to a default.
  const culprit = isSet(tokens, name, theme) ? name : worst.name;
  return [{ pointer: pointerTo(tokens, culprit, theme), detail }];
}

/** Text of the book stands on a mark’s colour; those that the reader makes itself are legible. */
function highlightContrastErrors(
  tokens: ThemeTokens,
  name: TokenName,
  theme: Theme,
): FailureDetail[] {
  const ink = tokenValue(tokens, name, theme);
  const text = tokenValue(tokens, '--svc-color', theme);
  if (ink === 'initial' || wcagContrast(text, ink) >= minContrastRatio) return [];
  const nearest = nearestReadable(ink, [text]);
  const detail =
    `--svc-color ${text} on ${name} ${ink} has a contrast of ${formatRatio(wcagContrast(text, ink))}:1 ` +
    `in the theme ${theme}; text needs ${minContrastRatio}:1.` +
    (nearest ? ` The nearest ${name} that does is ${nearest}.` : '');
  return [{ pointer: pointerTo(tokens, name, theme), detail }];
}

/** Rounded down: what is short of the least is not told as it. */
function formatRatio(ratio: number): string {
  return (Math.floor(ratio * 100) / 100).toFixed(2);
}

const toOklch = converter('oklch');
const distance = differenceEuclidean('oklab');
const lightnessSteps = 200;

/** The colour nearest to this one, of the same hue, that can be read on all of the others. */
function nearestReadable(color: string, papers: readonly string[]): string | null {
  const origin = toOklch(color);
  if (!origin) return null;
  const candidates = Array.from({ length: lightnessSteps + 1 }, (_, step) =>
    formatHex(clampChroma({ ...origin, l: step / lightnessSteps }, 'oklch')),
  ).filter((one) => papers.every((paper) => wcagContrast(one, paper) >= minContrastRatio));
  const [nearest] = candidates.sort((a, b) => distance(color, a) - distance(color, b));
  return nearest ?? null;
}

function isSet(tokens: ThemeTokens, name: TokenName, theme: Theme): boolean {
  const set = tokens[name];
  return typeof set === 'string' || set?.[theme] !== undefined;
}

function pointerTo(tokens: ThemeTokens, name: TokenName, theme: Theme): string {
  const pointer = `/theme/tokens/${name}`;
  return typeof tokens[name] === 'object' ? `${pointer}/${theme}` : pointer;
}
