import { clampChroma, converter, differenceEuclidean, formatHex, wcagContrast } from 'culori';
import { Failure, type FailureDetail } from '../failure.ts';
import type { ThemeTokens } from './contract.ts';
import {
  resolveToken,
  type SelectableTheme,
  type ThemeName,
  themes,
  type TokenName,
  tokenNames,
  tokenRules,
} from '../../shared/theme-tokens.ts';

/** WCAG 2.2, success criterion 1.4.3: minimum for text smaller than 24 px. */
const minContrastRatio = 4.5;

const foregrounds = ['--svc-color', '--svc-muted', '--svc-accent'] as const;
const backgrounds = [
  '--svc-background',
  '--svc-surface',
  '--svc-toolbar-background',
  '--svc-progress-background',
] as const;
const highlightTokens = tokenNames.filter((name) => tokenRules[name].kind === 'ink');

/** Text that is unreadable in one theme. */
export interface ContrastProblem {
  theme: ThemeName;
  /** Token with the color that is too close to another one. */
  token: TokenName;
  /** Token with the other color. */
  against: TokenName;
  /** Their contrast, rounded down to two decimals. */
  ratio: number;
  /** JSON Pointer to a value that the deployment sets. */
  pointer: string;
  detail: string;
  /** The nearest readable color for `token`, or null if there is none. */
  nearest: string | null;
}

/**
 * Rejects colors with unreadable text in any of the themes. Unset tokens have their defaults.
 *
 * @throws Failure `contrast_too_low`, with the token, both colors, their ratio and the nearest
 * readable color.
 */
export function checkContrast(tokens: ThemeTokens, shown: readonly SelectableTheme[]): void {
  const errors: FailureDetail[] = contrastProblems(tokens, shown).map(({ pointer, detail }) => ({
    pointer,
    detail,
  }));
  if (errors.length === 0) return;
  const summary = errors.map(({ pointer, detail }) => `${pointer}: ${detail}`).join(' ');
  throw new Failure('contrast_too_low', summary, { errors });
}

/** Returns the unreadable colors in each of the themes. Unset tokens have their defaults. */
export function contrastProblems(
  tokens: ThemeTokens,
  shown: readonly SelectableTheme[],
): ContrastProblem[] {
  // The `contrast` theme is excluded because deployments cannot set its colors.
  const checkedThemes = themes.filter((theme) => shown.includes(theme));
  return checkedThemes.flatMap((theme) => [
    ...foregrounds.flatMap((name) => contrastErrors(tokens, name, theme)),
    ...highlightTokens.flatMap((name) => highlightContrastErrors(tokens, name, theme)),
  ]);
}

function contrastErrors(tokens: ThemeTokens, name: TokenName, theme: ThemeName): ContrastProblem[] {
  const color = resolveToken(tokens, name, theme);
  const backdrops = backgrounds
    .map((one) => ({ name: one, color: resolveToken(tokens, one, theme) }))
    .filter(({ color: backdrop }) => backdrop !== 'initial');
  const [worst] = backdrops
    .map((backdrop) => ({ ...backdrop, ratio: wcagContrast(color, backdrop.color) }))
    .filter(({ ratio }) => ratio < minContrastRatio)
    .sort((a, b) => a.ratio - b.ratio);
  if (!worst) return [];
  const nearest = nearestReadable(
    color,
    backdrops.map((backdrop) => backdrop.color),
  );
  const advice = nearest
    ? `The nearest readable ${name} is ${nearest}.`
    : `No ${name} is readable on ${backdrops.length > 2 ? 'all of' : 'both'} ${backdrops.map((one) => one.color).join(' and ')}.`;
  const detail =
    `${name} ${color} on ${worst.name} ${worst.color} has a contrast of ` +
    `${formatRatio(worst.ratio)}:1 in the theme ${theme}, but ` +
    `text needs ${minContrastRatio}:1. ${advice}`;
  // Points to a token set by the caller, not to a default.
  const offender = isSet(tokens, name, theme) ? name : worst.name;
  const pointer = pointerTo(tokens, offender, theme);
  const ratio = roundedDown(worst.ratio);
  return [{ theme, token: name, against: worst.name, ratio, pointer, detail, nearest }];
}

/** Checks book text on highlight colors. The default value `initial` is always readable. */
function highlightContrastErrors(
  tokens: ThemeTokens,
  name: TokenName,
  theme: ThemeName,
): ContrastProblem[] {
  const highlight = resolveToken(tokens, name, theme);
  const text = resolveToken(tokens, '--svc-color', theme);
  if (highlight === 'initial' || wcagContrast(text, highlight) >= minContrastRatio) return [];
  const nearest = nearestReadable(highlight, [text]);
  const detail =
    `--svc-color ${text} on ${name} ${highlight} has a contrast of ${formatRatio(wcagContrast(text, highlight))}:1 ` +
    `in the theme ${theme}, but text needs ${minContrastRatio}:1.` +
    (nearest ? ` The nearest readable ${name} is ${nearest}.` : '');
  const pointer = pointerTo(tokens, name, theme);
  const ratio = roundedDown(wcagContrast(text, highlight));
  return [{ theme, token: name, against: '--svc-color', ratio, pointer, detail, nearest }];
}

/** Rounds down because an insufficient ratio must not be shown as sufficient. */
function roundedDown(ratio: number): number {
  return Math.floor(ratio * 100) / 100;
}

function formatRatio(ratio: number): string {
  return roundedDown(ratio).toFixed(2);
}

const toOklch = converter('oklch');
const distance = differenceEuclidean('oklab');
const lightnessSteps = 200;

/** Returns the nearest color with the same hue that is readable on all backgrounds. */
function nearestReadable(color: string, backdrops: readonly string[]): string | null {
  const origin = toOklch(color);
  if (!origin) return null;
  const candidates = Array.from({ length: lightnessSteps + 1 }, (_, step) =>
    formatHex(clampChroma({ ...origin, l: step / lightnessSteps }, 'oklch')),
  ).filter((one) => backdrops.every((backdrop) => wcagContrast(one, backdrop) >= minContrastRatio));
  const [nearest] = candidates.sort((a, b) => distance(color, a) - distance(color, b));
  return nearest ?? null;
}

function isSet(tokens: ThemeTokens, name: TokenName, theme: ThemeName): boolean {
  const set = tokens[name];
  return typeof set === 'string' || set?.[theme] !== undefined;
}

function pointerTo(tokens: ThemeTokens, name: TokenName, theme: ThemeName): string {
  const pointer = `/theme/tokens/${name}`;
  return typeof tokens[name] === 'object' ? `${pointer}/${theme}` : pointer;
}
