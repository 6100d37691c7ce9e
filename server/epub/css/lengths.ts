import { generate, walk, type StyleSheet } from 'css-tree';

/** CSS pixels per absolute unit. */
const pixelsPerUnit: Record<string, number> = {
  px: 1,
  pt: 96 / 72,
  pc: 16,
  in: 96,
  cm: 96 / 2.54,
  mm: 96 / 25.4,
  q: 96 / 101.6,
};

/** Keyword sizes as multiples of the medium size (CSS Fonts 4, section 3.5). */
export const fontSizeKeywords: Record<string, number> = {
  'xx-small': 9 / 16,
  'x-small': 10 / 16,
  small: 13 / 16,
  medium: 1,
  large: 18 / 16,
  'x-large': 24 / 16,
  'xx-large': 32 / 16,
  'xxx-large': 48 / 16,
};

/** The reader's replacements for viewport units, which would refer to the host page or window. */
const viewportUnits: Record<string, string> = {
  vw: 'var(--svc-vw)',
  vh: 'var(--svc-vh)',
  vi: 'var(--svc-vw)',
  vb: 'var(--svc-vh)',
  vmin: 'min(var(--svc-vw), var(--svc-vh))',
  vmax: 'max(var(--svc-vw), var(--svc-vh))',
};

const otherUnits = new Set(
  'em ex ch ic lh cap % deg rad grad turn s ms fr dpi dpcm dppx x'.split(' '),
);

/**
 * Converts a length to the reader's units. Always converts `rem` and viewport units, but absolute
 * units only if they size text and must follow the user settings. Returns null for an unsupported
 * unit.
 */
export function toReaderLength(
  value: string,
  unit: string,
  sizesText: boolean,
  rootFontFactor = 1,
): string | null {
  const name = unit.toLowerCase();
  const number = Number(value);
  if (name === 'rem') return calcProduct(number * rootFontFactor, 'var(--svc-rem)');
  const viewportUnit = viewportUnits[name.replace(/^[sld](?=v)/, '')];
  if (viewportUnit) return calcProduct(number, viewportUnit);
  const factor = pixelsPerUnit[name];
  if (factor !== undefined) {
    return sizesText ? calcProduct((number * factor) / 16, 'var(--svc-rem)') : `${value}${name}`;
  }
  return otherUnits.has(name) ? `${value}${name}` : null;
}

/** Product of a number, rounded to 4 decimals, and a variable. */
export function calcProduct(number: number, variable: string): string {
  return `calc(${Number(number.toFixed(4))} * ${variable})`;
}

/**
 * Returns the size of 1rem in a style sheet as a multiple of the reader's font size. For example,
 * books with `html { font-size: 62.5% }` use 1rem as 10 pixels.
 */
export function readRootFontFactor(sheet: StyleSheet): number {
  let factor = 1;
  walk(sheet, {
    visit: 'Rule',
    enter(rule) {
      if (!/(?:^|,)(?::root|html)(?:,|$)/i.test(generate(rule.prelude))) return;
      rule.block.children.forEach((node) => {
        if (node.type !== 'Declaration' || node.property.toLowerCase() !== 'font-size') return;
        const [, number, unit] = /^(\d*\.?\d+)(%|px|em|rem)$/.exec(generate(node.value)) ?? [];
        const size = Number(number) / (unit === '%' ? 100 : unit === 'px' ? 16 : 1);
        if (size > 0.1 && size < 10) factor = size;
      });
    },
  });
  return factor;
}
