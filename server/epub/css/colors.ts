import colorNames from 'color-name';

/** Keywords for colors that already depend on the context. */
const contextualColors = new Set(['transparent', 'currentcolor']);

/** System colors, which books cannot use because the reader's theme determines these colors. */
const systemColors = new Set(
  `accentcolor accentcolortext activeborder activecaption activetext appworkspace background buttonborder
  buttonface buttonhighlight buttonshadow buttontext canvas canvastext captiontext field fieldtext
  graytext highlight highlighttext inactiveborder inactivecaption inactivecaptiontext infobackground
  infotext linktext mark marktext menu menutext scrollbar selecteditem selecteditemtext
  threeddarkshadow threedface threedhighlight threedlightshadow threedshadow visitedtext window
  windowframe windowtext`.split(/\s+/),
);

const rgbByName = new Map<string, readonly number[]>(Object.entries(colorNames));

/** Classifies a keyword in a property that accepts colors. */
export function classifyColorKeyword(word: string): 'color' | 'system' | 'contextual' | null {
  const name = word.toLowerCase();
  if (contextualColors.has(name)) return 'contextual';
  if (rgbByName.has(name)) return 'color';
  return systemColors.has(name) ? 'system' : null;
}

/**
 * Expression for a color whose lightness follows the theme while hue and chroma stay the same:
 * `--svc-l-base` + lightness × `--svc-l-scale` (0 and 1 leave it unchanged).
 */
export function themedColor(color: string): string {
  return `oklch(from ${color} calc(var(--svc-l-base) + l * var(--svc-l-scale)) c h / alpha)`;
}

/**
 * White in a book is the color of its paper. Any other white would look like a box on the theme's
 * paper.
 */
export const paperColor = 'var(--svc-background,#fff)';

/** Like `themedColor`, for backgrounds, which no theme makes lighter. */
export function themedBackgroundColor(color: string): string {
  if (isWhite(color)) return paperColor;
  return `oklch(from ${color} calc(min(l,var(--svc-l-base) + l * var(--svc-l-scale))) c h / alpha)`;
}

/** Smallest channel, of 255, of a color that is practically white. */
const leastOfWhite = 0xfd;

function isWhite(color: string): boolean {
  const written = color.trim().toLowerCase();
  if (/^#(?:[\da-f]{4}|[\da-f]{8})$/.test(written)) return false;
  return channelsOf(written)?.every((channel) => channel >= leastOfWhite) ?? false;
}

/** Whether a color, given as a keyword, in hex or as `rgb()`, is almost white or almost black. */
export function nearBlackOrWhite(color: string): 'white' | 'black' | null {
  const channels = channelsOf(color.trim().toLowerCase());
  if (!channels) return null;
  if (channels.every((channel) => channel >= 0xf0)) return 'white';
  return channels.every((channel) => channel <= 0x38) ? 'black' : null;
}

function channelsOf(color: string): readonly number[] | null {
  const named = rgbByName.get(color);
  if (named) return named;
  const hex = /^#([0-9a-f]{3,8})$/.exec(color)?.[1];
  if (hex?.length === 3 || hex?.length === 4) {
    return Array.from(hex.slice(0, 3), (digit) => Number.parseInt(digit + digit, 16));
  }
  if (hex?.length === 6 || hex?.length === 8) {
    return [0, 2, 4].map((start) => Number.parseInt(hex.slice(start, start + 2), 16));
  }
  const rgb = /^rgba?\(\s*(\d+)[\s,]+(\d+)[\s,]+(\d+)\s*\)$/.exec(color);
  return rgb && rgb.slice(1).map(Number);
}
