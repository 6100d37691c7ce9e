import { converter, wcagLuminance } from 'culori';
import { parseCssColor } from '../../values/css-color.ts';
import { paperColor } from './colors.ts';

/**
 * Minimum contrast of text (WCAG 2.2, 1.4.3), with a margin because colors are rounded to 8 bits.
 */
const RATIO = 4.65;

/** Minimum contrast of borders and rules (WCAG 2.2, 1.4.11), with the same margin. */
const LINE_RATIO = 3.1;

/** Lightness above which a gray background is practically white (`#fdfdfd`). */
const WHITE = 0.993;

/**
 * A line whose lightness differs less from its background is practically invisible, and authors who
 * use it intend that: as a margin, or as part of a box with a background.
 */
const INVISIBLE_DIFFERENCE = 0.03;

/**
 * Whether a gray line is meant to be invisible on the author's background (1) or not (0). A rule
 * (`<hr>`) never is: its background is part of the line.
 */
const isInvisible = (gray: number) =>
  `var(--svc-edge,1)*clamp(0,(${INVISIBLE_DIFFERENCE} - max(${gray} - var(--svc-bg,1),var(--svc-bg,1) - ${gray}))*10000,1)`;

/**
 * Lightness above which dark text has more contrast than light text. A contrast of 4.5 is possible
 * on both sides of it: with white on darker backgrounds and with black on lighter ones.
 */
const SPLIT = 0.565;

/** Lightness in the theme of a color, given as an expression. */
const inTheme = (lightness: string | number) =>
  `(var(--svc-l-base) + ${lightness}*var(--svc-l-scale))`;

/**
 * Lightness of the background in the theme. Backgrounds that the theme would make lighter stay as
 * they are, so that dark boxes are dark in every theme.
 */
const paper = `min(var(--svc-bg,1),${inTheme('var(--svc-bg,1)')})`;
const luminance = `(pow(${paper},3) + .05)`;

/**
 * Limits for text on a background whose lightness is `--svc-bg`: the darkest acceptable light
 * color, the lightest acceptable dark color, whether text is dark (1) or light (0), and whether the
 * background stays as it is (1). The factors leave room for colors whose luminance differs from
 * that of a gray after shifting.
 */
const limits: readonly [property: string, value: string][] = [
  ['--svc-hi', `calc(.94*pow(max(0,${luminance}/${RATIO} - .05),1/3))`],
  ['--svc-lo', `min(1,1.06*pow(${luminance}*${RATIO} - .05,1/3))`],
  ['--svc-up', `clamp(0,(${paper} - ${SPLIT})*10000,1)`],
  ['--svc-keep', `clamp(0,(${inTheme('var(--svc-bg,1)')} - var(--svc-bg,1))*10000,1)`],
  ['--svc-line-hi', `calc(.96*pow(max(0,${luminance}/${LINE_RATIO} - .05),1/3))`],
  ['--svc-line-lo', `min(1,1.04*pow(${luminance}*${LINE_RATIO} - .05,1/3))`],
];

/** Lightness of text or a line before it is limited. It is unchanged on an unchanged background. */
const onPaper = (gray: number) =>
  `(var(--svc-keep)*${gray} + (1 - var(--svc-keep))*${inTheme(gray)})`;

const toOklch = converter('oklch');
const toRgb = converter('rgb');

interface Literal {
  lightness: number;
  chroma: number;
  hue: number;
  alpha: number;
  /** Lightness of the gray with the same luminance. */
  gray: number;
}

/**
 * Returns declarations that make a text color as readable as the theme requires, or null if it is
 * not a plain color.
 */
export function readableColor(written: string): [property: string, value: string][] | null {
  const color = readColor(written);
  if (!color || color.alpha === 0) return null;
  const { chroma, hue } = color;
  // Translucent text appears as light as on white paper.
  const gray = round(1 - (1 - color.gray) * color.alpha);
  const offset = round((color.lightness - color.gray) * color.alpha);
  const themed = onPaper(gray);
  return [
    [
      '--svc-t',
      `calc(var(--svc-up)*min(${themed},var(--svc-hi)) + (1 - var(--svc-up))*max(${themed},var(--svc-lo)))`,
    ],
    // Colors that move far from the original lose chroma. Otherwise, they would leave the screen's
    // gamut.
    [
      '--svc-f',
      `max(0,min(1,1 - 3.2*max(var(--svc-t) - ${gray},${gray} - var(--svc-t)),` +
        '5*(var(--svc-up)*var(--svc-hi) + (1 - var(--svc-up))*(1 - var(--svc-lo)))))',
    ],
    [
      'color',
      `oklch(calc(var(--svc-t) + ${offset}*var(--svc-f)) calc(${round(chroma)}*var(--svc-f)) ${round(hue)})`,
    ],
  ];
}

/**
 * Returns a border or rule color that is visible on its background in every theme, or null if it is
 * not a plain color.
 */
export function visibleLine(written: string): string | null {
  const color = readColor(written);
  if (!color || color.alpha === 0) return null;
  const { chroma, hue, lightness, alpha } = color;
  const gray = round(1 - (1 - color.gray) * alpha);
  const themed = onPaper(gray);
  const visible = `(var(--svc-up)*min(${themed},var(--svc-line-hi)) + (1 - var(--svc-up))*max(${themed},var(--svc-line-lo)))`;
  const invisible = isInvisible(gray);
  const shown = `(${invisible}*${themed} + (1 - ${invisible})*${visible})`;
  // A color loses chroma the further it moves, as text does, or as its background does.
  const fraction = `max(0,1 - (3.2 - 1.7*${invisible})*max(${shown} - ${gray},${gray} - ${shown}))`;
  const offset = round((lightness - color.gray) * alpha);
  return `oklch(calc(${shown} + ${offset}*${fraction}) calc(${round(chroma * alpha)}*${fraction}) ${round(hue)})`;
}

/**
 * Returns declarations for a background, which set the limits for the text inside. Without a color,
 * the limits are those of the surrounding box, even if another rule sets a color.
 */
export function backgroundLimits(written: string): [property: string, value: string][] {
  const gray = backgroundGray(written);
  const value = (text: string) => (gray === null ? 'inherit' : text);
  return [
    ['--svc-bg', value(String(gray))],
    ...limits.map(([property, text]): [string, string] => [property, value(text)]),
  ];
}

/**
 * Returns a background whose luminance follows the theme, so that the limits for text remain valid.
 * The further it moves, the more chroma it loses. Null if it is not a plain color.
 */
export function themedBackground(written: string): string | null {
  const color = readColor(written);
  if (!color) return null;
  const { gray, lightness, chroma, hue, alpha } = color;
  if (gray > WHITE && chroma < 0.004 && alpha === 1) return paperColor;
  const themed = `min(${round(gray)},${inTheme(round(gray))})`;
  const fraction = `max(0,1 - 1.5*max(${themed} - ${round(gray)},${round(gray)} - ${themed}))`;
  return `oklch(calc(${themed} + ${round(lightness - gray)}*${fraction}) calc(${round(chroma)}*${fraction}) ${round(hue)} / ${alpha})`;
}

const inheritedLightness =
  '(var(--svc-up)*min(l,.94*var(--svc-hi)) + (1 - var(--svc-up))*max(l,min(1,1.05*var(--svc-lo))))';

/**
 * Color of text inside a box whose rule sets none. It is the inherited color, adjusted if necessary
 * to be readable. The limits are stricter because the color's luminance is unknown.
 */
export const inheritedColor =
  `oklch(from currentcolor calc${inheritedLightness} ` +
  `calc(c*max(0,1 - 8*max(${inheritedLightness} - l,l - ${inheritedLightness}))) h)`;

const pictureFunction = /url\((?:"[^"]*"|'[^']*'|[^()"'])*\)/gi;

/**
 * Resolves to 0.92 in dark themes, whose `--svc-l-base` is above 0.5, and to 0 in others. Also to 0
 * for rules (`<hr>`), whose picture is an ornament.
 */
const dimming = 'calc(var(--svc-edge,1)*clamp(0,var(--svc-l-base)*9 - 4.5,.92))';

/**
 * Returns a background with a picture that fills its box. In dark themes, the picture is dimmed so
 * far that the light text on it is readable.
 */
export function dimmedPicture(background: string): string {
  const layer = `oklch(${paper} 0 0 / ${dimming})`;
  return `linear-gradient(${layer},${layer}),${background}`;
}

/** Returns the parts of a background except its pictures. */
function wordsOf(written: string): string[] {
  return written
    .replaceAll(pictureFunction, ' ')
    .trim()
    .split(/\s+(?![^(]*\))/);
}

/** A style sheet with the limits of the page, if its colors need them. */
export function withPageLimits(css: string): string {
  if (!/var\(--svc-(?:up\)|edge)/.test(css)) return css;
  const page = limits.map((declaration) => declaration.join(':')).join(';');
  return `:where(.svc-html){${page}}:where(hr){--svc-edge:0}${css}`;
}

/** Returns the lightness in the book of an opaque background, or null if it has no color. */
function backgroundGray(written: string): number | null {
  if (/gradient\(/i.test(written)) return gradientGray(written);
  const color = readColor(written) ?? wordsOf(written).map(readColor).find(Boolean);
  return color && color.alpha >= 0.5 ? round(1 - (1 - color.gray) * color.alpha) : null;
}

/**
 * Returns the lightness that limits text on a gradient most, or the mean of a gradient from light
 * to dark.
 */
function gradientGray(written: string): number | null {
  const words = written.match(/#[\da-f]+|[a-z]+\([^()]*\)|[a-z]+/gi) ?? [];
  const colors = words.flatMap((word) => readColor(word) ?? []);
  if (colors.length === 0 || colors.some(({ alpha }) => alpha < 0.5)) return null;
  const grays = colors.map(({ gray, alpha }) => 1 - (1 - gray) * alpha);
  if (grays.every((gray) => gray >= SPLIT)) return round(Math.min(...grays));
  if (grays.every((gray) => gray < SPLIT)) return round(Math.max(...grays));
  return round(grays.reduce((sum, gray) => sum + gray, 0) / grays.length);
}

function readColor(written: string): Literal | null {
  const parsed = parseCssColor(written.trim().toLowerCase());
  if (!parsed) return null;
  const { l, c, h = 0 } = toOklch(parsed);
  const { r, g, b } = toRgb(parsed);
  if (![l, c, r, g, b].every(Number.isFinite)) return null;
  const [red, green, blue] = [r, g, b].map((channel) => Math.min(1, Math.max(0, channel)));
  const light = wcagLuminance({ mode: 'rgb', r: red ?? 0, g: green ?? 0, b: blue ?? 0 });
  const alpha = parsed.alpha ?? 1;
  return { lightness: l, chroma: c, hue: h, alpha, gray: Math.cbrt(light) };
}

function round(value: number): number {
  return Number(value.toFixed(4));
}
